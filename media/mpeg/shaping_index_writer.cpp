// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/shaping_index_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "media/mpeg/index/shaping_index.h"

namespace counterpoint::mpeg {
namespace {

constexpr std::uint32_t kMaxInEntry = 255;

/// The codes that one lambda cuts, in the order of blocks.
class StepEntries {
 public:
  void add(std::uint32_t block, std::uint32_t bits) {
    if (bits == 0) return;
    bits_ += bits;
    for (; block - block_ > kMaxInEntry; block_ += kMaxInEntry) add_entry(kMaxInEntry, 0);
    add_entry(block - std::exchange(block_, block), std::min(bits, kMaxInEntry));
    for (bits -= std::min(bits, kMaxInEntry); bits > 0; bits -= std::min(bits, kMaxInEntry)) {
      add_entry(0, std::min(bits, kMaxInEntry));
    }
  }
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] const Bytes& entries() const { return entries_; }
  void describe(LambdaIndex lambda, ByteWriter& record) const {
    constexpr std::uint32_t kHashToBeMade = 0;
    record.u8(static_cast<std::uint8_t>(lambda - kStuffingStep));
    record.u32(bits_);
    record.u32(static_cast<std::uint32_t>(entries_.size() / 2));
    record.u32(kHashToBeMade);
  }

 private:
  void add_entry(std::uint32_t blocks, std::uint32_t bits) {
    entries_.push_back(static_cast<std::uint8_t>(blocks));
    entries_.push_back(static_cast<std::uint8_t>(bits));
  }

  Bytes entries_;
  std::uint32_t block_ = 0;
  std::uint32_t bits_ = 0;
};

/// Describes one picture.
class RecordMaker {
 public:
  RecordMaker(const PictureUnit& unit, const ErrorWeights& error_weights)
      : unit_(unit), error_weights_(error_weights) {}

  Bytes make() {
    // From the likely lambdas down to where all is kept, and then up.
    LambdaIndex first = std::clamp(likely_first_lambda(unit_), 0, kLambdaGrid - kLambdas);
    parse(first);
    while (first > 0 && codes_.kept_bits_sum[0] < codes_.cut_bits) parse(first -= std::min(first, kLambdas));
    lay_out_blocks();
    for (; first < kLambdaGrid && kept_sum_ > 0; first += kLambdas) {
      parse(first);
      for (LambdaIndex i = std::max(first, next_); i < codes_.first_lambda + kLambdas; ++i) take_step(i);
    }
    take_step(kLambdaGrid);
    return record();
  }

 private:
  void parse(LambdaIndex first) { codes_ = parse_picture(unit_, error_weights_, first, std::move(codes_)); }
  StepEntries& step(LambdaIndex lambda) { return steps_[static_cast<std::size_t>(lambda - kStuffingStep)]; }

