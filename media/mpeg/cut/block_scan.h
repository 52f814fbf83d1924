// SPDX-License-Identifier: GPL-3.0-or-later
// Scans the blocks of a macroblock (7.2) and finds the breakpoint of each for each of a picture's lambdas. This is
// where the time goes: it is all inlined into the parser of slices, so that the reader's bits stay in registers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "media/mpeg/bitstream/bit_reader.h"
#include "media/mpeg/bitstream/vlc_tables.h"
#include "media/mpeg/cut/gains.h"
#include "media/mpeg/cut/picture_codes.h"

namespace counterpoint::mpeg {

/// Look-ups between two checks of the place in the block.
inline constexpr std::uint32_t kLookUpsAtOnce = 3;
/// The squared weights of the quantiser matrix, as logarithms, in scan order: [1] is the first place. Behind the places
/// of a block, which a broken one may go beyond by a block's length with each look-up before that is noticed, stands
/// what a look-up without a code finds.
using ScanWeights = std::array<RowOffset, DctCodes::kNoCode + kLookUpsAtOnce * 64 + 1>;

/// DctCodes with what scanning needs of each code.
struct alignas(16) ScanCodes {
  std::int32_t first_cost = 0;
  std::int32_t second_cost = 0;
  std::uint16_t first_level = 0;  ///< Gains::levels()
  std::uint16_t second_level = 0;
  std::uint8_t first_skip = 0;
  std::uint8_t second_skip = 0;
  std::uint8_t advance = 0;
  std::uint8_t first_length = 0;
};

/// Syntax and weights of the blocks of a macroblock.
struct BlockKind {
  const DctTables* tables = nullptr;
  const ScanCodes* codes = nullptr;  ///< Those of DctTables::found.
  const ScanWeights* luminance = nullptr;
  const ScanWeights* chrominance = nullptr;
  const RowOffset* levels = nullptr;  ///< Gains::levels().
  const Lanes* gains = nullptr;       ///< Gains::rows(), whose factor holds the squared quantiser_scale.
  bool mpeg1_escape = false;          ///< Escapes of 20 or 28 bits instead of 24.

  static constexpr std::uint32_t kLuminanceBlocks = 4;

  /// Sets what depends on the kind alone.
  BlockKind(DctTable table, bool intra, bool has_mpeg1_escape);
};

/// Output of a slice's scan.
struct BlockSink {
  Block* block;
  KeptBits* kept;
};

/// A code that a look-up does not find.
struct LongCode {
  std::uint32_t length = 0;  ///< 0: no code.
  std::uint32_t skip = 0;
  int level = 0;
};
/// The escape (7.2.2.3) or the code of more than kDctBits bits that `window` begins with.
[[nodiscard]] LongCode read_long_code(std::uint64_t window, const BlockKind& kind);

/// Cost of a code of `length` bits: see Breakpoints.
constexpr std::int32_t scan_cost(std::uint32_t length) {
  return static_cast<std::int32_t>(length) * (kUnitsPerBit - 1);
}

/// Follows one block for all lambdas at once. Each lambda keeps the prefix of codes with the largest energy (in bits
/// that this lambda would pay for it) less bits; of equal ones the longest.
///
/// Two numbers share a lane: the excess of the best prefix over all codes taken so far, less the number of bits behind
/// this prefix. The excess is a multiple of kGainStep, which is more than the bits of any block. So the lane is above 0
/// exactly while the excess is, and 0 when all codes are the best prefix.
class Breakpoints {
 public:
  /// The next code, which costs scan_cost() and whose row of Gains is `gain`. One that costs and gains nothing leaves
  /// all as it is.
  [[gnu::always_inline]] void take(std::int32_t cost, const Lanes& gain) {
    constexpr Lanes kZero = {};
    const Lanes excess = excess_ + cost - gain;
    excess_ = excess > kZero ? excess : kZero;
  }
  /// Stores the bits that each lambda keeps of a block of `bits`.
  [[gnu::always_inline]] void store(std::uint32_t bits, KeptBits& kept) const {
    const Lanes behind = -excess_ & (kGainStep - 1);
    const Lanes kept_bits = static_cast<std::int32_t>(bits) - behind;
    using Narrow = std::uint16_t __attribute__((vector_size(2 * kLambdas)));
    const Narrow narrow = __builtin_convertvector(kept_bits, Narrow);
    std::memcpy(kept.data(), &narrow, sizeof narrow);
  }

 private:
  Lanes excess_ = {};
};

/// Reads a block's codes in order.
template <bool kIntra>
class BlockScanner {
 public:
  BlockScanner(BitReader& bits, const ScanWeights& weights, const BlockKind& kind)
      : bits_(bits), start_(weights.data()), kind_(kind) {}

  /// False when the block is broken.
  [[gnu::always_inline]] bool scan(BlockSink& sink) {
    DctEntry entry = kIntra ? start_intra() : take_first();
    while (!entry.ends_block()) {
      if (entry.is_none() && !take_long()) return false;
      if (last_ > start_ + kLastPlace) return false;
      // The register holds enough for these look-ups.
      bits_.fill();
      entry = take();
      if (entry.goes_on()) entry = take();
      if (entry.goes_on()) entry = take();
    }
    const std::uint32_t cut_bits = bits_.position() - floor_end_ - kind_.tables->end_of_block_length;
    *sink.block = {floor_end_, cut_bits};
    breakpoints_.store(cut_bits, *sink.kept);
    const std::ptrdiff_t has_more = cut_bits > 0 ? 1 : 0;
    sink.block += has_more;
    sink.kept += has_more;
    return last_ <= start_ + kLastPlace;
  }

