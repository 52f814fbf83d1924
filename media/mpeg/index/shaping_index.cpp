// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/index/shaping_index.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/base/byte_reader.h"
#include "media/mpeg/cut/gap_copier.h"

namespace counterpoint::mpeg {
namespace {

constexpr std::size_t kCountsBytes = 12;
constexpr std::size_t kSliceBytes = 12;
constexpr std::size_t kStepBytes = 13;  ///< The last 4 bytes are the hash of its entries.
constexpr std::size_t kEntryBytes = 2;
constexpr std::size_t kRecordHeaderBytes = 20;  ///< In the list of records.

/// Loads a word in the same byte order on every processor.
std::uint64_t load_word(const std::uint8_t* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

/// Adds what all of a step's `entries` lose. False when they leave the picture.
bool add_entries(ByteView entries, std::vector<std::uint16_t>& left_out) {
  std::size_t block = 0;
  for (std::size_t i = 0; i < entries.size(); i += kEntryBytes) {
    block += entries[i];
    if (block >= left_out.size()) return false;
    left_out[block] = static_cast<std::uint16_t>(left_out[block] + entries[i + 1]);
  }
  return true;
}

/// The same, but for the bits that `share` grants.
bool add_some_entries(ByteView entries, EvenShare share, std::vector<std::uint16_t>& left_out) {
  std::size_t block = 0;
  for (std::size_t i = 0; i < entries.size();) {
    block += entries[i];
    if (block >= left_out.size()) return false;
    std::uint32_t bits = 0;
    do {
      bits += entries[i + 1];
      i += kEntryBytes;
    } while (i < entries.size() && entries[i] == 0);
    left_out[block] = static_cast<std::uint16_t>(left_out[block] + bits - share.grant(bits));
  }
  return true;
}

}  // namespace

std::uint64_t bytes_hash(ByteView bytes) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio
  constexpr int kTurn = 29;
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  std::array<std::uint64_t, 8> chains = {bytes.size()};
  const auto take = [](std::uint64_t& chain, std::uint64_t word) { chain = std::rotl((chain ^ word) * kOdd, kTurn); };
  // Eight chains at once, since a multiplication takes longer than a load.
  std::size_t at = 0;
  for (; at + chains.size() * kWord <= bytes.size(); at += chains.size() * kWord) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < chains.size(); ++i) take(chains[i], load_word(bytes.data() + at + i * kWord));
  }
  for (; at < bytes.size(); ++at) take(chains[at % chains.size()], bytes[at]);
  std::uint64_t hash = 0;
  for (const std::uint64_t chain : chains) take(hash, chain);
  return hash ^ hash >> 32;
}

ByteView picture_bytes(const PictureUnit& unit) {
  const auto picture = std::ranges::find(unit.start_codes, kMpegPictureStart, &StartCode::value);
  if (picture == unit.start_codes.end()) return {};
  std::size_t last = unit.start_codes.size() - 1;
  while (unit.start_codes[last].value == kMpegSequenceEnd) --last;
  return unit.view().subspan(picture->offset, unit.end_of(last) - picture->offset);
}

std::uint32_t record_hash(ByteView record) {
  ByteReader reader(record);
  const std::uint64_t slices = reader.u32();
  const std::uint64_t blocks = reader.u32();
  const std::uint64_t steps = reader.u32();
  const std::uint64_t head = kCountsBytes + slices * kSliceBytes + blocks + steps * kStepBytes;
  return static_cast<std::uint32_t>(bytes_hash(record.first(std::min<std::uint64_t>(head, record.size()))));
}

