// SPDX-License-Identifier: GPL-3.0-or-later
// The codes stand here as bit strings, as in the annex; the look-up tables are made of them.
#include "media/mpeg/bitstream/vlc_tables.h"

#include <algorithm>
#include <vector>

namespace counterpoint::mpeg {
namespace {

/// Calls `visit(index, code)` for each of the codes in `codes`, which are separated by spaces.
template <typename Visit>
constexpr void for_each_code(std::string_view codes, const Visit& visit) {
  for (int index = 0; !codes.empty(); ++index) {
    const std::string_view code = codes.substr(0, codes.find(' '));
    visit(index, code);
    codes.remove_prefix(code.size() < codes.size() ? code.size() + 1 : code.size());
  }
}

constexpr std::uint32_t value_of(std::string_view code) {
  std::uint32_t value = 0;
  for (const char bit : code) value = value << 1 | (bit == '1' ? 1U : 0U);
  return value;
}

template <unsigned kBits>
constexpr void enter(VlcTable<kBits>& table, int value, std::string_view code) {
  const unsigned free_bits = kBits - static_cast<unsigned>(code.size());
  const std::uint32_t first = value_of(code) << free_bits;
  for (std::uint32_t i = 0; i < 1U << free_bits; ++i) {
    table[first + i] = {static_cast<std::int8_t>(value), static_cast<std::uint8_t>(code.size())};
  }
}

/// A table whose codes mean `first_value`, `first_value` + 1, ...
template <unsigned kBits>
constexpr VlcTable<kBits> make_table(int first_value, std::string_view codes) {
  VlcTable<kBits> table{};
  for_each_code(codes, [&](int index, std::string_view code) { enter<kBits>(table, first_value + index, code); });
  return table;
}

constexpr std::string_view kMacroblockAddressIncrementCodes =
    "1 011 010 0011 0010 00011 00010 0000111 0000110 00001011 00001010 00001001 00001000 00000111 00000110 "
    "0000010111 0000010110 0000010101 0000010100 0000010011 0000010010 00000100011 00000100010 00000100001 "
    "00000100000 00000011111 00000011110 00000011101 00000011100 00000011011 00000011010 00000011001 "
    "00000011000";

constexpr VlcTable<11> make_address_increment() {
  VlcTable<11> table = make_table<11>(1, kMacroblockAddressIncrementCodes);
  enter<11>(table, kMacroblockEscape, "00000001000");
  enter<11>(table, kMacroblockStuffing, "00000001111");
  return table;
}

struct TypeCode {
  std::string_view code;
  int flags;
};

template <std::size_t kCount>
constexpr VlcTable<6> make_types(const TypeCode (&codes)[kCount]) {
  VlcTable<6> table{};
  for (const TypeCode& type : codes) enter<6>(table, type.flags, type.code);
  return table;
}

constexpr TypeCode kTableB2[] = {{"1", kMacroblockIntra}, {"01", kMacroblockQuant | kMacroblockIntra}};
constexpr TypeCode kTableB3[] = {{"1", kMacroblockMotionForward | kMacroblockPattern},
                                 {"01", kMacroblockPattern},
                                 {"001", kMacroblockMotionForward},
                                 {"00011", kMacroblockIntra},
                                 {"00010", kMacroblockQuant | kMacroblockMotionForward | kMacroblockPattern},
                                 {"00001", kMacroblockQuant | kMacroblockPattern},
                                 {"000001", kMacroblockQuant | kMacroblockIntra}};
constexpr int kInterpolated = kMacroblockMotionForward | kMacroblockMotionBackward;
constexpr TypeCode kTableB4[] = {{"10", kInterpolated},
                                 {"11", kInterpolated | kMacroblockPattern},
                                 {"010", kMacroblockMotionBackward},
                                 {"011", kMacroblockMotionBackward | kMacroblockPattern},
                                 {"0010", kMacroblockMotionForward},
                                 {"0011", kMacroblockMotionForward | kMacroblockPattern},
                                 {"00011", kMacroblockIntra},
                                 {"00010", kMacroblockQuant | kInterpolated | kMacroblockPattern},
                                 {"000011", kMacroblockQuant | kMacroblockMotionForward | kMacroblockPattern},
                                 {"000010", kMacroblockQuant | kMacroblockMotionBackward | kMacroblockPattern},
                                 {"000001", kMacroblockQuant | kMacroblockIntra}};

/// For coded_block_pattern 0, 1, ... 63.
constexpr std::string_view kTableB9 =
    "000000001 01011 01001 001101 1101 0010111 0010011 00011111 1100 0010110 0010010 00011110 10011 00011011 "
    "00010111 00010011 1011 0010101 0010001 00011101 10001 00011001 00010101 00010001 001111 00001111 "
    "00001101 000000011 01111 00001011 00000111 000000111 1010 0010100 0010000 00011100 001110 00001110 "
    "00001100 000000010 10000 00011000 00010100 00010000 01110 00001010 00000110 000000110 10010 00011010 "
    "00010110 00010010 01101 00001001 00000101 000000101 01100 00001000 00000100 000000100 111 01010 01000 "
    "001100";
/// For magnitudes 0, 1, ... 16, without the sign bit.
constexpr std::string_view kTableB10 =
    "1 01 001 0001 000011 0000101 0000100 0000011 000001011 000001010 000001001 0000010001 0000010000 0000001111 "
    "0000001110 0000001101 0000001100";
constexpr std::string_view kTableB12 = "100 00 01 101 110 1110 11110 111110 1111110 11111110 111111110 111111111";
constexpr std::string_view kTableB13 =
    "00 01 10 110 1110 11110 111110 1111110 11111110 111111110 1111111110 1111111111";

/// Table B.14, codes after the first: one string a run, its codes for level 1, 2, ... without the sign bit.
constexpr std::array<std::string_view, 32> kTableB14 = {
    "11 0100 00101 0000110 00100110 00100001 0000001010 000000011101 000000011000 000000010011 "
    "000000010000 0000000011010 0000000011001 0000000011000 0000000010111 00000000011111 "
    "00000000011110 00000000011101 00000000011100 00000000011011 00000000011010 00000000011001 "
    "00000000011000 00000000010111 00000000010110 00000000010101 00000000010100 00000000010011 "
    "00000000010010 00000000010001 00000000010000 000000000011000 000000000010111 000000000010110 "
    "000000000010101 000000000010100 000000000010011 000000000010010 000000000010001 000000000010000",  // run 0
    "011 000110 00100101 0000001100 000000011011 0000000010110 0000000010101 000000000011111 "
    "000000000011110 000000000011101 000000000011100 000000000011011 000000000011010 000000000011001 "
    "0000000000010011 0000000000010010 0000000000010001 0000000000010000",  // run 1
    "0101 0000100 0000001011 000000010100 0000000010100",                   // run 2
    "00111 00100100 000000011100 0000000010011",                            // run 3
    "00110 0000001111 000000010010",                                        // run 4
    "000111 0000001001 0000000010010",                                      // run 5
    "000101 000000011110 0000000000010100",                                 // run 6
    "000100 000000010101",                                                  // run 7
    "0000111 000000010001",                                                 // run 8
    "0000101 0000000010001",                                                // run 9
    "00100111 0000000010000",                                               // run 10
    "00100011 0000000000011010",                                            // run 11
    "00100010 0000000000011001",                                            // run 12
    "00100000 0000000000011000",                                            // run 13
    "0000001110 0000000000010111",                                          // run 14
    "0000001101 0000000000010110",                                          // run 15
    "0000001000 0000000000010101",                                          // run 16
    "000000011111",                                                         // run 17
    "000000011010",                                                         // run 18
    "000000011001",                                                         // run 19
    "000000010111",                                                         // run 20
    "000000010110",                                                         // run 21
    "0000000011111",                                                        // run 22
    "0000000011110",                                                        // run 23
    "0000000011101",                                                        // run 24
    "0000000011100",                                                        // run 25
    "0000000011011",                                                        // run 26
    "0000000000011111",                                                     // run 27
    "0000000000011110",                                                     // run 28
    "0000000000011101",                                                     // run 29
    "0000000000011100",                                                     // run 30
    "0000000000011011",                                                     // run 31
};

/// Table B.15, in the same form.
constexpr std::array<std::string_view, 32> kTableB15 = {
    "10 110 0111 11100 11101 000101 000100 1111011 1111100 00100011 00100010 11111010 11111011 "
    "11111110 11111111 00000000011111 00000000011110 00000000011101 00000000011100 00000000011011 "
    "00000000011010 00000000011001 00000000011000 00000000010111 00000000010110 00000000010101 "
    "00000000010100 00000000010011 00000000010010 00000000010001 00000000010000 000000000011000 "
    "000000000010111 000000000010110 000000000010101 000000000010100 000000000010011 000000000010010 "
    "000000000010001 000000000010000",  // run 0
    "010 00110 1111001 00100111 00100000 0000000010110 0000000010101 000000000011111 000000000011110 "
    "000000000011101 000000000011100 000000000011011 000000000011010 000000000011001 "
    "0000000000010011 0000000000010010 0000000000010001 0000000000010000",  // run 1
    "00101 0000111 11111100 0000001100 0000000010100",                      // run 2
    "00111 00100110 000000011100 0000000010011",                            // run 3
    "000110 11111101 000000010010",                                         // run 4
    "000111 000000100 0000000010010",                                       // run 5
    "0000110 000000011110 0000000000010100",                                // run 6
    "0000100 000000010101",                                                 // run 7
    "0000101 000000010001",                                                 // run 8
    "1111000 0000000010001",                                                // run 9
    "1111010 0000000010000",                                                // run 10
    "00100001 0000000000011010",                                            // run 11
    "00100101 0000000000011001",                                            // run 12
    "00100100 0000000000011000",                                            // run 13
    "000000101 0000000000010111",                                           // run 14
    "000000111 0000000000010110",                                           // run 15
    "0000001101 0000000000010101",                                          // run 16
    "000000011111",                                                         // run 17
    "000000011010",                                                         // run 18
    "000000011001",                                                         // run 19
    "000000010111",                                                         // run 20
    "000000010110",                                                         // run 21
    "0000000011111",                                                        // run 22
    "0000000011110",                                                        // run 23
    "0000000011101",                                                        // run 24
    "0000000011100",                                                        // run 25
    "0000000011011",                                                        // run 26
    "0000000000011111",                                                     // run 27
    "0000000000011110",                                                     // run 28
    "0000000000011101",                                                     // run 29
    "0000000000011100",                                                     // run 30
    "0000000000011011",                                                     // run 31
};

/// A code of at most kDctBits bits without the sign bit.
struct ShortCode {
  std::uint32_t bits = 0;  ///< The sign bit is left out.
  unsigned length = 0;     ///< The sign bit is included.
  std::uint8_t skip = 0;
  std::uint8_t level = 0;
};

/// Enters all that one look-up can find.
class DctEntryMaker {
 public:
  explicit DctEntryMaker(DctTables& tables) : tables_(tables) {}

