// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/cut/block_scan.h"

#include <bit>
#include <cstring>

#include "media/mpeg/bitstream/bit_reader.h"

namespace counterpoint::mpeg {
namespace {

constexpr std::uint32_t kLuminanceBlocks = 4;

struct LongCode {
  std::uint32_t length = 0;  ///< 0: no code.
  std::uint32_t skip = 0;
  int level = 0;
};

/// An escape (7.2.2.3) or a code of more than kDctBits bits.
LongCode read_long_code(std::uint64_t window, const BlockKind& kind) {
  const auto bits = [&](unsigned first, unsigned n) { return static_cast<std::uint32_t>(window << first >> (64 - n)); };
  if (bits(0, 7) == 0) {
    const RunLevel code = kind.tables->longer[bits(7, 10)];
    return {code.length, code.run + 1U, code.level};
  }
  if (bits(0, kDctEscapeLength) != kDctEscape) return {};
  const std::uint32_t skip = bits(6, 6) + 1;
  if (!kind.mpeg1_escape) {
    const auto level = static_cast<int>(bits(12, 12));
    const int magnitude = level < 2048 ? level : 4096 - level;
    return {magnitude % 2048 == 0 ? 0U : 24U, skip, magnitude};
  }
  const auto level = static_cast<int>(bits(12, 8));
  if (level % 128 != 0) return {20, skip, level < 128 ? level : 256 - level};
  const auto more = static_cast<int>(bits(20, 8));
  const int magnitude = level == 0 ? more : 256 - more;
  return {more == 0 ? 0U : 28U, skip, magnitude};
}

/// Cost of a code of each length, for every lambda.
constexpr std::array<Lanes, 29> kCosts = [] {
  std::array<Lanes, 29> costs{};
  for (std::size_t length = 0; length < costs.size(); ++length) {
    const auto units = static_cast<std::int16_t>(length * kUnitsPerBit);
    costs[length] = Lanes{units, units, units, units, units, units, units, units};
  }
  return costs;
}();

/// Follows one block for all lambdas at once. Each lambda keeps the prefix of codes with the largest energy (in bits
/// that this lambda would pay for it) less bits; of equal ones the longest.
class Breakpoints {
 public:
  /// The next code, whose row of Gains is `gain`. One of length 0 that gains nothing leaves all as it is.
  [[gnu::always_inline]] void take(std::uint32_t length, const Lanes& gain) {
    constexpr Lanes kZero = {};
    const Lanes cost = kCosts[length];
    const Lanes deficit = deficit_ + (cost - gain);
    deficit_ = deficit > kZero ? deficit : kZero;
    behind_ = (behind_ + cost) & (deficit_ > kZero);
  }
  /// Stores the bits that each lambda keeps of a block of `bits`.
  void store(std::uint32_t bits, KeptBits& kept) const {
    const Lanes all = Lanes{} + static_cast<std::int16_t>(bits);
    const Lanes behind = all - behind_ / kUnitsPerBit;
    std::memcpy(kept.data(), &behind, sizeof behind);
  }

 private:
  Lanes deficit_ = {};  ///< Excess of the best prefix over all codes taken so far.
  Lanes behind_ = {};   ///< The bits behind the best prefix.
};

/// Reads a block's codes in order.
template <bool kIntra>
class BlockScanner {
 public:
  BlockScanner(BitReader& bits, const ScanWeights& weights, const BlockKind& kind)
      : bits_(bits), weights_(weights.data()), tables_(*kind.tables), kind_(kind) {}

  /// False when the block is broken.
  [[gnu::always_inline]] bool scan(BlockSink& sink) {
    if (!kIntra && !take_first()) return false;
    const std::uint32_t floor_end = kIntra ? bits_.position() : floor_end_;
    while (place_ <= kLastPlace) {
      bits_.fill();
      if (!take(tables_.entries[bits_.window() >> (64 - kDctBits)])) return false;
      if (place_ > kLastPlace) break;
      // The register still holds enough for a second look-up.
      if (!take(tables_.entries[bits_.window() >> (64 - kDctBits)])) return false;
    }
    const std::uint32_t cut_bits = bits_.position() - floor_end - tables_.end_of_block_length;
    *sink.block = {floor_end, cut_bits};
    breakpoints_.store(cut_bits, *sink.kept);
    const std::ptrdiff_t has_more = cut_bits > 0 ? 1 : 0;
    sink.block += has_more;
    sink.kept += has_more;
    return place_ >= DctCodes::kEndOfBlock && place_ <= DctCodes::kEndOfBlock + kLastPlace;
  }

