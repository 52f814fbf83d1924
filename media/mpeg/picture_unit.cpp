// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/picture_unit.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "media/mpeg/bit_reader.h"

namespace counterpoint::mpeg {
namespace {

constexpr std::size_t kStartCodeSize = 4;

}  // namespace

void PictureSplitter::push(ByteView octets) {
  drop_taken_octets();
  buffer_.insert(buffer_.end(), octets.begin(), octets.end());
  received_ += octets.size();
  const std::uint8_t* const data = buffer_.data();
  while (scanned_ + kStartCodeSize <= buffer_.size()) {
    // The octet 01 of the prefix is rarer than zeros are.
    const void* const one = std::memchr(data + scanned_ + 2, 1, buffer_.size() - 1 - (scanned_ + 2));
    if (one == nullptr) {
      scanned_ = buffer_.size() - (kStartCodeSize - 1);
      return;
    }
    const auto at = static_cast<std::size_t>(static_cast<const std::uint8_t*>(one) - data);
    if (data[at - 1] == 0 && data[at - 2] == 0) {
      take_start_code({static_cast<std::uint32_t>(at - 2), data[at + 1]});
    }
    scanned_ = at - 1;
  }
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
  const bool is_slice = start_code::is_slice(code.value);
  const bool ends_unit = slice_in_unit_ ? !is_slice && code.value != start_code::kSequenceEnd
                                        : picture_in_unit_ && code.value == start_code::kPicture;
  if (ends_unit) end_unit(code.offset, start_codes_.size());
  slice_in_unit_ |= is_slice;
  picture_in_unit_ |= code.value == start_code::kPicture;
  seen_picture_ |= picture_in_unit_;
  seen_sequence_ |= code.value == start_code::kSequenceHeader;
  if (code.value >= start_code::kSystemFirst && !system_start_code_) {
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
    if (start_code::is_slice(code.value)) continue;
    unit.has_picture |= code.value == start_code::kPicture;
    unit.starts_group |= code.value == start_code::kSequenceHeader || code.value == start_code::kGroup;
    const std::size_t body = std::min(code.offset + kStartCodeSize, unit.end_of(i));
    headers_.read(code.value, unit.view().subspan(body, unit.end_of(i) - body));
  }
  unit.headers = headers_;
  taken_ = end;
  return unit;
}

}  // namespace counterpoint::mpeg
