// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ip_endpoint.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <span>

namespace counterpoint {
namespace {

constexpr std::size_t kGroups = 8;  ///< An IPv6 address has eight of 16 bits.
using Groups = std::array<std::uint16_t, kGroups>;

/// `text` as a number of at most `max_digits` digits, if it is nothing else.
template <typename T>
std::optional<T> digits(std::string_view text, int base, std::size_t max_digits) {
  T value{};
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  const bool whole = status == std::errc() && end == text.data() + text.size();
  return whole && text.size() <= max_digits ? std::optional(value) : std::nullopt;
}

std::string_view take_part(std::string_view& text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

std::optional<std::array<std::uint8_t, IpAddress::kV4Size>> parse_v4(std::string_view text) {
  if (std::ranges::count(text, '.') != 3) return std::nullopt;
  std::array<std::uint8_t, IpAddress::kV4Size> bytes{};
  for (std::uint8_t& byte : bytes) {
    const auto value = digits<std::uint8_t>(take_part(text, '.'), 10, 3);
    if (!value) return std::nullopt;
    byte = *value;
  }
  return bytes;
}

/// Appends the groups that `text` has between its colons; the last two may be written as an IPv4 address. False when
/// it has something else, or more than there is room for in `groups` after `count`.
bool parse_groups(std::string_view text, Groups& groups, std::size_t& count) {
  while (!text.empty()) {
    const bool last = text.find(':') == std::string_view::npos;
    if (text.ends_with(':')) return false;
    const std::string_view part = take_part(text, ':');
    if (const auto v4 = last ? parse_v4(part) : std::nullopt) {
      if (count + 2 > kGroups) return false;
      for (const std::size_t i : {0U, 2U}) groups[count++] = static_cast<std::uint16_t>((*v4)[i] << 8 | (*v4)[i + 1]);
      continue;
    }
    const auto group = digits<std::uint16_t>(part, 16, 4);
    if (!group || count == kGroups) return false;
    groups[count++] = *group;
  }
  return true;
}

std::optional<Groups> parse_v6(std::string_view text) {
  Groups head{};
  Groups tail{};
  std::size_t head_size = 0;
  std::size_t tail_size = 0;
  const std::size_t gap = text.find("::");
  if (!parse_groups(text.substr(0, gap), head, head_size)) return std::nullopt;
  if (gap == std::string_view::npos) return head_size == kGroups ? std::optional(head) : std::nullopt;
  if (!parse_groups(text.substr(gap + 2), tail, tail_size) || head_size + tail_size >= kGroups) return std::nullopt;
  std::copy_n(tail.begin(), tail_size, head.end() - static_cast<std::ptrdiff_t>(tail_size));
  return head;
}

std::string v6_text(ByteView bytes) {
  Groups groups{};
  for (std::size_t i = 0; i < kGroups; ++i) {
    groups[i] = static_cast<std::uint16_t>(bytes[2 * i] << 8 | bytes[2 * i + 1]);
  }
  // The first longest run of at least two zeros is left out (RFC 5952 section 4.2).
  std::size_t gap = kGroups;
  std::size_t gap_size = 1;
  for (std::size_t i = 0; i < kGroups; ++i) {
    std::size_t size = 0;
    while (i + size < kGroups && groups[i + size] == 0) ++size;
    if (size > gap_size) {
      gap = i;
      gap_size = size;
    }
  }
  std::string text;
  for (std::size_t i = 0; i < kGroups; ++i) {
    if (i == gap) {
      text += "::";
      i += gap_size - 1;
      continue;
    }
    if (!text.empty() && !text.ends_with(':')) text += ':';
    std::array<char, 4> hex{};
    text.append(hex.data(), std::to_chars(hex.data(), hex.data() + hex.size(), groups[i], 16).ptr);
  }
  return text;
}

}  // namespace

std::optional<IpAddress> IpAddress::from(ByteView bytes) {
  constexpr std::array<std::uint8_t, kV6Size - kV4Size> kMappedPrefix = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  if (bytes.size() != kV4Size && bytes.size() != kV6Size) return std::nullopt;
  if (bytes.size() == kV6Size && std::ranges::equal(bytes.first(kMappedPrefix.size()), kMappedPrefix)) {
    bytes = bytes.last(kV4Size);
  }
  IpAddress address;
  address.v6_ = bytes.size() == kV6Size;
  std::ranges::copy(bytes, address.bytes_.begin());
  return address;
}

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  if (const auto v4 = parse_v4(text)) return from(*v4);
  const auto groups = parse_v6(text);
  if (!groups) return std::nullopt;
  std::array<std::uint8_t, kV6Size> bytes{};
  for (std::size_t i = 0; i < kGroups; ++i) {
    bytes[2 * i] = static_cast<std::uint8_t>((*groups)[i] >> 8);
    bytes[2 * i + 1] = static_cast<std::uint8_t>((*groups)[i] & 0xFF);
  }
  return from(bytes);
}

bool IpAddress::is_link_local() const {
  return v6_ ? bytes_[0] == 0xFE && (bytes_[1] & 0xC0) == 0x80 : bytes_[0] == 169 && bytes_[1] == 254;
}

bool IpAddress::is_loopback() const {
  if (!v6_) return bytes_[0] == 127;
  return bytes_.back() == 1 && std::all_of(bytes_.begin(), bytes_.end() - 1, [](auto byte) { return byte == 0; });
}

std::string to_string(const IpAddress& address) {
  const ByteView bytes = address.bytes();
  if (address.is_v6()) return v6_text(bytes);
  std::string text = std::to_string(bytes[0]);
  for (const std::uint8_t byte : bytes.subspan(1)) text += "." + std::to_string(byte);
  return text;
}

std::string to_string(const IpEndpoint& endpoint) {
  const std::string address = to_string(endpoint.address);
  return (endpoint.address.is_v6() ? "[" + address + "]" : address) + ":" + std::to_string(endpoint.port);
}

}  // namespace counterpoint