 private:
  static constexpr std::uint32_t kLastPlace = 64;

  /// The first code of a non-intra block stays.
  [[gnu::always_inline]] bool take_first() {
    bits_.fill();
    const std::uint32_t position = bits_.position();
    const DctEntry entry = tables_.first_entries[bits_.window() >> (64 - kDctBits)];
    if (entry.is_none()) {
      const LongCode code = read_long_code(bits_.window(), kind_);
      bits_.drop(code.length);
      place_ = code.skip;
      floor_end_ = position + code.length;
      return code.length != 0;
    }
    bits_.drop_modulo(entry.length_modulo());
    const DctCodes& codes = tables_.found[entry.number()];
    floor_end_ = position + codes.first_length;
    breakpoints_.take(codes.second_length, gain(codes.second_level, codes.second_skip));
    place_ = codes.advance;
    return true;
  }
  [[gnu::always_inline]] bool take(DctEntry entry) {
    if (entry.is_none()) return take_long();
    bits_.drop_modulo(entry.length_modulo());
    const DctCodes& codes = tables_.found[entry.number()];
    breakpoints_.take(codes.first_length, gain(codes.first_level, place_ + codes.first_skip));
    breakpoints_.take(codes.second_length, gain(codes.second_level, place_ + codes.second_skip));
    place_ += codes.advance;
    return true;
  }
  [[gnu::always_inline]] bool take_long() {
    bits_.fill();
    const LongCode code = read_long_code(bits_.window(), kind_);
    place_ += code.skip;
    if (code.length == 0 || place_ > kLastPlace) return false;
    breakpoints_.take(code.length, gain(code.level, place_));
    bits_.drop(code.length);
    return true;
  }
  [[nodiscard]] const Lanes& gain(std::size_t level, std::size_t place) const {
    const RowOffset row = kind_.levels[level] + weights_[place];
    return *reinterpret_cast<const Lanes*>(reinterpret_cast<const std::uint8_t*>(kind_.gains) + row);
  }

  BitReader& bits_;
  const RowOffset* weights_;
  const DctTables& tables_;
  const BlockKind& kind_;
  Breakpoints breakpoints_;
  /// Place of the last coefficient, from 1; DctCodes::kEndOfBlock more at the end.
  std::uint32_t place_ = kIntra ? 1 : 0;
  std::uint32_t floor_end_ = 0;
};

}  // namespace

bool scan_intra_blocks(BitReader& reader, std::uint32_t end, std::uint32_t count, const BlockKind& kind,
                       BlockSink& sink) {
  BitReader bits = reader;
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool luminance = i < kLuminanceBlocks;
    const VlcEntry size = luminance ? kDctDcSizeLuminance[bits.peek(9)] : kDctDcSizeChrominance[bits.peek(10)];
    if (size.length == 0) return false;
    bits.drop(size.length + static_cast<unsigned>(size.value));
    if (!BlockScanner<true>(bits, luminance ? *kind.luminance : *kind.chrominance, kind).scan(sink)) return false;
    if (bits.position() > end) return false;
  }
  reader = bits;
  return true;
}

bool scan_non_intra_blocks(BitReader& reader, std::uint32_t end, std::uint32_t pattern, std::uint32_t count,
                           const BlockKind& kind, BlockSink& sink) {
  BitReader bits = reader;
  while (pattern != 0) {
    const std::uint32_t left = static_cast<std::uint32_t>(std::bit_width(pattern));
    const bool luminance = count - left < kLuminanceBlocks;
    if (!BlockScanner<false>(bits, luminance ? *kind.luminance : *kind.chrominance, kind).scan(sink)) return false;
    if (bits.position() > end) return false;
    pattern ^= 1U << (left - 1);
  }
  reader = bits;
  return true;
}

}  // namespace counterpoint::mpeg