void seal_record(Bytes& record) {
  ByteReader reader(record);
  const std::size_t slices = reader.u32();
  const std::size_t blocks = reader.u32();
  const std::size_t steps = reader.u32();
  reader.skip(slices * kSliceBytes + blocks);
  ByteReader entries = reader;
  entries.skip(steps * kStepBytes);
  for (std::size_t i = 0; i < steps && entries.ok(); ++i) {
    reader.skip(5);
    const ByteView of_step = entries.view(std::size_t{reader.u32()} * kEntryBytes);
    const auto hash = static_cast<std::uint32_t>(bytes_hash(of_step));
    for (int shift = 24, at = static_cast<int>(reader.position()); shift >= 0 && entries.ok(); shift -= 8, ++at) {
      record[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(hash >> shift);
    }
    reader.skip(4);
  }
}

std::optional<IndexedPicture> IndexedPicture::read(ByteView record, const PictureUnit& unit) {
  ByteReader reader(record);
  IndexedPicture picture;
  picture.slice_count_ = reader.u32();
  const std::uint32_t block_count = reader.u32();
  const std::uint32_t step_count = reader.u32();
  picture.slices_ = reader.view(std::size_t{picture.slice_count_} * kSliceBytes);
  picture.blocks_ = reader.view(block_count);
  ByteReader steps(reader.view(std::size_t{step_count} * kStepBytes));
  std::uint64_t gone = 0;
  for (std::uint32_t i = 0; i < step_count && steps.ok() && reader.ok(); ++i) {
    Step step;
    step.lambda = steps.u8() + kStuffingStep;
    step.bits = steps.u32();
    step.entries = reader.view(std::size_t{steps.u32()} * kEntryBytes);
    step.hash = steps.u32();
    (step.lambda == kStuffingStep ? gone : picture.cut_bits_) += step.bits;
    picture.steps_.push_back(step);
  }
  ByteReader slices(picture.slices_);
  for (std::uint32_t i = 0; i < picture.slice_count_ && reader.ok(); ++i) {
    slices.skip(8);
    const std::uint32_t end = slices.u32();
    gone += end / 2 / 8 * 8;
    picture.damaged_slices_ += end % 2;
  }
  const std::uint64_t all = std::uint64_t{unit.size} * 8;
  const auto is_slice = [](StartCode code) { return is_mpeg_slice(code.value); };
  if (!reader.ok() || reader.remaining() != 0 || gone + picture.cut_bits_ > all ||
      std::ranges::count_if(unit.start_codes, is_slice) != picture.slice_count_) {
    return std::nullopt;
  }
  picture.original_bits_ = all - gone;
  return picture;
}

std::array<double, kLambdaGrid> IndexedPicture::kept_bits() const {
  std::array<double, kLambdaGrid> kept{};
  for (const Step& step : steps_) {
    const LambdaIndex last_that_keeps = std::min(step.lambda, kLambdaGrid) - 1;
    if (last_that_keeps >= 0) kept[static_cast<std::size_t>(last_that_keeps)] += step.bits;
  }
  for (std::size_t i = kept.size() - 1; i > 0; --i) kept[i - 1] += kept[i];
  return kept;
}

bool IndexedPicture::leave_out(Cut cut, LeftOut& left_out) const {
  return std::ranges::all_of(steps_, [&](const Step& step) {
    if (step.lambda > cut.lambda) return true;
    if (static_cast<std::uint32_t>(bytes_hash(step.entries)) != step.hash) return false;
    if (step.lambda < cut.lambda) return add_entries(step.entries, left_out);
    return add_some_entries(step.entries, EvenShare(cut.more), left_out);
  });
}

std::optional<Bytes> IndexedPicture::write(const PictureUnit& unit, Cut cut) const {
  LeftOut left_out(blocks_.size());
  if (!leave_out(cut, left_out)) return std::nullopt;
  GapCopier copier(unit.view(), blocks_.size());
  ByteReader slices(slices_);
  std::size_t block = 0;
  for (std::size_t code = 0; code < unit.start_codes.size(); ++code) {
    if (!is_mpeg_slice(unit.start_codes[code].value)) continue;
    slices.skip(4);
    const std::size_t end_block = block + slices.u32();
    const auto next_byte = static_cast<std::uint32_t>(unit.end_of(code));
    const std::uint32_t slice_end = next_byte * 8 - std::min(slices.u32() / 2, next_byte * 8);
    std::uint32_t block_end = unit.start_codes[code].offset * 8;
    if (end_block > left_out.size() || slice_end < block_end) return std::nullopt;
    bool audio = true;
    GapCopier::Gaps gaps = copier.start_slice();
    for (; block < end_block; ++block) {
      block_end += blocks_[block];
      audio &= gaps.position() + left_out[block] <= block_end;
      gaps.leave_out({block_end - left_out[block], block_end});
    }
    if (!audio || gaps.position() > slice_end) return std::nullopt;
    copier.end_slice(gaps, slice_end, next_byte);
  }
  return copier.take();
}

Result<ShapingIndex> ShapingIndex::open(ByteView bytes) {
  ByteReader reader(bytes);
  if (!std::ranges::equal(reader.view(kShapingIndexMagic.size()), kShapingIndexMagic)) {
    return Error{ErrorKind::kMalformed, "no index of this version for shaping; make it again"};
  }
  ShapingIndex index;
  index.lifetime_weight_ = reader.u32();
  index.chrominance_weight_ = reader.u32();
  const std::size_t count = reader.u32();
  const std::uint32_t list_hash = reader.u32();
  const ByteView list_bytes = reader.view(count * kRecordHeaderBytes);
  const bool is_whole = static_cast<std::uint32_t>(bytes_hash(list_bytes)) == list_hash;
  ByteReader list(list_bytes);
  for (std::size_t i = 0; i < count && list.ok() && reader.ok(); ++i) {
    Record record{.picture_hash = list.u64(), .picture_bytes = list.u32(), .hash = list.u32()};
    record.bytes = reader.view(list.u32());
    index.numbers_.emplace(record.picture_hash, i);
    index.records_.push_back(record);
  }
  if (is_whole && reader.ok() && reader.remaining() == 0) return index;
  return Error{ErrorKind::kMalformed, "the index for shaping is damaged; make it again"};
}

bool ShapingIndex::is_for(const ShaperConfig& config) const {
  return lifetime_weight_ == std::bit_cast<std::uint32_t>(config.lifetime_weight) &&
         chrominance_weight_ == std::bit_cast<std::uint32_t>(config.chrominance_weight);
}

std::vector<std::uint32_t> ShapingIndex::Record::slice_sizes() const {
  std::vector<std::uint32_t> sizes;
  if (!is_whole()) return sizes;
  ByteReader reader(bytes);
  const std::size_t count = reader.u32();
  reader.skip(kCountsBytes - 4);
  for (std::size_t i = 0; i < count && reader.ok(); ++i) {
    sizes.push_back(reader.u32());
    reader.skip(kSliceBytes - 4);
  }
  return sizes;
}

std::optional<std::size_t> ShapingIndex::find(std::uint64_t picture_hash) const {
  const auto found = numbers_.find(picture_hash);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<IndexedPicture> ShapingIndex::find(const PictureUnit& unit) const {
  if (!unit.has_picture) return std::nullopt;
  const auto number = find(unit.hash != 0 ? unit.hash : bytes_hash(picture_bytes(unit)));
  if (!number || !records_[*number].is_whole()) return std::nullopt;
  return IndexedPicture::read(records_[*number].bytes, unit);
}

}  // namespace counterpoint::mpeg