 private:
  static constexpr std::ptrdiff_t kLastPlace = 64;
  static constexpr DctEntry kGoesOn = DctEntry(1, 0, false);
  static_assert(kLookUpsAtOnce == 3 && kLookUpsAtOnce * (kDctBits + 1) <= 56);

  [[gnu::always_inline]] DctEntry start_intra() {
    floor_end_ = bits_.position();
    last_ = start_ + 1;
    return kGoesOn;
  }
  /// The first code of a non-intra block stays. "1s" is run 0, level 1 there, which is "11s" elsewhere, since no block
  /// ends before it has a code.
  [[gnu::always_inline]] DctEntry take_first() {
    bits_.fill();
    const std::uint32_t position = bits_.position();
    const std::uint64_t one = bits_.window() >> 63;
    const DctEntry entry = kind_.tables->entries[(bits_.window() >> one | one << 63) >> (64 - kDctBits)];
    if (entry.is_none()) {
      const LongCode code = read_long_code(bits_.window(), kind_);
      bits_.drop(code.length);
      last_ = start_ + (code.length != 0 ? code.skip : kLastPlace + 1);
      floor_end_ = position + code.length;
      return kGoesOn;
    }
    bits_.drop_modulo(entry.length_modulo() - static_cast<unsigned>(one));
    const ScanCodes& codes = kind_.codes[entry.number()];
    floor_end_ = position + codes.first_length - static_cast<std::uint32_t>(one);
    last_ = start_;
    breakpoints_.take(codes.second_cost, gain(codes.second_level, codes.second_skip));
    last_ += codes.advance;
    return entry;
  }
  [[gnu::always_inline]] DctEntry take() {
    const DctEntry entry = kind_.tables->entries[bits_.window() >> (64 - kDctBits)];
    bits_.drop_modulo(entry.length_modulo());
    const ScanCodes& codes = kind_.codes[entry.number()];
    breakpoints_.take(codes.first_cost, gain(codes.first_level, codes.first_skip));
    breakpoints_.take(codes.second_cost, gain(codes.second_level, codes.second_skip));
    last_ += codes.advance;
    return entry;
  }
  [[gnu::always_inline]] bool take_long() {
    bits_.fill();
    const LongCode code = read_long_code(bits_.window(), kind_);
    if (code.length == 0 || last_ - start_ + code.skip > kLastPlace) return false;
    last_ += code.skip;
    breakpoints_.take(scan_cost(code.length), gain(kind_.levels[code.level], 0));
    bits_.drop(code.length);
    return true;
  }
  /// The row for a level whose coefficient is `skip` places behind the last one.
  [[nodiscard]] const Lanes& gain(RowOffset level, std::size_t skip) const {
    return *reinterpret_cast<const Lanes*>(reinterpret_cast<const std::uint8_t*>(kind_.gains) + (level + last_[skip]));
  }

  BitReader& bits_;
  const RowOffset* start_;
  const RowOffset* last_ = nullptr;  ///< The weight of the last coefficient's place.
  const BlockKind& kind_;
  Breakpoints breakpoints_;
  std::uint32_t floor_end_ = 0;
};

/// Scans the `count` blocks of an intra macroblock. `bits` stands behind the last one then. False when one is broken.
/// Reads at most kPadding bytes beyond bit `end`, whatever they hold.
[[nodiscard]] inline bool scan_intra_blocks(BitReader& bits, std::uint32_t end, std::uint32_t count,
                                            const BlockKind& kind, BlockSink& sink) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool luminance = i < BlockKind::kLuminanceBlocks;
    const VlcEntry size = luminance ? kDctDcSizeLuminance[bits.peek(9)] : kDctDcSizeChrominance[bits.peek(10)];
    if (size.length == 0) return false;
    bits.drop(size.length + static_cast<unsigned>(size.value));
    if (!BlockScanner<true>(bits, luminance ? *kind.luminance : *kind.chrominance, kind).scan(sink)) return false;
    if (bits.position() > end) return false;
  }
  return true;
}

/// The same of a macroblock that is not intra, with those blocks whose bits are set in `pattern`: bit `count` - 1 is
/// the first block.
[[nodiscard]] inline bool scan_non_intra_blocks(BitReader& bits, std::uint32_t end, std::uint32_t pattern,
                                                std::uint32_t count, const BlockKind& kind, BlockSink& sink) {
  while (pattern != 0) {
    const std::uint32_t left = static_cast<std::uint32_t>(std::bit_width(pattern));
    const bool luminance = count - left < BlockKind::kLuminanceBlocks;
    if (!BlockScanner<false>(bits, luminance ? *kind.luminance : *kind.chrominance, kind).scan(sink)) return false;
    if (bits.position() > end) return false;
    pattern ^= 1U << (left - 1);
  }
  return true;
}

}  // namespace counterpoint::mpeg
