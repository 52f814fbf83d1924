// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/block_scan.h"

#include <limits>

#include "media/mpeg/bit_reader.h"

namespace counterpoint::mpeg {
namespace {

/// Twice the reconstructed level, squared (7.4.2.3): 2 |level| in intra blocks, 2 |level| + 1 in others.
template <bool kIntra>
constexpr float energy_of(int level) {
  const float doubled = static_cast<float>(2 * level + (kIntra ? 0 : 1));
  return doubled * doubled;
}

template <bool kIntra>
constexpr std::array<float, 64> kEnergyOfLevel = [] {
  std::array<float, 64> energies{};
  for (int level = 1; level < 64; ++level) energies[static_cast<std::size_t>(level)] = energy_of<kIntra>(level);
  return energies;
}();

/// 1 / bits.
constexpr std::array<float, 64 * 28 + 1> kInverse = [] {
  std::array<float, 64 * 28 + 1> inverse{};
  for (std::size_t bits = 1; bits < inverse.size(); ++bits) inverse[bits] = 1.0F / static_cast<float>(bits);
  return inverse;
}();

/// The codes of one block: lengths, and energies before `BlockKind::scale`.
struct Codes {
  std::array<std::uint32_t, 66> length;
  std::array<float, 66> energy;
  std::uint32_t count = 0;
};

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

/// Groups the codes from number `first` on into steps whose slopes fall: a code that is steeper than the step before it
/// joins it. Returns their total length.
std::uint32_t find_steps(const Codes& codes, std::uint32_t first, float scale, BlockSink& sink) {
  std::array<float, 66> energy;
  std::array<float, 66> slope;
  slope[0] = std::numeric_limits<float>::infinity();
  std::uint16_t* const step_bits = sink.step_bits - 1;
  std::uint32_t steps = 0;
  std::uint32_t total = 0;
  for (std::uint32_t k = first; k < codes.count; ++k) {
    std::uint32_t r = codes.length[k];
    float e = codes.energy[k];
    total += r;
    float s = e * kInverse[r];
    while (s >= slope[steps]) {
      r += step_bits[steps];
      e += energy[steps];
      --steps;
      s = e * kInverse[r];
    }
    ++steps;
    step_bits[steps] = static_cast<std::uint16_t>(r);
    energy[steps] = e;
    slope[steps] = s;
  }
  for (std::uint32_t i = 1; i <= steps; ++i) sink.step_slope[i - 1] = slope_bin(slope[i] * scale);
  sink.block->step_count = static_cast<std::uint8_t>(steps);
  sink.block->cut_bits = static_cast<std::uint16_t>(total);
  sink.step_bits += steps;
  sink.step_slope += steps;
  return total;
}

template <bool kIntra>
std::uint32_t scan_block(const std::uint8_t* data, std::uint32_t position, const BlockKind& kind, BlockSink& sink) {
  const auto& entries = kind.tables->entries;
  const float* const weights = kind.weights->data();
  const auto& energies = kEnergyOfLevel<kIntra>;
  Codes codes;
  std::uint32_t place = kIntra ? 1 : 0;  // of the last coefficient, from 1
  std::uint32_t floor_end = position;
  const auto window = [&] { return load_bits(data + position / 8) << (position % 8); };
  if (!kIntra && window() >> 63 != 0) {
    // 7.2.2.2: as the first code of a block, "1s" is run 0, level 1.
    codes.length[0] = 2;
    codes.energy[0] = 0;
    codes.count = 1;
    place = 1;
    position += 2;
  }
  for (;;) {
    const std::uint64_t next = window();
    const DctEntry entry = entries[next >> (64 - kDctBits)];
    if (entry.length == 0) {
      const LongCode code = read_long_code(next, kind);
      place += code.skip;
      if (code.length == 0 || place > 64) return 0;
      codes.length[codes.count] = code.length;
      codes.energy[codes.count++] = energy_of<kIntra>(code.level) * weights[place];
      position += code.length;
      continue;
    }
    codes.length[codes.count] = entry.first_length;
    codes.length[codes.count + 1] = entry.second_length;
    codes.energy[codes.count] = energies[entry.first_level] * weights[place + entry.first_skip];
    place += entry.first_skip + entry.second_skip;
    codes.energy[codes.count + 1] = energies[entry.second_level] * weights[place];
    codes.count += entry.codes_and_end & 3U;
    position += entry.length;
    if (place > 64) return 0;
    if ((entry.codes_and_end & kEndOfBlock) != 0) break;
  }
  std::uint32_t first = 0;
  if (!kIntra) {
    if (codes.count == 0) return 0;
    first = 1;
    floor_end += codes.length[0];
  }
  if (codes.count > first) {
    sink.block->floor_end = floor_end;
    sink.block->end_of_block_length = kind.tables->end_of_block_length;
    find_steps(codes, first, kind.scale, sink);
    ++sink.block;
  }
  return position;
}

}  // namespace

std::uint32_t scan_intra_block(const std::uint8_t* data, std::uint32_t position, const BlockKind& kind,
                               BlockSink& sink) {
  return scan_block<true>(data, position, kind, sink);
}

std::uint32_t scan_non_intra_block(const std::uint8_t* data, std::uint32_t position, const BlockKind& kind,
                                   BlockSink& sink) {
  return scan_block<false>(data, position, kind, sink);
}

}  // namespace counterpoint::mpeg
