// SPDX-License-Identifier: GPL-3.0-or-later
// The variable length codes of annex B in the direction of writing, and the lengths of run-level codes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "media/mpeg/bitstream/bit_writer.h"
#include "media/mpeg/bitstream/vlc_tables.h"

namespace counterpoint::mpeg {

/// Bits in the lowest places; a length of 0 is no code.
struct BitCode {
  std::uint16_t bits = 0;
  std::uint8_t length = 0;
};

/// macroblock_type of table B.2, B.3 or B.4 for MacroblockType flags; `picture_type` 0 is I.
[[nodiscard]] BitCode macroblock_type_code(std::size_t picture_type, unsigned flags);
/// Code of a macroblock_address_increment of 1 to 33; for 0 the escape that adds 33.
[[nodiscard]] BitCode address_increment_code(std::uint32_t increment);
/// coded_block_pattern_420, 1 to 63.
[[nodiscard]] BitCode coded_block_pattern_code(std::uint32_t pattern);

/// One run-level code for each group of kDctBits bits that starts with it, whole with its sign; run kEndOfBlockRun
/// stands for the end of the block, length 0 for longer codes, escapes and none.
using RunLevelTable = std::array<RunLevel, std::size_t{1} << kDctBits>;
inline constexpr std::uint8_t kEndOfBlockRun = 64;
[[nodiscard]] const RunLevelTable& run_level_table(DctTable table);

/// The run-level codes of one table in one standard.
class RunLevelCodes {
 public:
  /// Bits of the codes of one level, with the sign, by run (0 to 63).
  using Lengths = std::array<float, 64>;

  RunLevelCodes(DctTable table, bool is_mpeg2);

  /// The largest magnitude of a level that an escape can hold: 11172-2, table B.5f, and 13818-2, table B.16.
  [[nodiscard]] int largest_level() const { return is_mpeg2_ ? 2047 : 255; }
  /// `magnitude` of a level: 1 to largest_level(). Only of what is not the first code of a non-intra block.
  [[nodiscard]] const Lengths& lengths(int magnitude) const {
    const bool is_listed = magnitude <= kMaxListed;
    return lengths_[static_cast<std::size_t>(is_listed ? magnitude : magnitude <= kMaxShort ? kMaxListed + 1 : 0)];
  }
  [[nodiscard]] unsigned length(std::size_t run, int level) const {
    return static_cast<unsigned>(lengths(level < 0 ? -level : level)[run]);
  }
  void write(BitWriter& writer, std::size_t run, int level) const;
  void write_end_of_block(BitWriter& writer) const { writer.append(tables_.end_of_block, tables_.end_of_block_length); }
  [[nodiscard]] unsigned end_of_block_length() const { return tables_.end_of_block_length; }

  /// Bits of "1s", run 0 and level 1 or -1 where a non-intra block starts.
  static constexpr unsigned kFirstOneLength = 2;

 private:
  static constexpr int kMaxListed = 40;
  static constexpr int kMaxShort = 127;  ///< MPEG-1's escapes are longer beyond.
  /// Those of magnitudes up to kMaxListed; behind them those of shorter escapes, and in front, for 0, of longer ones.
  using LengthTable = std::array<Lengths, kMaxListed + 2>;

  [[nodiscard]] static LengthTable make_lengths(DctTable table, bool is_mpeg2);
  [[nodiscard]] static const LengthTable& lengths_of(DctTable table, bool is_mpeg2);

  const DctTables& tables_;
  const LengthTable& lengths_;
  bool is_mpeg2_;
};

}  // namespace counterpoint::mpeg
