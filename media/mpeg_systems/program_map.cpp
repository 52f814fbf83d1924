// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/program_map.h"

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

/// Table 2-34.
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

}  // namespace

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
  if (pid != kAssociationPid && section[0] == kMapTable) take_map(section);
}

void ProgramMap::take_association(ByteView section) {
  constexpr std::size_t kFirstProgram = 8;
  for (std::size_t at = kFirstProgram; at + 4 + kCrcSize <= section.size(); at += 4) {
    const bool is_network = section[at] == 0 && section[at + 1] == 0;
    if (!is_network && pid_at(section, at + 2) != kAssociationPid) sections_[pid_at(section, at + 2)];
  }
}

void ProgramMap::take_map(ByteView section) {
  constexpr std::size_t kFixedPart = 12;
  constexpr std::size_t kStreamPart = 5;
  if (section.size() < kFixedPart + kCrcSize) return;
  has_program_ = true;
  std::size_t at = kFixedPart + length_at(section, 10);
  while (at + kStreamPart + kCrcSize <= section.size()) {
    const std::uint8_t stream_type = section[at];
    const bool is_mpeg_video = stream_type == 1 || stream_type == 2;
    if (is_mpeg_video && !video_pid_) video_pid_ = pid_at(section, at + 1);
    if (other_video_.empty()) other_video_ = name_of_other_video(stream_type);
    at += kStreamPart + length_at(section, at + 3);
  }
}

}  // namespace counterpoint::mpeg
