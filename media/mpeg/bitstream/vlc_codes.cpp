// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/bitstream/vlc_codes.h"

#include <cassert>
#include <cstdlib>

namespace counterpoint::mpeg {
namespace {

/// The code of each value that a look-up table knows; values from `first` on.
template <std::size_t kCount, std::size_t kSize>
std::array<BitCode, kCount> inverse(const std::array<VlcEntry, kSize>& table, unsigned bits, int first) {
  std::array<BitCode, kCount> codes{};
  for (std::size_t i = kSize; i-- > 0;) {
    const int place = table[i].value - first;
    if (table[i].length == 0 || place < 0 || place >= static_cast<int>(kCount)) continue;
    codes[static_cast<std::size_t>(place)] = {static_cast<std::uint16_t>(i >> (bits - table[i].length)),
                                              table[i].length};
  }
  return codes;
}

RunLevelTable make_run_level_table(const DctTables& tables) {
  RunLevelTable table{};
  const auto fill = [&](std::uint32_t bits, unsigned length, RunLevel meaning) {
    if (length > kDctBits) return;
    const unsigned free_bits = kDctBits - length;
    for (std::uint32_t i = 0; i < 1U << free_bits; ++i) table[(bits << free_bits) + i] = meaning;
  };
  for (std::size_t run = 0; run < tables.codes.size(); ++run) {
    for (std::size_t level = 1; level < tables.codes[run].size(); ++level) {
      const DctTables::Code code = tables.codes[run][level];
      if (code.length == 0) continue;
      const RunLevel meaning{static_cast<std::uint8_t>(run), static_cast<std::uint8_t>(level), code.length};
      for (std::uint32_t sign : {0U, 1U}) fill(code.bits * 2U + sign, code.length, meaning);
    }
  }
  fill(tables.end_of_block, tables.end_of_block_length, {kEndOfBlockRun, 0, tables.end_of_block_length});
  return table;
}

}  // namespace

const RunLevelTable& run_level_table(DctTable table) {
  static const RunLevelTable kB14 = make_run_level_table(dct_tables(DctTable::kB14));
  static const RunLevelTable kB15 = make_run_level_table(dct_tables(DctTable::kB15));
  return table == DctTable::kB15 ? kB15 : kB14;
}

BitCode macroblock_type_code(std::size_t picture_type, unsigned flags) {
  static const std::array<std::array<BitCode, 32>, 3> kCodes = {inverse<32>(kMacroblockTypes[0], 6, 0),
                                                                inverse<32>(kMacroblockTypes[1], 6, 0),
                                                                inverse<32>(kMacroblockTypes[2], 6, 0)};
  return kCodes[picture_type][flags];
}

BitCode address_increment_code(std::uint32_t increment) {
  static const auto kCodes = inverse<34>(kMacroblockAddressIncrement, 11, kMacroblockEscape);
  return kCodes[increment];
}

BitCode coded_block_pattern_code(std::uint32_t pattern) {
  static const auto kCodes = inverse<64>(kCodedBlockPattern, 9, 0);
  return kCodes[pattern];
}

RunLevelCodes::RunLevelCodes(DctTable table, bool is_mpeg2)
    : tables_(dct_tables(table)), lengths_(lengths_of(table, is_mpeg2)), is_mpeg2_(is_mpeg2) {}

RunLevelCodes::LengthTable RunLevelCodes::make_lengths(DctTable table, bool is_mpeg2) {
  const auto& codes = dct_tables(table).codes;
  // 7.2.2.3: MPEG-1 has two forms of an escape.
  const auto escape_length = [is_mpeg2](int magnitude) {
    return is_mpeg2 ? 24.0F : magnitude <= kMaxShort && magnitude != 0 ? 20.0F : 28.0F;
  };
  LengthTable lengths;
  for (int magnitude = 0; magnitude <= kMaxListed + 1; ++magnitude) {
    const auto level = static_cast<std::size_t>(magnitude);
    lengths[level].fill(escape_length(magnitude));
    if (magnitude == 0 || magnitude > kMaxListed) continue;
    for (std::size_t run = 0; run < codes.size(); ++run) {
      if (codes[run][level].length != 0) lengths[level][run] = codes[run][level].length;
    }
  }
  return lengths;
}

const RunLevelCodes::LengthTable& RunLevelCodes::lengths_of(DctTable table, bool is_mpeg2) {
  static const std::array<LengthTable, 4> kLengths = {
      make_lengths(DctTable::kB14, false), make_lengths(DctTable::kB14, true), make_lengths(DctTable::kB15, false),
      make_lengths(DctTable::kB15, true)};
  return kLengths[(table == DctTable::kB15 ? 2U : 0U) + (is_mpeg2 ? 1U : 0U)];
}

void RunLevelCodes::write(BitWriter& writer, std::size_t run, int level) const {
  assert(level != 0 && std::abs(level) <= largest_level());
  const auto magnitude = static_cast<std::size_t>(std::abs(level));
  if (run < tables_.codes.size() && magnitude < tables_.codes[run].size() &&
      tables_.codes[run][magnitude].length != 0) {
    const DctTables::Code code = tables_.codes[run][magnitude];
    writer.append(std::uint64_t{code.bits} << 1 | (level < 0 ? 1U : 0U), code.length);
    return;
  }
  writer.append(std::uint64_t{kDctEscape} << 6 | run, kDctEscapeLength + 6);
  if (is_mpeg2_) {
    writer.append(static_cast<std::uint32_t>(level) & 0xFFF, 12);
  } else if (std::abs(level) < 128) {
    writer.append(static_cast<std::uint32_t>(level) & 0xFF, 8);
  } else {
    writer.append((level < 0 ? 0x8000U : 0U) | (static_cast<std::uint32_t>(level) & 0xFF), 16);
  }
}

}  // namespace counterpoint::mpeg