  void make(const std::vector<ShortCode>& codes) {
    enter(0, 0, {});
    for (const ShortCode& first : codes) enter_pairs(first, codes);
  }

 private:
  void enter_pairs(const ShortCode& first, const std::vector<ShortCode>& seconds) {
    DctCodes found;
    found.first_length = static_cast<std::uint8_t>(first.length);
    found.first_skip = found.advance = first.skip;
    found.first_level = first.level;
    for (const std::uint32_t sign : {0U, 1U}) enter(first.bits << 1 | sign, first.length, found);
    for (const ShortCode& second : seconds) {
      const unsigned length = first.length + second.length;
      if (length > kDctBits) continue;
      found.second_length = static_cast<std::uint8_t>(second.length);
      found.second_skip = found.advance = static_cast<std::uint8_t>(first.skip + second.skip);
      found.second_level = second.level;
      for (const std::uint32_t sign : {0U, 1U}) {
        const std::uint32_t bits = (first.bits << 1 | sign) << second.length | second.bits << 1;
        enter(bits, length, found);
        enter(bits | 1, length, found);
      }
    }
  }
  /// `found` with and without the end of the block behind it.
  void enter(std::uint32_t bits, unsigned length, const DctCodes& found) {
    if (length > 0) fill(bits, length, found, false);
    const unsigned end_length = tables_.end_of_block_length;
    if (length + end_length > kDctBits) return;
    fill(bits << end_length | tables_.end_of_block, length + end_length, found, true);
  }
  void fill(std::uint32_t bits, unsigned length, const DctCodes& found, bool ends_block) {
    const auto known = std::find(tables_.found.begin(), tables_.found.begin() + count_, found);
    const auto number = known - tables_.found.begin();
    if (number == count_) tables_.found[static_cast<std::size_t>(count_++)] = found;
    const unsigned free_bits = kDctBits + 1 - length;
    const auto first = tables_.entries.begin() + (bits << free_bits >> 1);
    std::fill(first, first + std::max(1U << free_bits >> 1, 1U),
              DctEntry(length, static_cast<std::size_t>(number), ends_block));
  }

