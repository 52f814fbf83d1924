// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/base/rng.h"
#include "media/mpeg/bitstream/bit_writer.h"
#include "media/mpeg/bitstream/vlc_codes.h"
#include "media/mpeg/bitstream/vlc_tables.h"
#include "media/mpeg/requantise/level_options.h"

namespace counterpoint::mpeg {
namespace {

std::string bit_string(const Bytes& bytes, std::size_t first, std::size_t end) {
  std::string bits;
  for (std::size_t i = first; i < end; ++i) bits += (bytes[i / 8] >> (7 - i % 8) & 1) != 0 ? '1' : '0';
  return bits;
}

TEST(LevelOptions, ErrorsThatABrokenStreamAddsUpGiveNoLevelBeyondTheLargest) {
  LevelTarget target;
  for (std::uint8_t place = 1; place < 10; ++place) target.add(place, place % 2 == 0 ? 1e12F : -1e9F, 1.0F / 32);
  target.finish();
  LevelOptions found;
  find_level_options(target, {.quantiser_scale = 1, .intra = false, .largest_level = 2047}, 1, found);
  for (std::size_t i = 0; i < target.count(); ++i) EXPECT_EQ(found.nearest[i], 2047) << i;
}

TEST(MpegBits, CopiesAnyRunOfBitsToAnyAlignment) {
  Rng rng(1);
  Bytes source(400);
  for (std::uint8_t& byte : source) byte = static_cast<std::uint8_t>(rng.next());
  source.resize(source.size() + kPadding);
  for (int round = 0; round < 200; ++round) {
    BitWriter writer(8000);
    std::string expected;
    for (int run = 0; run < 8; ++run) {
      const auto first = static_cast<std::uint32_t>(rng.next() % 3000);
      const auto end = first + static_cast<std::uint32_t>(rng.next() % (run % 2 == 0 ? 40 : 3200 - first));
      writer.copy(source.data(), first, end);
      expected += bit_string(source, first, end);
      writer.append(0b10, 2);
      expected += "10";
    }
    expected.resize((expected.size() + 7) / 8 * 8, '0');
    const Bytes written = writer.take();
    ASSERT_EQ(bit_string(written, 0, written.size() * 8), expected);
  }
}

TEST(MpegBits, ReadsWhatWasWritten) {
  BitWriter writer(100);
  writer.append(5, 3);
  writer.append(0xABCDEF01, 32);
  writer.append(1, 1);
  Bytes bytes = writer.take();
  EXPECT_EQ(bytes.size(), 5U);
  bytes.resize(bytes.size() + kPadding);
  BitReader reader(bytes.data());
  EXPECT_EQ(reader.read(3), 5U);
  EXPECT_EQ(reader.peek(8), 0xABU);
  EXPECT_EQ(reader.read(32), 0xABCDEF01U);
  EXPECT_TRUE(reader.flag());
  EXPECT_EQ(reader.position(), 36U);
}

/// The share of all bit strings that `table` knows, in units of one entry.
template <typename Table>
std::size_t known_entries(const Table& table) {
  std::size_t known = 0;
  for (const auto& entry : table) known += entry.length != 0 ? 1U : 0U;
  return known;
}

// The unused codes of the annex: a table with a wrong code has other gaps.
TEST(MpegVlcTables, LeaveNoMoreCodesUnusedThanTheAnnex) {
  EXPECT_EQ(known_entries(kMacroblockTypes[0]), 64U - 16U);
  EXPECT_EQ(known_entries(kMacroblockTypes[1]), 64U - 1U);
  EXPECT_EQ(known_entries(kMacroblockTypes[2]), 64U - 1U);
  EXPECT_EQ(known_entries(kCodedBlockPattern), 512U - 1U);
  EXPECT_EQ(known_entries(kDctDcSizeLuminance), 512U);
  EXPECT_EQ(known_entries(kDctDcSizeChrominance), 1024U);
  EXPECT_EQ(known_entries(kMacroblockAddressIncrement), 2048U - 22U);
  EXPECT_EQ(known_entries(kMotionCode), 1024U - 12U);
}

TEST(MpegVlcTables, FindTwoCodesAndTheEndOfABlockAtOnce) {
  // Table B.14: "11 0" is run 0, level 1; "0101 1" is run 2, level -1; "10" ends the block.
  const DctTables& b14 = dct_tables(DctTable::kB14);
  const DctEntry entry = b14.entries[0b1100'1011'1000U << (kDctBits - 12)];
  EXPECT_EQ(entry.length_modulo() % 64, 3U + 5 + 2);
  const DctCodes& codes = b14.found[entry.number()];
  EXPECT_EQ(codes.first_skip, 1);
  EXPECT_EQ(codes.second_skip, 1 + 3);
  EXPECT_EQ(codes.first_level, 1);
  EXPECT_EQ(codes.second_level, 1);
  EXPECT_EQ(codes.advance, 1 + 3);
  EXPECT_TRUE(entry.ends_block());
  // Table B.15: "110 1" is run 0, level -2; "0110" ends the block.
  const DctTables& b15 = dct_tables(DctTable::kB15);
  const DctEntry other_entry = b15.entries[0b1101'0110'0000U << (kDctBits - 12)];
  const DctCodes& other = b15.found[other_entry.number()];
  EXPECT_EQ(other.first_level, 2);
  EXPECT_EQ(other.second_skip, DctCodes::kNoCode);
  EXPECT_EQ(other.advance, 1);
  EXPECT_TRUE(other_entry.ends_block());
  // At the start of a non-intra block "10" is run 0, level 1: it is looked up with a 1 in front.
  const DctEntry first = b14.entries[0b1'1010'0000'000U << (kDctBits - 12)];
  EXPECT_EQ(first.length_modulo() % 64, 1U + 4U);
  EXPECT_EQ(b14.found[first.number()].first_skip, 1);
  EXPECT_EQ(b14.found[first.number()].advance, 1);
  EXPECT_TRUE(first.ends_block());
  const DctEntry escape = b14.entries[0b0000'0100'0000U << (kDctBits - 12)];
  EXPECT_TRUE(escape.is_none()) << "an escape is no code of its own";
  EXPECT_EQ(b14.found[escape.number()], DctCodes());
}

TEST(MpegVlcTables, EveryCodeIsFoundByItsBits) {
  for (const DctTable which : {DctTable::kB14, DctTable::kB15}) {
    const DctTables& tables = dct_tables(which);
    int codes = 0;
    for (std::size_t run = 0; run < 32; ++run) {
      for (std::size_t level = 1; level <= 40; ++level) {
        const auto code = tables.codes[run][level];
        if (code.length == 0) continue;
        ++codes;
        const std::uint64_t window = std::uint64_t{code.bits} << (64 - (code.length - 1U));
        // The sign bit may stand behind those that are looked up.
        const DctEntry entry = tables.entries[window >> (64 - kDctBits)];
        EXPECT_EQ(entry.is_none(), code.length > kDctBits + 1);
        if (!entry.is_none()) {
          const DctCodes& found = tables.found[entry.number()];
          EXPECT_EQ(found.first_length, code.length);
          EXPECT_EQ(found.first_skip, run + 1);
          EXPECT_EQ(found.first_level, level);
        }
        if (code.length > kDctBits) {
          const RunLevel longer = tables.longer[window << 7 >> 54];
          EXPECT_EQ(window >> 57, 0U);
          EXPECT_EQ(longer.length, code.length);
          EXPECT_EQ(longer.run, run);
          EXPECT_EQ(longer.level, level);
        }
      }
    }
    EXPECT_EQ(codes, 111);
  }
}

/// choose_levels() relies on it.
TEST(RunLevelLengths, AreNoShorterBehindLongerRuns) {
  for (const DctTable table : {DctTable::kB14, DctTable::kB15}) {
    for (const bool is_mpeg2 : {false, true}) {
      const RunLevelCodes codes(table, is_mpeg2);
      for (int level = 1; level <= codes.largest_level(); ++level) {
        EXPECT_TRUE(std::ranges::is_sorted(codes.lengths(level))) << level;
      }
    }
  }
}

}  // namespace
}  // namespace counterpoint::mpeg
