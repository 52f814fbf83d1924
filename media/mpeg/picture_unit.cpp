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
  if (begin_ > 0) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(begin_));
    for (StartCode& code : start_codes_) code.offset -= static_cast<std::uint32_t>(begin_);
    scanned_ -= begin_;
    begin_ = 0;
  }
  buffer_.insert(buffer_.end(), octets.begin(), octets.end());
  find_start_codes();
}

void PictureSplitter::find_start_codes() {
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
      start_codes_.push_back({static_cast<std::uint32_t>(at - 2), data[at + 1]});
    }
    scanned_ = at - 1;
  }
}

bool PictureSplitter::ends_unit(std::uint8_t code) const {
  if (!seen_slice_) return code == start_code::kPicture && seen_picture_;
  return !start_code::is_slice(code) && code != start_code::kSequenceEnd;
}

std::optional<PictureUnit> PictureSplitter::pop() {
  for (; unit_codes_ < start_codes_.size(); ++unit_codes_) {
    const StartCode code = start_codes_[unit_codes_];
    if (ends_unit(code.value)) return take(code.offset);
    seen_slice_ = seen_slice_ || start_code::is_slice(code.value);
    seen_picture_ = seen_picture_ || code.value == start_code::kPicture;
  }
  if (finished_ && held() > 0) return take(buffer_.size());
  return std::nullopt;
}

PictureUnit PictureSplitter::take(std::size_t end) {
  PictureUnit unit;
  unit.size = end - begin_;
  unit.octets.reserve(unit.size + kPadding);
  unit.octets.assign(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
                     buffer_.begin() + static_cast<std::ptrdiff_t>(end));
  unit.octets.resize(unit.size + kPadding);
  const auto codes_end = start_codes_.begin() + static_cast<std::ptrdiff_t>(unit_codes_);
  unit.start_codes.assign(start_codes_.begin(), codes_end);
  start_codes_.erase(start_codes_.begin(), codes_end);
  for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
    StartCode& code = unit.start_codes[i];
    code.offset -= static_cast<std::uint32_t>(begin_);
    if (start_code::is_slice(code.value)) continue;
    unit.starts_group |= code.value == start_code::kSequenceHeader || code.value == start_code::kGroup;
  }
  for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
    const StartCode code = unit.start_codes[i];
    if (start_code::is_slice(code.value)) continue;
    const std::size_t body = std::min(code.offset + kStartCodeSize, unit.end_of(i));
    headers_.read(code.value, unit.view().subspan(body, unit.end_of(i) - body));
  }
  unit.headers = headers_;
  unit.has_picture = seen_picture_;
  begin_ = end;
  unit_codes_ = 0;
  seen_slice_ = seen_picture_ = false;
  return unit;
}

}  // namespace counterpoint::mpeg