  DctTables& tables_;
  std::ptrdiff_t count_ = 0;
};

DctTables make_dct_tables(const std::array<std::string_view, 32>& annex, std::string_view end_of_block) {
  DctTables tables{};
  tables.end_of_block = static_cast<std::uint8_t>(value_of(end_of_block));
  tables.end_of_block_length = static_cast<std::uint8_t>(end_of_block.size());
  std::vector<ShortCode> short_codes;
  for (std::size_t run = 0; run < annex.size(); ++run) {
    for_each_code(annex[run], [&](int index, std::string_view code) {
      const auto level = static_cast<std::size_t>(index) + 1;
      const auto length = static_cast<std::uint8_t>(code.size() + 1);
      tables.codes[run][level] = {static_cast<std::uint16_t>(value_of(code)), length};
      if (length <= kDctBits + 1) {
        short_codes.push_back({.bits = value_of(code),
                               .length = length,
                               .skip = static_cast<std::uint8_t>(run + 1),
                               .level = static_cast<std::uint8_t>(level)});
      }
      if (length <= kDctBits) return;
      constexpr unsigned kMax = 17;
      const std::uint32_t first = value_of(code) << (kMax + 1 - length);
      for (std::uint32_t i = 0; i < 1U << (kMax + 1 - length); ++i) {
        tables.longer[first + i] = {static_cast<std::uint8_t>(run), static_cast<std::uint8_t>(level), length};
      }
    });
  }
  DctEntryMaker(tables).make(short_codes);
  return tables;
}

}  // namespace

constexpr VlcTable<11> kMacroblockAddressIncrement = make_address_increment();
constexpr std::array<VlcTable<6>, 3> kMacroblockTypes = {make_types(kTableB2), make_types(kTableB3),
                                                         make_types(kTableB4)};
constexpr VlcTable<9> kCodedBlockPattern = make_table<9>(0, kTableB9);
constexpr VlcTable<10> kMotionCode = make_table<10>(0, kTableB10);
constexpr VlcTable<9> kDctDcSizeLuminance = make_table<9>(0, kTableB12);
constexpr VlcTable<10> kDctDcSizeChrominance = make_table<10>(0, kTableB13);

const DctTables& dct_tables(DctTable table) {
  // Table B.15 is rare.
  if (table == DctTable::kB15) {
    static const DctTables kB15 = make_dct_tables(kTableB15, "0110");
    return kB15;
  }
  static const DctTables kB14 = make_dct_tables(kTableB14, "10");
  return kB14;
}

}  // namespace counterpoint::mpeg
