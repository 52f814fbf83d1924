// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/frame_splitter.h"

#include <utility>

namespace counterpoint {
namespace {

/// closed_gop is the bit behind the 25 of the time code.
bool is_closed(ByteView group) {
  constexpr std::size_t kClosed = kMpegStartCodeSize + 3;
  return group.size() > kClosed && (group[kClosed] & 0x40) != 0;
}

std::vector<ByteView> cut(ByteView frame) {
  std::vector<ByteView> pictures;
  std::size_t begin = 0;
  bool has_picture = false;
  for_each_mpeg_unit(frame, [&](std::uint8_t code, ByteView unit) {
    const auto at = static_cast<std::size_t>(unit.data() - frame.data());
    if (has_picture && begins_mpeg_picture(code)) {
      pictures.push_back(frame.subspan(begin, at - begin));
      begin = at;
      has_picture = false;
    }
    if (code == kMpegPictureStart) has_picture = true;
  });
  if (has_picture) pictures.push_back(frame.subspan(begin));
  return pictures;
}

}  // namespace

void FrameSplitter::remember(ByteView headers) {
  Bytes sequence;
  bool over = false;
  for_each_mpeg_unit(headers, [&](std::uint8_t code, ByteView unit) {
    if (code == kMpegSequenceHeader) {
      sequence.clear();
      over = false;
    }
    const bool extends = code == kMpegExtensionStart && !sequence.empty();
    if (code == kMpegGroupStart || code == kMpegPictureStart) over = true;
    if (!over && (code == kMpegSequenceHeader || extends)) sequence.insert(sequence.end(), unit.begin(), unit.end());
  });
  if (!sequence.empty()) sequence_ = std::move(sequence);
}

std::vector<CodedPicture> FrameSplitter::split(ByteView frame) {
  std::vector<CodedPicture> pictures;
  for (const ByteView part : cut(frame)) {
    const auto header = read_mpeg_picture_header(part);
    if (!header) continue;
    CodedPicture picture{.data = Bytes(part.begin(), part.end()), .type = header->type};
    picture.second_field = header->is_field() && !pictures.empty();
    bool has_sequence = false;
    for_each_mpeg_unit(part, [&](std::uint8_t code, ByteView unit) {
      has_sequence |= code == kMpegSequenceHeader;
      if (code == kMpegGroupStart) picture.closed_group = is_closed(unit);
    });
    if (has_sequence) remember(part);
    const bool intra = header->type == MpegPictureType::kI || header->type == MpegPictureType::kD;
    picture.entry = intra && !picture.second_field && !sequence_.empty();
    if (picture.entry && !has_sequence) {
      picture.data.insert(picture.data.begin(), sequence_.begin(), sequence_.end());
    }
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

}  // namespace counterpoint
