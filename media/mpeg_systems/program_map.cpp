// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/program_map.h"

#include <algorithm>
#include <cstddef>

namespace counterpoint::mpeg {
namespace {

constexpr std::uint16_t kAssociationPid = 0;
constexpr std::uint8_t kAssociationTable = 0;
constexpr std::uint8_t kMapTable = 2;
constexpr std::size_t kSectionPrefix = 3;
constexpr std::size_t kLargestSection = 1024;
constexpr std::size_t kCrcSize = 4;

std::uint16_t pid_at(ByteView octets, std::size_t at) {
  return static_cast<std::uint16_t>((octets[at] & 0x1F) << 8 | octets[at + 1]);
}

/// A length of 12 bits.
std::size_t length_at(ByteView octets, std::size_t at) {
  return static_cast<std::size_t>(octets[at] & 0x0F) << 8 | octets[at + 1];
}

/// The CRC over a whole section, its own included, is 0.
bool is_sound(ByteView section) {
  constexpr std::uint32_t kPolynomial = 0x04C11DB7;
  std::uint32_t crc = 0xFFFFFFFF;
  for (const std::uint8_t octet : section) {
    crc ^= std::uint32_t{octet} << 24;
    for (int bit = 0; bit < 8; ++bit) crc = crc << 1 ^ (crc >> 31 != 0 ? kPolynomial : 0);
  }
  return crc == 0;
}

/// Whether it holds from now on, and not from later on.
bool is_current(ByteView section) { return (section[5] & 1) != 0; }

}  // namespace

const char* name_of_other_video(std::uint8_t stream_type) {
  switch (stream_type) {
    case 0x10:
      return "MPEG-4";
    case 0x1B:
      return "H.264";
    case 0x24:
      return "H.265";
    default:
      return "";
  }
}

void ProgramMap::take(std::uint16_t pid, ByteView payload, bool starts_unit) {
  const auto found = sections_.find(pid);
  if (found == sections_.end() || payload.empty()) return;
  Bytes& section = found->second;
  if (starts_unit) {
    const std::size_t pointer = payload[0];
    if (1 + pointer > payload.size()) return;
    section.clear();
    payload = payload.subspan(1 + pointer);
  } else if (section.empty()) {
    return;
  }
  section.insert(section.end(), payload.begin(), payload.end());
  if (section.size() < kSectionPrefix) return;
  const std::size_t size = kSectionPrefix + length_at(section, 1);
  if (section.size() < size && size <= kLargestSection) return;
  const Bytes whole = std::move(section);
  section.clear();
  if (size <= whole.size()) take_section(pid, ByteView(whole).first(size));
}

void ProgramMap::take_section(std::uint16_t pid, ByteView section) {
  if (pid == kAssociationPid && section[0] == kAssociationTable) take_association(section);
  if (pid != kAssociationPid && section[0] == kMapTable) take_map(pid, section);
}

void ProgramMap::take_association(ByteView section) {
  constexpr std::size_t kFirstProgram = 8;
  const bool is_whole = section.size() >= kFirstProgram && section[6] == 0 && section[7] == 0;
  if (video_pid_ && !(is_whole && is_sound(section) && is_current(section))) return;
  if (is_whole) map_pids_.clear();
  for (std::size_t at = kFirstProgram; at + 4 + kCrcSize <= section.size(); at += 4) {
    const bool is_network = section[at] == 0 && section[at + 1] == 0;
    const std::uint16_t pid = pid_at(section, at + 2);
    if (is_network || pid == kAssociationPid) continue;
    sections_[pid];
    map_pids_.push_back(pid);
  }
}

void ProgramMap::take_map(std::uint16_t pid, ByteView section) {
  constexpr std::size_t kFixedPart = 12;
  constexpr std::size_t kStreamPart = 5;
  if (section.size() < kFixedPart + kCrcSize) return;
  if (video_pid_) {
    const bool was_replaced = std::ranges::count(map_pids_, map_pid_) == 0 && std::ranges::count(map_pids_, pid) > 0;
    if (!(pid == map_pid_ || was_replaced) || !is_sound(section) || !is_current(section)) return;
  }
  has_program_ = true;
  std::optional<std::uint16_t> found;
  std::size_t at = kFixedPart + length_at(section, 10);
  while (at + kStreamPart + kCrcSize <= section.size()) {
    const std::uint8_t stream_type = section[at];
    const bool is_mpeg_video = stream_type == 1 || stream_type == 2;
    if (is_mpeg_video && !found) found = pid_at(section, at + 1);
    if (other_video_.empty()) other_video_ = name_of_other_video(stream_type);
    at += kStreamPart + length_at(section, at + 3);
  }
  if (!found) return;
  video_pid_ = found;
  map_pid_ = pid;
}

}  // namespace counterpoint::mpeg
