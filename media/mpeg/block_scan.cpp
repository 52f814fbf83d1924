// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/block_scan.h"

#include <bit>
#include <cstring>

#include "media/mpeg/bit_reader.h"

namespace counterpoint::mpeg {
namespace {

constexpr std::uint32_t kLuminanceBlocks = 4;

/// Twice the reconstructed level, squared (7.4.2.3): 2 |level| in intra blocks, 2 |level| + 1 in others.
template <bool kIntra>
constexpr float energy_of(int level) {
  const float doubled = static_cast<float>(2 * level + (kIntra ? 0 : 1));
  return doubled * doubled;
}

/// 0 for level 0, which stands for no code.
template <bool kIntra>
constexpr std::array<float, 64> kEnergyOfLevel = [] {
  std::array<float, 64> energies{};
  for (int level = 1; level < 64; ++level) energies[static_cast<std::size_t>(level)] = energy_of<kIntra>(level);
  return energies;
}();

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

/// The scores of four multipliers.
using Scores = float __attribute__((vector_size(16)));
using ScoreBits = std::int32_t __attribute__((vector_size(16)));
/// A score's lowest bits give way to the number of codes, counted down, so that the maximum knows where it was.
constexpr std::int32_t kMostCodes = 63;
/// A broken block may run past its end by what one look-up finds.
constexpr std::size_t kCodesRoom = kMostCodes + 5;
constexpr std::array<ScoreBits, kCodesRoom> kNumbers = [] {
  std::array<ScoreBits, kCodesRoom> numbers{};
  for (std::int32_t i = 0; i <= kMostCodes; ++i) {
    const std::int32_t n = kMostCodes - i;
    numbers[static_cast<std::size_t>(i)] = ScoreBits{n, n, n, n};
  }
  return numbers;
}();

/// Follows one block for all multipliers at once. What a multiplier keeps is the prefix of codes where the energy won
/// less lambda times the bits spent is largest; of equal ones the shortest.
class Breakpoints {
 public:
  explicit Breakpoints(const RateCosts& costs) : costs_(costs.of(0)) { end_[kMostCodes] = 0; }

  /// The next code. One of length and energy 0 leaves all as it is.
  [[gnu::always_inline]] void take(std::uint32_t length, float energy) {
    bits_ += length;
    end_[(kMostCodes - count_) % end_.size()] = static_cast<std::uint16_t>(bits_);
    const float* const cost = costs_ + std::size_t{length} * kMultipliers;
    low_.take(cost, energy, kNumbers[count_]);
    high_.take(cost + 4, energy, kNumbers[count_]);
  }
  /// Whether the code taken last was one: then it counts.
  void count(std::uint32_t codes) { count_ += codes; }

  [[nodiscard]] bool empty() const { return count_ == 1; }
  [[nodiscard]] std::uint32_t bits() const { return bits_; }
  void store(KeptBits& kept) const {
    const auto low = std::bit_cast<std::array<std::uint32_t, 4>>(low_.best);
    const auto high = std::bit_cast<std::array<std::uint32_t, 4>>(high_.best);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < 4; ++i) {
      kept[i] = end_[low[i] % (kMostCodes + 1)];
      kept[i + 4] = end_[high[i] % (kMostCodes + 1)];
    }
  }

 private:
  /// Four multipliers.
  struct Four {
    Scores score = {};
    Scores best = std::bit_cast<Scores>(kNumbers[0]);

    [[gnu::always_inline]] void take(const float* cost, float energy, ScoreBits number) {
      Scores costs;
      std::memcpy(&costs, cost, sizeof costs);
      score += costs + energy;
      const auto numbered = std::bit_cast<Scores>((std::bit_cast<ScoreBits>(score) & ~kMostCodes) | number);
      best = numbered > best ? numbered : best;
    }
  };

