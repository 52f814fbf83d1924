// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/picture_unit.h"

#include <algorithm>
#include <utility>

#include "media/mpeg/bit_reader.h"

namespace counterpoint::mpeg {

double PictureUnit::seconds() const {
  if (!has_picture || !headers.sequence() || headers.sequence()->frame_rate_numerator == 0) return 0;
  const Sequence& sequence = *headers.sequence();
  const Picture& picture = headers.picture();
  const double frame =
      static_cast<double>(sequence.frame_rate_denominator) / static_cast<double>(sequence.frame_rate_numerator);
  if (picture.picture_structure != PictureStructure::kFrame) return frame / 2;
  if (!picture.repeat_first_field) return frame;
  if (sequence.progressive_sequence) return frame * (picture.top_field_first ? 3 : 2);
  return frame * 1.5;
}

void PictureSplitter::push(ByteView octets) {
  drop_taken_octets();
  buffer_.insert(buffer_.end(), octets.begin(), octets.end());
  received_ += octets.size();
  std::size_t at = find_mpeg_start_code(buffer_, scanned_);
  for (; at < buffer_.size(); at = find_mpeg_start_code(buffer_, at + 1)) {
    take_start_code({static_cast<std::uint32_t>(at), buffer_[at + kMpegStartCodeSize - 1]});
  }
  // The last octets may be the beginning of one.
  scanned_ = buffer_.size() - std::min(buffer_.size(), kMpegStartCodeSize - 1);
}

void PictureSplitter::drop_taken_octets() {
  // Not at each call: moving what is left costs as much as pushing it.
  if (taken_.octet < buffer_.size() / 2 || taken_.octet == 0) return;
  const std::size_t gone = taken_.octet;
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(gone));
  start_codes_.erase(start_codes_.begin(), start_codes_.begin() + static_cast<std::ptrdiff_t>(taken_.code));
  for (StartCode& code : start_codes_) code.offset -= static_cast<std::uint32_t>(gone);
  for (UnitEnd& end : unit_ends_) {
    end.octet -= gone;
    end.code -= taken_.code;
  }
  complete_ -= gone;
  scanned_ -= std::min(scanned_, gone);
  taken_ = {};
}

void PictureSplitter::take_start_code(StartCode code) {
  const bool is_slice = is_mpeg_slice(code.value);
  const bool ends_unit = slice_in_unit_ ? !is_slice && code.value != kMpegSequenceEnd
                                        : picture_in_unit_ && code.value == kMpegPictureStart;
  if (ends_unit) end_unit(code.offset, start_codes_.size());
  slice_in_unit_ |= is_slice;
  picture_in_unit_ |= code.value == kMpegPictureStart;
  seen_picture_ |= picture_in_unit_;
  seen_sequence_ |= code.value == kMpegSequenceHeader;
  if (code.value >= kMpegSystemFirst && !system_start_code_) {
    system_start_code_ = received_ - buffer_.size() + code.offset;
  }
  start_codes_.push_back(code);
}

void PictureSplitter::end_unit(std::size_t octet, std::size_t code) {
  unit_ends_.push_back({octet, code});
  complete_ = octet;
  slice_in_unit_ = picture_in_unit_ = false;
}

void PictureSplitter::finish() {
  if (unfinished() > 0) end_unit(buffer_.size(), start_codes_.size());
}

std::optional<PictureUnit> PictureSplitter::pop() {
  if (unit_ends_.empty()) return std::nullopt;
  const UnitEnd end = unit_ends_.front();
  unit_ends_.pop_front();
  PictureUnit unit;
  unit.size = end.octet - taken_.octet;
  unit.octets.reserve(unit.size + kPadding);
  unit.octets.assign(buffer_.begin() + static_cast<std::ptrdiff_t>(taken_.octet),
                     buffer_.begin() + static_cast<std::ptrdiff_t>(end.octet));
  unit.octets.resize(unit.size + kPadding);
  unit.start_codes.assign(start_codes_.begin() + static_cast<std::ptrdiff_t>(taken_.code),
                          start_codes_.begin() + static_cast<std::ptrdiff_t>(end.code));
  for (StartCode& code : unit.start_codes) code.offset -= static_cast<std::uint32_t>(taken_.octet);
  for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
    const StartCode code = unit.start_codes[i];
    if (is_mpeg_slice(code.value)) continue;
    unit.has_picture |= code.value == kMpegPictureStart;
    unit.starts_group |= code.value == kMpegSequenceHeader || code.value == kMpegGroupStart;
    const std::size_t body = std::min(code.offset + kMpegStartCodeSize, unit.end_of(i));
    headers_.read(code.value, unit.view().subspan(body, unit.end_of(i) - body));
  }
  unit.headers = headers_;
  taken_ = end;
  return unit;
}

}  // namespace counterpoint::mpeg
