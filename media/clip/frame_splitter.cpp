// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/frame_splitter.h"

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {

/// closed_gop is the bit behind the 25 of the time code.
bool is_closed(ByteView group) {
  constexpr std::size_t kClosed = kMpegStartCodeSize + 3;
  return group.size() > kClosed && (group[kClosed] & 0x40) != 0;
}

bool has_sequence_header(const mpeg::PictureUnit& unit) {
  return std::ranges::count(unit.start_codes, kMpegSequenceHeader, &mpeg::StartCode::value) > 0;
}

}  // namespace

void FrameSplitter::remember_sequence(const mpeg::PictureUnit& unit) {
  sequence_ = {};
  for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
    const auto [offset, value] = unit.start_codes[i];
    if (value == kMpegSequenceHeader) sequence_ = {};
    const bool extends = value == kMpegExtensionStart && !sequence_.bytes.empty();
    if ((value == kMpegGroupStart || value == kMpegPictureStart) && !sequence_.bytes.empty()) break;
    if (value != kMpegSequenceHeader && !extends) continue;
    sequence_.start_codes.push_back({static_cast<std::uint32_t>(sequence_.bytes.size()), value});
    sequence_.bytes.insert(sequence_.bytes.end(), unit.bytes.begin() + offset,
                           unit.bytes.begin() + static_cast<std::ptrdiff_t>(unit.end_of(i)));
  }
}

void FrameSplitter::repeat_sequence(mpeg::PictureUnit& unit) const {
  unit.bytes.insert(unit.bytes.begin(), sequence_.bytes.begin(), sequence_.bytes.end());
  unit.size += sequence_.bytes.size();
  for (mpeg::StartCode& code : unit.start_codes) code.offset += static_cast<std::uint32_t>(sequence_.bytes.size());
  unit.start_codes.insert(unit.start_codes.begin(), sequence_.start_codes.begin(), sequence_.start_codes.end());
  unit.starts_group = true;
}

std::vector<CodedPicture> FrameSplitter::split(ByteView frame) {
  // Bytes that cannot be video hold no pictures, so the error says nothing more.
  static_cast<void>(splitter_.push(frame));
  splitter_.flush();
  std::vector<CodedPicture> pictures;
  while (auto unit = splitter_.pop()) {
    const bool has_sequence = has_sequence_header(*unit);
    if (has_sequence) remember_sequence(*unit);
    const auto header = read_mpeg_picture_header(unit->view());
    if (!header) continue;
    CodedPicture picture{.unit = std::move(*unit), .type = header->type};
    picture.second_field = header->is_field() && !pictures.empty();
    for (std::size_t i = 0; i < picture.unit.start_codes.size(); ++i) {
      const auto [offset, value] = picture.unit.start_codes[i];
      if (value == kMpegGroupStart) picture.closed_group = is_closed(picture.unit.view().subspan(offset));
    }
    const bool intra = header->type == MpegPictureType::kI || header->type == MpegPictureType::kD;
    picture.entry = intra && !picture.second_field && !sequence_.bytes.empty();
    if (picture.entry && !has_sequence) repeat_sequence(picture.unit);
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

}  // namespace counterpoint
