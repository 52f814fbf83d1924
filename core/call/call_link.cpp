// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call/call_link.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace counterpoint {
namespace {

constexpr std::string_view kScheme = "counterpoint:";
constexpr std::size_t kMaxName = 253;  ///< Maximum length of a DNS name (RFC 1035, section 2.3.4).
constexpr std::size_t kMaxLabel = 63;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::optional<std::uint8_t> hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char letter = to_lower(c);
  return letter >= 'a' && letter <= 'f' ? std::optional<std::uint8_t>(letter - 'a' + 10) : std::nullopt;
}

/// The printable part of a link that may hold anything.
std::string shown(std::string_view text) {
  constexpr std::size_t kMax = 80;
  std::string line(text.substr(0, kMax));
  std::ranges::replace_if(
      line, [](char c) { return c < ' ' || c >= 0x7F; }, '?');
  return text.size() > kMax ? line + "..." : line;
}

Error bad_link(std::string_view link, const Message& what) {
  return {ErrorKind::kInvalidArgument,
          message("the link \"%1\" %2: a link is counterpoint:ID@HOST:PORT, of which ID@ and :PORT may be missing",
                  shown(link), what)};
}

std::optional<std::string> decode_percent(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const auto high = i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
    const auto low = high ? hex_digit(text[i + 2]) : std::nullopt;
    if (!low) return std::nullopt;
    decoded += static_cast<char>(*high << 4 | *low);
    i += 2;
  }
  return decoded;
}

bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port != 0;
}

/// Letters, digits, "-" and "_" between dots; no label begins or ends with "-".
bool is_name(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.empty() || host.size() > kMaxName) return false;
  while (true) {
    const std::string_view label = host.substr(0, host.find('.'));
    const bool plain =
        std::ranges::all_of(label, [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; });
    if (!plain || label.empty() || label.size() > kMaxLabel) return false;
    if (label.starts_with('-') || label.ends_with('-')) return false;
    if (label.size() == host.size()) return true;
    host.remove_prefix(label.size() + 1);
  }
}

/// Four numbers up to 255 between dots.
bool is_ipv4(std::string_view host) {
  int numbers = 0;
  while (true) {
    const std::string_view digits = host.substr(0, host.find('.'));
    std::uint8_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) return false;
    ++numbers;
    if (digits.size() == host.size()) return numbers == 4;
    host.remove_prefix(digits.size() + 1);
  }
}

/// A host whose last label is a number must be an IPv4 address, since no top-level domain is one.
bool is_name_or_ipv4(std::string_view host) {
  const std::string_view last = host.substr(host.rfind('.') + 1);
  const bool number = !last.empty() && std::ranges::all_of(last, is_digit);
  return number ? is_ipv4(host) : is_name(host);
}

/// Looks like an IPv6 address, with a zone or without; whether it is one, the system says when it is called.
bool is_ipv6(std::string_view host) {
  const std::string_view address = host.substr(0, host.find('%'));
  const std::string_view zone = host.substr(address.size());
  const bool digits = std::ranges::all_of(address, [](char c) { return hex_digit(c) || c == ':' || c == '.'; });
  const bool named = std::ranges::all_of(zone.substr(zone.empty() ? 0 : 1),
                                         [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '.'; });
  return digits && named && zone.size() != 1 && std::ranges::count(address, ':') >= 2;
}

/// The mistake in HOST, HOST:PORT or [IPv6]:PORT; nothing when it can be called.
std::optional<Message> problem_of(std::string_view address) {
  // An ID could be a name too, but whoever writes one alone has forgotten the host.
  if (address.empty() || read_peer_id(address)) return message("names no host");
  const bool bracketed = address.starts_with('[');
  const std::size_t close = bracketed ? address.find(']') : address.find(':');
  if (bracketed && close == std::string_view::npos) return message("has a [ without ]");
  const std::string_view host = bracketed ? address.substr(1, close - 1) : address.substr(0, close);
  std::string_view rest;
  if (close != std::string_view::npos) rest = address.substr(bracketed ? close + 1 : close);
  if (!rest.empty() && !(rest.starts_with(':') && is_port(rest.substr(1)))) {
    return message("has no port from 1 to 65535 after its host");
  }
  if (bracketed ? !is_ipv6(host) : !is_name_or_ipv4(host)) return message("is not a valid address or link");
  return std::nullopt;
}

}  // namespace

bool is_call_link(std::string_view text) {
  return std::ranges::equal(text.substr(0, kScheme.size()), kScheme, {}, to_lower);
}

Result<CallTarget> read_call_link(std::string_view link) {
  if (!is_call_link(link)) return bad_link(link, message("is not a link of Counterpoint"));
  if (link.size() > kMaxCallLink) return bad_link(link, message("is longer than %1 characters", kMaxCallLink));
  const auto decoded = decode_percent(link.substr(kScheme.size()));
  if (!decoded) return bad_link(link, message("has a % without two hexadecimal digits"));
  CallTarget target{.address = *decoded};
  if (const std::size_t at = decoded->find('@'); at != std::string::npos) {
    target.id = read_peer_id(std::string_view(*decoded).substr(0, at));
    if (!target.id) return bad_link(link, message("has no ID before its @; perhaps a character is wrong"));
    target.address.erase(0, at + 1);
  }
  // An ID alone: others know where it is.
  if (!target.id && (target.id = read_peer_id(target.address))) {
    target.address.clear();
    return target;
  }
  if (const auto problem = problem_of(target.address)) return bad_link(link, *problem);
  return target;
}

Result<CallTarget> read_call_target(std::string_view text) {
  if (!is_call_link(text)) return CallTarget{.address = std::string(text)};
  return read_call_link(text);
}

std::string make_call_link(const CallTarget& target) {
  std::string link(kScheme);
  if (target.id) link += to_string(*target.id);
  if (target.id && !target.address.empty()) link += "@";
  for (const char c : target.address) {
    const bool plain = is_letter(c) || is_digit(c) || std::string_view("-._~:[]").find(c) != std::string_view::npos;
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto byte = static_cast<std::uint8_t>(c);
    if (plain) {
      link += c;
    } else {
      link += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return link;
}

}  // namespace counterpoint
