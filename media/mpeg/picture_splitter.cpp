// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/picture_splitter.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "media/mpeg/bitstream/bit_reader.h"

namespace counterpoint::mpeg {
namespace {

/// Larger than any level's picture, so that a stream without start codes cannot fill the memory.
constexpr std::size_t kMaxUnit = std::size_t{32} << 20;
/// Limit of one step, since the bytes behind the end of a unit are moved once more.
constexpr std::size_t kPiece = 4096;
/// A recording may begin anywhere, and sequence headers may be rare.
constexpr std::size_t kMaxWithoutSequence = std::size_t{16} << 20;

constexpr const char* kNoSequenceBefore =
    "no MPEG-1 or MPEG-2 sequence header in front of its pictures; give a part that begins with one";

bool is_start_code(ByteView bytes, std::size_t offset) {
  return bytes.size() >= offset + kMpegStartCodeSize && bytes[offset] == 0 && bytes[offset + 1] == 0 &&
         bytes[offset + 2] == 1;
}

/// Takes the headers at the first `end` start codes of `unit`.
void read_headers(const PictureUnit& unit, std::size_t end, Headers& headers) {
  for (std::size_t i = 0; i < end; ++i) {
    const StartCode code = unit.start_codes[i];
    if (is_mpeg_slice(code.value)) continue;
    const std::size_t body = std::min(code.offset + kMpegStartCodeSize, unit.end_of(i));
    headers.read(code.value, unit.view().subspan(body, unit.end_of(i) - body));
  }
}

}  // namespace

Result<void> PictureSplitter::push(ByteView bytes) {
  for (std::size_t size = 0; !bytes.empty(); bytes = bytes.subspan(size)) {
    size = std::min(bytes.size(), kPiece);
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    take_start_codes();
  }
  if (system_start_code_) {
    return Error{ErrorKind::kMalformed, "byte " + std::to_string(*system_start_code_) +
                                            " starts a system stream, not video; give its video stream alone"};
  }
  if (!seen_sequence_ && complete_ + buffer_.size() > kMaxWithoutSequence) {
    if (seen_picture_) return Error{ErrorKind::kMalformed, kNoSequenceBefore};
    return Error{ErrorKind::kMalformed,
                 "no MPEG-1 or MPEG-2 sequence header in the first 16 MiB; give an MPEG video elementary stream"};
  }
  if (buffer_.size() > kMaxUnit) {
    return Error{ErrorKind::kMalformed,
                 "a picture of more than 32 MiB; the stream is broken from byte " + std::to_string(complete_) + " on"};
  }
  return {};
}

void PictureSplitter::flush() {
  if (expected_slices_end_) {
    take_known_slices();
    take_start_codes();
  }
  if (!buffer_.empty()) end_unit(buffer_.size());
  if (!units_.empty()) leading_ = false;
}

Result<void> PictureSplitter::finish() {
  flush();
  if (seen_sequence_ && seen_picture_) return {};
  if (seen_picture_) return Error{ErrorKind::kMalformed, kNoSequenceBefore};
  return Error{ErrorKind::kMalformed,
               "no MPEG-1 or MPEG-2 picture in the stream; give an MPEG video elementary stream"};
}

std::optional<PictureUnit> PictureSplitter::pop() {
  if (units_.empty() || leading_) return std::nullopt;
  PictureUnit unit = std::move(units_.front());
  units_.pop_front();
  return unit;
}

void PictureSplitter::take_start_codes() {
  for (;;) {
    if (expected_slices_end_) {
      if (buffer_.size() < *expected_slices_end_ + kMpegStartCodeSize) return;
      take_known_slices();
    }
    const std::size_t offset = find_mpeg_start_code(buffer_, scanned_);
    if (offset == buffer_.size()) break;
    take_start_code(offset);
  }
  // The last bytes may be the beginning of one.
  scanned_ = std::max(scanned_, buffer_.size() - std::min(buffer_.size(), kMpegStartCodeSize - 1));
}

void PictureSplitter::take_start_code(std::size_t offset) {
  const std::uint8_t value = buffer_[offset + kMpegStartCodeSize - 1];
  const bool is_slice = is_mpeg_slice(value);
  const bool ends_unit =
      slice_in_unit_ ? !is_slice && value != kMpegSequenceEnd : unit_.has_picture && value == kMpegPictureStart;
  if (ends_unit || (!is_slice && begins_inside_slice(offset))) {
    end_unit(offset);
    offset = 0;
  }
  unit_.start_codes.push_back({static_cast<std::uint32_t>(offset), value});
  if (is_slice && !slice_in_unit_ && unit_.has_picture && index_) expect_known_picture();
  unit_.has_picture |= value == kMpegPictureStart;
  unit_.starts_group |= value == kMpegSequenceHeader || value == kMpegGroupStart;
  slice_in_unit_ |= is_slice;
  seen_picture_ |= unit_.has_picture;
  seen_sequence_ |= value == kMpegSequenceHeader;
  // Behind a sequence header it is damage, which costs one slice.
  if (value >= kMpegSystemFirst && !seen_sequence_ && !system_start_code_) system_start_code_ = complete_ + offset;
  scanned_ = offset + kMpegStartCodeSize - 1;
}

/// True if the stream begins with bytes that belong to no start code, and `offset` is its first one.
bool PictureSplitter::begins_inside_slice(std::size_t offset) const {
  const ByteView before = ByteView(buffer_).first(offset);
  return complete_ == 0 && unit_.start_codes.empty() &&
         std::ranges::any_of(before, [](std::uint8_t byte) { return byte != 0; });
}

void PictureSplitter::expect_known_picture() {
  if (next_record_ >= index_->records().size()) return;
  const auto picture = std::ranges::find(unit_.start_codes, kMpegPictureStart, &StartCode::value);
  expected_slices_end_ = picture->offset + index_->records()[next_record_].picture_bytes;
  buffer_.reserve(std::min(*expected_slices_end_ + kPiece, kMaxUnit));
}

/// Takes the slices of the expected picture from the index. If another picture came, it takes nothing, and start codes
/// are searched for.
void PictureSplitter::take_known_slices() {
  const std::size_t end = *std::exchange(expected_slices_end_, std::nullopt);
  const ShapingIndex::Record& record = index_->records()[next_record_];
  const bool ends_there = end == buffer_.size() || is_start_code(buffer_, end);
  if (!ends_there ||
      bytes_hash(ByteView(buffer_).subspan(end - record.picture_bytes, record.picture_bytes)) != record.picture_hash) {
    return;
  }
  std::vector<StartCode> slices;
  std::size_t offset = unit_.start_codes.back().offset;
  for (const std::uint32_t size : record.slice_sizes()) {
    if (!is_start_code(buffer_, offset)) return;
    slices.push_back({static_cast<std::uint32_t>(offset), buffer_[offset + kMpegStartCodeSize - 1]});
    offset += size;
  }
  if (offset != end || slices.empty()) return;
  unit_.start_codes.insert(unit_.start_codes.end(), slices.begin() + 1, slices.end());
  unit_.hash = record.picture_hash;
  scanned_ = end;
}

void PictureSplitter::follow_index() {
  const bool expected = unit_.hash != 0;
  if (!expected) unit_.hash = bytes_hash(picture_bytes(unit_));
  next_record_ = expected ? next_record_ + 1 : index_->find(unit_.hash).value_or(next_record_) + 1;
}

void PictureSplitter::end_unit(std::size_t size) {
  const auto end = buffer_.begin() + static_cast<std::ptrdiff_t>(size);
  Bytes rest;
  // Room for as much as the unit took, since growing is copying.
  rest.reserve(buffer_.size());
  rest.assign(end, buffer_.end());
  unit_.bytes = std::exchange(buffer_, std::move(rest));
  unit_.bytes.resize(size);
  unit_.bytes.resize(size + kPadding);
  unit_.size = size;
  read_headers(unit_, unit_.start_codes.size(), headers_);
  unit_.headers = headers_;
  if (index_ && unit_.has_picture) follow_index();
  units_.push_back(std::exchange(unit_, {}));
  if (leading_ && headers_.sequence()) describe_leading();
  complete_ += size;
  scanned_ = 0;
  slice_in_unit_ = false;
}

/// The last unit has the first sequence header.
void PictureSplitter::describe_leading() {
  leading_ = false;
  const PictureUnit& last = units_.back();
  const auto picture = std::ranges::find(last.start_codes, kMpegPictureStart, &StartCode::value);
  Headers headers;
  read_headers(last, static_cast<std::size_t>(picture - last.start_codes.begin()), headers);
  for (std::size_t i = 0; i + 1 < units_.size(); ++i) {
    read_headers(units_[i], units_[i].start_codes.size(), headers);
    units_[i].headers = headers;
  }
}

}  // namespace counterpoint::mpeg