  const float* costs_;
  Four low_;
  Four high_;
  std::uint32_t bits_ = 0;
  std::size_t count_ = 1;
  /// The bits of each number of codes, counted down. What is taken after a full block's last code wraps to the upper
  /// half.
  std::array<std::uint16_t, 2 * (kMostCodes + 1)> end_;
};

/// Reads a block's codes in order.
template <bool kIntra>
class BlockScanner {
 public:
  BlockScanner(BitReader& bits, const ScanWeights& weights, const BlockKind& kind)
      : bits_(bits), weights_(weights.data()), kind_(kind), breakpoints_(*kind.costs) {}

  /// False when the block is broken.
  [[gnu::always_inline]] bool scan(BlockSink& sink) {
    const DctEntry* const entries = kind_.tables->entries.data();
    if (!kIntra && !take_first()) return false;
    const std::uint32_t floor_end = kIntra ? bits_.position() : floor_end_;
    while (!ended_) {
      bits_.fill();
      if (!take(entries[bits_.window() >> (64 - kDctBits)])) return false;
      if (ended_) break;
      // The register still holds enough for a second look-up.
      if (!take(entries[bits_.window() >> (64 - kDctBits)])) return false;
    }
    if (breakpoints_.empty()) return true;
    *sink.block++ = {floor_end, static_cast<std::uint16_t>(breakpoints_.bits()), kind_.tables->end_of_block_length};
    breakpoints_.store(*sink.kept++);
    return true;
  }

 private:
  /// The first code of a non-intra block stays.
  [[gnu::always_inline]] bool take_first() {
    bits_.fill();
    const std::uint32_t position = bits_.position();
    const DctEntry& entry = kind_.tables->first_entries[bits_.window() >> (64 - kDctBits)];
    if (entry.length == 0) {
      const LongCode code = read_long_code(bits_.window(), kind_);
      bits_.drop(code.length);
      place_ = code.skip;
      floor_end_ = position + code.length;
      return code.length != 0;
    }
    bits_.drop(entry.length);
    place_ = std::uint32_t{entry.first_skip} + entry.second_skip;
    floor_end_ = position + entry.first_length;
    breakpoints_.take(entry.second_length, energy(entry.second_level, place_));
    breakpoints_.count(entry.flags / kSecondCode & 1U);
    ended_ = (entry.flags & kEndOfBlock) != 0;
    return true;
  }
  [[gnu::always_inline]] bool take(const DctEntry& entry) {
    if (entry.length == 0) return take_long();
    bits_.drop(entry.length);
    breakpoints_.take(entry.first_length, energy(entry.first_level, place_ + entry.first_skip));
    breakpoints_.count(entry.flags & kFirstCode);
    place_ += entry.first_skip + entry.second_skip;
    breakpoints_.take(entry.second_length, energy(entry.second_level, place_));
    breakpoints_.count(entry.flags / kSecondCode & 1U);
    ended_ = (entry.flags & kEndOfBlock) != 0;
    return place_ <= 64;
  }
  [[gnu::always_inline]] bool take_long() {
    bits_.fill();
    const LongCode code = read_long_code(bits_.window(), kind_);
    place_ += code.skip;
    if (code.length == 0 || place_ > 64) return false;
    breakpoints_.take(code.length, energy_of<kIntra>(code.level) * weights_[place_] * kind_.scale);
    breakpoints_.count(1);
    bits_.drop(code.length);
    return true;
  }
  [[nodiscard]] float energy(std::size_t level, std::size_t place) const {
    return kEnergyOfLevel<kIntra>[level] * weights_[place] * kind_.scale;
  }

  BitReader& bits_;
  const float* weights_;
  const BlockKind& kind_;
  Breakpoints breakpoints_;
  std::uint32_t place_ = 1;  ///< Of the last coefficient, from 1.
  std::uint32_t floor_end_ = 0;
  bool ended_ = false;
};

}  // namespace

RateCosts::RateCosts(MultiplierIndex first) {
  for (std::size_t length = 0; length < costs_.size(); ++length) {
    for (int i = 0; i < kMultipliers; ++i) {
      costs_[length][static_cast<std::size_t>(i)] = -multiplier(first + i) * static_cast<float>(length);
    }
  }
}

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
