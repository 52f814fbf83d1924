// SPDX-License-Identifier: GPL-3.0-or-later
// The variable length codes of ISO/IEC 13818-2 annex B (those of ISO/IEC 11172-2 annex B are among them), as look-up
// tables.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace counterpoint::mpeg {

/// Value and length of a code; a length of 0 means no code.
struct VlcEntry {
  std::int8_t value = 0;
  std::uint8_t length = 0;
};
/// Looked up by the next `kBits` bits.
template <unsigned kBits>
using VlcTable = std::array<VlcEntry, std::size_t{1} << kBits>;

inline constexpr int kMacroblockEscape = 0;     ///< Adds 33 to the macroblock_address_increment that follows.
inline constexpr int kMacroblockStuffing = -1;  ///< MPEG-1 alone.

/// The flags of tables B.2 to B.4 in macroblock_type.
enum MacroblockType : std::uint8_t {
  kMacroblockIntra = 1,
  kMacroblockPattern = 2,
  kMacroblockMotionBackward = 4,
  kMacroblockMotionForward = 8,
  kMacroblockQuant = 16,
};

extern const VlcTable<11> kMacroblockAddressIncrement;     ///< Table B.1.
extern const std::array<VlcTable<6>, 3> kMacroblockTypes;  ///< Tables B.2 (I), B.3 (P) and B.4 (B).
extern const VlcTable<9> kCodedBlockPattern;               ///< Table B.9.
extern const VlcTable<10> kMotionCode;                     ///< Table B.10: the magnitude; a sign bit follows if > 0.
extern const VlcTable<9> kDctDcSizeLuminance;              ///< Table B.12.
extern const VlcTable<10> kDctDcSizeChrominance;           ///< Table B.13.

/// Tables B.14 (0) and B.15 (1), and what they are called in the syntax: intra_vlc_format.
enum class DctTable : std::uint8_t { kB14, kB15 };

/// One run-level code. `level` is the magnitude; `length` counts the sign bit.
struct RunLevel {
  std::uint8_t run = 0;
  std::uint8_t level = 0;
  std::uint8_t length = 0;
};

/// Up to two run-level codes that one look-up of kDctBits bits finds. The sign bit of a single one may stand behind
/// these.
struct DctCodes {
  std::uint8_t first_length = 0;
  std::uint8_t first_skip = kNoCode;  ///< run + 1.
  std::uint8_t first_level = 0;       ///< Magnitude.
  std::uint8_t second_length = 0;
  std::uint8_t second_skip = kNoCode;  ///< Skip of both codes together.
  std::uint8_t second_level = 0;
  std::uint8_t advance = 0;  ///< The skip of all codes.
  bool operator==(const DctCodes&) const = default;

  static constexpr std::uint8_t kNoCode = 128;
};
/// Index into DctTables::found, and the length of the codes found. The next look-up needs only the length, so these
/// small entries stay in the first-level cache.
class DctEntry {
 public:
  constexpr DctEntry() = default;
  constexpr DctEntry(unsigned length, std::size_t number, bool ends_block)
      : bits_(static_cast<std::int16_t>((ends_block ? kEndOfBlock : 0) | static_cast<int>(number << kLengthBits) |
                                        static_cast<int>(length))) {}
  /// Neither the end of the block nor is_none().
  [[nodiscard]] constexpr bool goes_on() const { return bits_ > 0; }
  /// The end of the block stands behind the codes.
  [[nodiscard]] constexpr bool ends_block() const { return bits_ < 0; }
  /// A longer code, an escape or none, see DctTables::longer. Its number is that of no code.
  [[nodiscard]] constexpr bool is_none() const { return bits_ == 0; }
  /// The lowest six bits are the length of all codes and the end of block.
  [[nodiscard]] constexpr unsigned length_modulo() const { return static_cast<unsigned>(bits_); }
  [[nodiscard]] constexpr std::size_t number() const {
    return (static_cast<unsigned>(bits_) & (kEndOfBlock - 1U)) >> kLengthBits;
  }

 private:
  static constexpr unsigned kLengthBits = 6;
  static constexpr int kEndOfBlock = 1 << 15;
  std::int16_t bits_ = 0;
};
inline constexpr unsigned kDctBits = 13;
inline constexpr std::uint32_t kDctEscape = 0b000001;  ///< In both tables.
inline constexpr unsigned kDctEscapeLength = 6;

/// One of the tables in the forms that parsing and writing need.
struct DctTables {
  std::array<DctEntry, std::size_t{1} << kDctBits> entries;
  std::array<DctCodes, 512> found;  ///< The first one is that of no code.
  /// Codes that start with seven zeros, by the ten bits that follow these.
  std::array<RunLevel, 1024> longer;
  /// The code of each run (0 to 31) and level (1 to 40) without its sign bit, and its length with it; 0: escape.
  struct Code {
    std::uint16_t bits = 0;
    std::uint8_t length = 0;
  };
  std::array<std::array<Code, 41>, 32> codes;
  std::uint8_t end_of_block;
  std::uint8_t end_of_block_length;
};
[[nodiscard]] const DctTables& dct_tables(DctTable table);

}  // namespace counterpoint::mpeg
