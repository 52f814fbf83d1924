// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg_systems/program_map.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace counterpoint::mpeg {
namespace {

constexpr std::uint16_t kAssociationPid = 0;
constexpr std::uint8_t kAssociationTable = 0;
constexpr std::uint8_t kMapTable = 2;
constexpr std::size_t kSectionPrefix = 3;
constexpr std::size_t kMaxSection = 1024;
constexpr std::size_t kCrcSize = 4;

std::uint16_t pid_at(ByteView bytes, std::size_t at) {
  return static_cast<std::uint16_t>((bytes[at] & 0x1F) << 8 | bytes[at + 1]);
}

std::uint16_t number_at(ByteView bytes, std::size_t at) {
  return static_cast<std::uint16_t>(bytes[at] << 8 | bytes[at + 1]);
}

/// A length of 12 bits.
std::size_t length_at(ByteView bytes, std::size_t at) {
  return static_cast<std::size_t>(bytes[at] & 0x0F) << 8 | bytes[at + 1];
}

/// The CRC over a whole section, its own included, is 0.
bool is_audio(ByteView section) {
  constexpr std::uint32_t kPolynomial = 0x04C11DB7;
  std::uint32_t crc = 0xFFFFFFFF;
  for (const std::uint8_t byte : section) {
    crc ^= std::uint32_t{byte} << 24;
    for (int bit = 0; bit < 8; ++bit) crc = crc << 1 ^ (crc >> 31 != 0 ? kPolynomial : 0);
  }
  return crc == 0;
}

/// True if the section applies now rather than in the future.
bool is_current(ByteView section) { return (section[5] & 1) != 0; }

/// The videos that a program map section lists.
std::vector<VideoStream> videos_in(ByteView section) {
  constexpr std::size_t kFixedPart = 12;
  constexpr std::size_t kStreamPart = 5;
  std::vector<VideoStream> videos;
  std::size_t number = 0;
  std::size_t at = kFixedPart + length_at(section, 10);
  while (at + kStreamPart + kCrcSize <= section.size()) {
    const std::uint8_t stream_type = section[at];
    const bool is_mpeg_video = stream_type == 1 || stream_type == 2;
    VideoStream video = {.program_number = number_at(section, 3),
                         .id = pid_at(section, at + 1),
                         .number = number,
                         .other_kind = name_of_other_video(stream_type)};
    number += is_mpeg_video ? 1U : 0U;
    if (is_mpeg_video || !video.other_kind.empty()) videos.push_back(std::move(video));
    at += kStreamPart + length_at(section, at + 3);
  }
  return videos;
}

}  // namespace

std::vector<VideoStream> ProgramMap::videos() const {
  std::vector<VideoStream> all;
  for (const auto& [number, videos] : videos_) all.insert(all.end(), videos.begin(), videos.end());
  return all;
}

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
  Bytes& sections = found->second;
  if (starts_unit) {
    // The pointer_field says how much of it ends the section that the packets before began.
    const std::size_t start = 1 + std::size_t{payload[0]};
    if (start > payload.size()) return;
    if (!sections.empty()) {
      sections.insert(sections.end(), payload.begin() + 1, payload.begin() + static_cast<std::ptrdiff_t>(start));
      take_whole_sections(pid, sections);
    }
    sections.clear();
    payload = payload.subspan(start);
  } else if (sections.empty()) {
    return;
  }
  sections.insert(sections.end(), payload.begin(), payload.end());
  take_whole_sections(pid, sections);
}

/// Leaves what a later packet has to end. Behind the last section there are bytes 0xFF up to the end of the packet.
void ProgramMap::take_whole_sections(std::uint16_t pid, Bytes& sections) {
  constexpr std::uint8_t kStuffing = 0xFF;
  std::size_t at = 0;
  while (sections.size() - at >= kSectionPrefix && sections[at] != kStuffing) {
    const std::size_t size = kSectionPrefix + length_at(sections, at + 1);
    if (size > kMaxSection) return sections.clear();
    if (sections.size() - at < size) break;
    take_section(pid, ByteView(sections).subspan(at, size));
    at += size;
  }
  sections.erase(sections.begin(), sections.begin() + static_cast<std::ptrdiff_t>(at));
  if (!sections.empty() && sections.front() == kStuffing) sections.clear();
}

void ProgramMap::take_section(std::uint16_t pid, ByteView section) {
  if (pid == kAssociationPid && section[0] == kAssociationTable) take_association(section);
  if (pid != kAssociationPid && section[0] == kMapTable) take_map(pid, section);
}

void ProgramMap::take_association(ByteView section) {
  constexpr std::size_t kFirstProgram = 8;
  constexpr std::uint16_t kNetwork = 0;
  const bool is_whole = section.size() >= kFirstProgram && section[6] == 0 && section[7] == 0;
  if (video_pid_ && !(is_whole && is_audio(section) && is_current(section))) return;
  if (is_whole) programs_.clear();
  for (std::size_t at = kFirstProgram; at + 4 + kCrcSize <= section.size(); at += 4) {
    const Program program = {.number = number_at(section, at), .map_pid = pid_at(section, at + 2)};
    if (program.number == kNetwork || program.map_pid == kAssociationPid) continue;
    sections_[program.map_pid];
    programs_.push_back(program);
  }
}

void ProgramMap::take_map(std::uint16_t pid, ByteView section) {
  constexpr std::size_t kFixedPart = 12;
  if (section.size() < kFixedPart + kCrcSize) return;
  const Program program = {.number = number_at(section, 3), .map_pid = pid};
  const std::vector<VideoStream> listed = videos_in(section);
  const bool is_sure = is_audio(section) && is_current(section);
  if (is_sure) videos_[program.number] = listed;
  if (choice_ && choice_->program_number != program.number) return;
  if (video_pid_) {
    const bool was_replaced =
        std::ranges::count(programs_, followed_) == 0 && std::ranges::count(programs_, program) > 0;
    if (!(program == followed_ || was_replaced) || !is_sure) return;
  }
  has_program_ = true;
  const std::size_t wanted = choice_ ? choice_->number : 0;
  for (const VideoStream& video : listed) {
    if (other_video_.empty()) other_video_ = video.other_kind;
    if (!video.other_kind.empty() || video.number != wanted) continue;
    video_pid_ = video.id;
    followed_ = program;
  }
}

}  // namespace counterpoint::mpeg