  /// Records the ends of each block's last code and of each piece of stuffing. Lengths that do not fit into a byte are
  /// split.
  void lay_out_blocks() {
    for (const Slice& slice : codes_.slices) {
      const std::size_t first_end = ends_.size();
      position_ = slice.first_byte * 8;
      std::uint32_t stuffing = slice.first_stuffing;
      const auto lay_out_stuffing_before = [&](std::uint32_t bit) {
        for (; stuffing < slice.end_stuffing && codes_.stuffing[stuffing].first < bit; ++stuffing) {
          advance(codes_.stuffing[stuffing].first, false);
          advance(codes_.stuffing[stuffing].end, true);
        }
      };
      for (std::uint32_t i = slice.first_block; i < slice.end_block; ++i) {
        const Block& block = codes_.blocks[i];
        lay_out_stuffing_before(block.floor_end);
        advance(block.floor_end + block.cut_bits, false);
        numbers_.push_back(static_cast<std::uint32_t>(ends_.size() - 1));
        kept_.push_back(block.cut_bits);
      }
      lay_out_stuffing_before(slice.end_bit);
      slices_.u32(slice.next_byte - slice.first_byte);
      slices_.u32(static_cast<std::uint32_t>(ends_.size() - first_end));
      slices_.u32((slice.next_byte * 8 - slice.end_bit) * 2 + (slice.damaged ? 1 : 0));
    }
    kept_sum_ = codes_.cut_bits;
  }
  void advance(std::uint32_t bit, bool leave_out) {
    do {
      const std::uint32_t bits = std::min(bit - position_, kMaxInEntry);
      position_ += bits;
      ends_.push_back(static_cast<std::uint8_t>(bits));
      if (leave_out) step(kStuffingStep).add(static_cast<std::uint32_t>(ends_.size() - 1), bits);
    } while (position_ < bit);
  }
  void take_step(LambdaIndex lambda) {
    for (std::size_t block = 0; block < kept_.size(); ++block) {
      // Rounding may let a lambda keep more than the one below it.
      const std::uint32_t kept = std::min(codes_.kept_at(block, lambda), kept_[block]);
      step(lambda).add(numbers_[block], kept_[block] - kept);
      kept_sum_ -= kept_[block] - kept;
      kept_[block] = kept;
    }
    next_ = lambda + 1;
  }
  Bytes record() {
    ByteWriter record;
    record.u32(static_cast<std::uint32_t>(codes_.slices.size()));
    record.u32(static_cast<std::uint32_t>(ends_.size()));
    record.u32(static_cast<std::uint32_t>(std::ranges::count(steps_, false, &StepEntries::empty)));
    record.view(slices_.written());
    record.view(ends_);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!steps_[i].empty()) steps_[i].describe(static_cast<LambdaIndex>(i) + kStuffingStep, record);
    }
    for (const StepEntries& step : steps_) record.view(step.entries());
    Bytes bytes = record.take();
    seal_record(bytes);
    return bytes;
  }

  const PictureUnit& unit_;
  const ErrorWeights& error_weights_;
  PictureCodes codes_;
  ByteWriter slices_;
  Bytes ends_;
  std::uint32_t position_ = 0;
  std::vector<std::uint32_t> numbers_;  ///< Number of each block among `ends_`.
  std::vector<std::uint32_t> kept_;     ///< Bits of each block kept by the last lambda.
  std::uint64_t kept_sum_ = 0;
  LambdaIndex next_ = 0;
  std::array<StepEntries, kLambdaGrid + 1 - kStuffingStep> steps_;
};

}  // namespace

ShapingIndexWriter::ShapingIndexWriter(const ShaperConfig& config) {
  head_.view(kShapingIndexMagic);
  head_.u32(std::bit_cast<std::uint32_t>(config.lifetime_weight));
  head_.u32(std::bit_cast<std::uint32_t>(config.chrominance_weight));
}

void ShapingIndexWriter::add(const PictureUnit& unit, const ErrorWeights& error_weights) {
  if (!unit.has_picture) return;
  const Bytes record = RecordMaker(unit, error_weights).make();
  const ByteView picture = picture_bytes(unit);
  list_.u64(bytes_hash(picture));
  list_.u32(static_cast<std::uint32_t>(picture.size()));
  list_.u32(record_hash(record));
  list_.u32(static_cast<std::uint32_t>(record.size()));
  records_.view(record);
  ++count_;
}

void ShapingIndexWriter::append(const ShapingIndexWriter& other) {
  list_.view(other.list_.written());
  records_.view(other.records_.written());
  count_ += other.count_;
}

Bytes ShapingIndexWriter::take() const {
  ByteWriter index(head_.size() + 8 + list_.size() + records_.size());
  index.view(head_.written());
  index.u32(count_);
  index.u32(static_cast<std::uint32_t>(bytes_hash(list_.written())));
  index.view(list_.written());
  index.view(records_.written());
  return index.take();
}

}  // namespace counterpoint::mpeg
