// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/shaping_index.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "core/base/byte_reader.h"
#include "media/mpeg/gap_copier.h"

namespace counterpoint::mpeg {
namespace {

constexpr std::size_t kSliceOctets = 8;
constexpr std::size_t kEntryOctets = 2;

/// Eight chains at once, since a multiplication takes longer than a load.
std::uint64_t hash_octets(std::uint64_t seed, ByteView octets) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio
  constexpr int kTurn = 29;
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  std::array<std::uint64_t, 8> chains = {seed, seed + octets.size()};
  const auto take = [](std::uint64_t& chain, std::uint64_t word) { chain = std::rotl((chain ^ word) * kOdd, kTurn); };
  std::size_t at = 0;
  for (; at + chains.size() * kWord <= octets.size(); at += chains.size() * kWord) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < chains.size(); ++i) take(chains[i], load_bits(octets.data() + at + i * kWord));
  }
  for (; at < octets.size(); ++at) take(chains[at % chains.size()], octets[at]);
  std::uint64_t hash = seed;
  for (const std::uint64_t chain : chains) take(hash, chain);
  return hash ^ hash >> 32;
}

/// Adds what all of a step's `entries` lose. False when they leave the picture.
bool add_entries(ByteView entries, std::vector<std::uint16_t>& left_out) {
  std::size_t block = 0;
  for (std::size_t i = 0; i < entries.size(); i += kEntryOctets) {
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
      i += kEntryOctets;
    } while (i < entries.size() && entries[i] == 0);
    if (!share.grants(bits)) left_out[block] = static_cast<std::uint16_t>(left_out[block] + bits);
  }
  return true;
}

}  // namespace

std::uint64_t record_hash(ByteView unit, ByteView record) { return hash_octets(hash_octets(0, unit), record); }

std::optional<IndexedPicture> IndexedPicture::read(ByteView record, const PictureUnit& unit) {
  ByteReader reader(record);
  IndexedPicture picture;
  picture.slice_count_ = reader.u32();
  const std::uint32_t block_count = reader.u32();
  const std::uint32_t step_count = reader.u32();
  picture.slices_ = reader.view(std::size_t{picture.slice_count_} * kSliceOctets);
  picture.blocks_ = reader.view(block_count);
  std::uint64_t gone = 0;
  for (std::uint32_t i = 0; i < step_count && reader.ok(); ++i) {
    Step step;
    step.multiplier = reader.u8() + kStuffingStep;
    step.bits = reader.u32();
    step.entries = reader.view(std::size_t{reader.u32()} * kEntryOctets);
    (step.multiplier == kStuffingStep ? gone : picture.cut_bits_) += step.bits;
    picture.steps_.push_back(step);
  }
  ByteReader slices(picture.slices_);
  for (std::uint32_t i = 0; i < picture.slice_count_ && reader.ok(); ++i) {
    slices.skip(4);
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

std::array<double, kMultiplierGrid> IndexedPicture::kept_bits() const {
  std::array<double, kMultiplierGrid> kept{};
  for (const Step& step : steps_) {
    const MultiplierIndex last_that_keeps = std::min(step.multiplier, kMultiplierGrid) - 1;
    if (last_that_keeps >= 0) kept[static_cast<std::size_t>(last_that_keeps)] += step.bits;
  }
  for (std::size_t i = kept.size() - 1; i > 0; --i) kept[i - 1] += kept[i];
  return kept;
}

bool IndexedPicture::leave_out(Cut cut, LeftOut& left_out) const {
  return std::ranges::all_of(steps_, [&](const Step& step) {
    if (step.multiplier < cut.multiplier) return add_entries(step.entries, left_out);
    return step.multiplier > cut.multiplier || add_some_entries(step.entries, EvenShare(cut.more), left_out);
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
    const std::size_t end_block = block + slices.u32();
    const auto next_octet = static_cast<std::uint32_t>(unit.end_of(code));
    const std::uint32_t slice_end = next_octet * 8 - std::min(slices.u32() / 2, next_octet * 8);
    std::uint32_t block_end = unit.start_codes[code].offset * 8;
    if (end_block > left_out.size() || slice_end < block_end) return std::nullopt;
    bool sound = true;
    for (; block < end_block; ++block) {
      block_end += blocks_[block];
      sound &= copier.position() + left_out[block] <= block_end;
      copier.leave_out({block_end - left_out[block], block_end});
    }
    if (!sound || copier.position() > slice_end) return std::nullopt;
    copier.end_slice(slice_end, next_octet);
  }
  return copier.take();
}

Result<ShapingIndex> ShapingIndex::open(ByteView octets) {
  ByteReader reader(octets);
  if (!std::ranges::equal(reader.view(kShapingIndexMagic.size()), kShapingIndexMagic)) {
    return Error{ErrorKind::kMalformed, "no index of this version for shaping; make it again"};
  }
  ShapingIndex index;
  index.lifetime_weight_ = reader.u32();
  index.chrominance_weight_ = reader.u32();
  while (reader.ok() && reader.remaining() > 0) {
    Record record;
    record.hash = reader.u64();
    record.octets = reader.view(reader.u32());
    index.records_.push_back(record);
  }
  if (reader.ok()) return index;
  return Error{ErrorKind::kMalformed, "the index for shaping is truncated in the record of picture " +
                                          std::to_string(index.records_.size()) + "; make it again"};
}

bool ShapingIndex::is_for(const ShaperConfig& config) const {
  return lifetime_weight_ == std::bit_cast<std::uint32_t>(config.lifetime_weight) &&
         chrominance_weight_ == std::bit_cast<std::uint32_t>(config.chrominance_weight);
}

std::optional<IndexedPicture> ShapingIndex::find(std::size_t number, const PictureUnit& unit) const {
  if (number >= records_.size()) return std::nullopt;
  const Record& record = records_[number];
  if (record_hash(unit.view(), record.octets) != record.hash) return std::nullopt;
  return IndexedPicture::read(record.octets, unit);
}

}  // namespace counterpoint::mpeg
