// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/picture_splitter.h"

#include <algorithm>
#include <string>
#include <utility>

#include "media/mpeg/bit_reader.h"

namespace counterpoint::mpeg {
namespace {

/// Larger than any level's picture, so that a stream without start codes cannot fill the memory.
constexpr std::size_t kLargestUnit = std::size_t{32} << 20;
constexpr std::size_t kLongestWithoutSequence = std::size_t{1} << 20;

}  // namespace

Result<void> PictureSplitter::push(ByteView octets) {
  // What comes after the end of a unit is moved once more, so no more than this is taken at once.
  constexpr std::size_t kPiece = 4096;
  for (std::size_t size = 0; !octets.empty(); octets = octets.subspan(size)) {
    size = std::min(octets.size(), kPiece);
    buffer_.insert(buffer_.end(), octets.begin(), octets.begin() + static_cast<std::ptrdiff_t>(size));
    take_start_codes();
  }
  if (system_start_code_) {
    return Error{ErrorKind::kMalformed, "octet " + std::to_string(*system_start_code_) +
                                            " starts a system stream, not video; give its video stream alone"};
  }
  if (!seen_sequence_ && complete_ + buffer_.size() > kLongestWithoutSequence) {
    return Error{ErrorKind::kMalformed,
                 "no MPEG-1 or MPEG-2 sequence header in the first megabyte; give an MPEG video elementary stream"};
  }
  if (buffer_.size() > kLargestUnit) {
    return Error{ErrorKind::kMalformed,
                 "a picture of more than 32 MiB; the stream is broken from octet " + std::to_string(complete_) + " on"};
  }
  return {};
}

void PictureSplitter::flush() {
  if (!buffer_.empty()) end_unit(buffer_.size());
}

Result<void> PictureSplitter::finish() {
  flush();
  if (seen_sequence_ && seen_picture_) return {};
  return Error{ErrorKind::kMalformed,
               "no MPEG-1 or MPEG-2 picture in the stream; give an MPEG video elementary stream"};
}

std::optional<PictureUnit> PictureSplitter::pop() {
  if (units_.empty()) return std::nullopt;
  PictureUnit unit = std::move(units_.front());
  units_.pop_front();
  return unit;
}

void PictureSplitter::take_start_codes() {
  for (;;) {
    const std::size_t offset = find_mpeg_start_code(buffer_, scanned_);
    if (offset == buffer_.size()) break;
    take_start_code(offset);
  }
  // The last octets may be the beginning of one.
  scanned_ = std::max(scanned_, buffer_.size() - std::min(buffer_.size(), kMpegStartCodeSize - 1));
}

void PictureSplitter::take_start_code(std::size_t offset) {
  const std::uint8_t value = buffer_[offset + kMpegStartCodeSize - 1];
  const bool is_slice = is_mpeg_slice(value);
  const bool ends_unit =
      slice_in_unit_ ? !is_slice && value != kMpegSequenceEnd : unit_.has_picture && value == kMpegPictureStart;
  if (ends_unit) {
    end_unit(offset);
    offset = 0;
  }
  unit_.start_codes.push_back({static_cast<std::uint32_t>(offset), value});
  unit_.has_picture |= value == kMpegPictureStart;
  unit_.starts_group |= value == kMpegSequenceHeader || value == kMpegGroupStart;
  slice_in_unit_ |= is_slice;
  seen_picture_ |= unit_.has_picture;
  seen_sequence_ |= value == kMpegSequenceHeader;
  // Behind a sequence header it is damage, which costs one slice.
  if (value >= kMpegSystemFirst && !seen_sequence_ && !system_start_code_) system_start_code_ = complete_ + offset;
  scanned_ = offset + kMpegStartCodeSize - 1;
}

void PictureSplitter::end_unit(std::size_t size) {
  const auto end = buffer_.begin() + static_cast<std::ptrdiff_t>(size);
  unit_.octets.reserve(size + kPadding);
  unit_.octets.assign(buffer_.begin(), end);
  unit_.octets.resize(size + kPadding);
  buffer_.erase(buffer_.begin(), end);
  unit_.size = size;
  for (std::size_t i = 0; i < unit_.start_codes.size(); ++i) {
    const StartCode code = unit_.start_codes[i];
    if (is_mpeg_slice(code.value)) continue;
    const std::size_t body = std::min(code.offset + kMpegStartCodeSize, unit_.end_of(i));
    headers_.read(code.value, unit_.view().subspan(body, unit_.end_of(i) - body));
  }
  unit_.headers = headers_;
  units_.push_back(std::exchange(unit_, {}));
  complete_ += size;
  scanned_ = 0;
  slice_in_unit_ = false;
}

}  // namespace counterpoint::mpeg
