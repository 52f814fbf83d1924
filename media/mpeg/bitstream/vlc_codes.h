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
  RunLevelCodes(DctTable table, bool is_mpeg2);

  /// The largest magnitude of a level that an escape can hold: 11172-2, table B.5f, and 13818-2, table B.16.
  [[nodiscard]] int largest_level() const { return is_mpeg2_ ? 2047 : 255; }
  /// `run` 0 to 63, `level` not 0 and at most largest_level(). Only what is not the first code of a non-intra block.
  [[nodiscard]] unsigned length(std::size_t run, int level) const {
    const auto magnitude = static_cast<std::size_t>(level < 0 ? -level : level);
    return magnitude <= kMaxListed ? lengths_[run][magnitude] : escape_length(level);
  }
  void write(BitWriter& writer, std::size_t run, int level) const;
  void write_end_of_block(BitWriter& writer) const { writer.append(tables_.end_of_block, tables_.end_of_block_length); }
  [[nodiscard]] unsigned end_of_block_length() const { return tables_.end_of_block_length; }

  static constexpr std::size_t kMaxListed = 40;
  /// Bits of "1s", run 0 and level 1 or -1 where a non-intra block starts.
  static constexpr unsigned kFirstOneLength = 2;

 private:
  [[nodiscard]] unsigned escape_length(int level) const;

  const DctTables& tables_;
  bool is_mpeg2_;
  std::array<std::array<std::uint8_t, kMaxListed + 1>, 64> lengths_{};
};

}  // namespace counterpoint::mpeg
