// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/cut/block_scan.h"

#include <algorithm>
#include <array>

#include "media/mpeg/bitstream/bit_reader.h"

namespace counterpoint::mpeg {
namespace {

template <std::size_t kCount>
std::array<ScanCodes, kCount> make_scan_codes(const std::array<DctCodes, kCount>& found, bool intra) {
  const RowOffset* const levels = gains().levels(intra);
  std::array<ScanCodes, kCount> all;
  std::ranges::transform(found, all.begin(), [levels](const DctCodes& codes) {
    return ScanCodes{.first_cost = scan_cost(codes.first_length),
                     .second_cost = scan_cost(codes.second_length),
                     .first_level = static_cast<std::uint16_t>(levels[codes.first_level]),
                     .second_level = static_cast<std::uint16_t>(levels[codes.second_level]),
                     .first_skip = codes.first_skip,
                     .second_skip = codes.second_skip,
                     .advance = codes.advance,
                     .first_length = codes.first_length};
  });
  return all;
}

const ScanCodes* scan_codes(DctTable table, bool intra) {
  if (table == DctTable::kB15) {
    static const auto kB15 = make_scan_codes(dct_tables(DctTable::kB15).found, true);
    return kB15.data();
  }
  static const auto kIntraB14 = make_scan_codes(dct_tables(DctTable::kB14).found, true);
  static const auto kNonIntraB14 = make_scan_codes(dct_tables(DctTable::kB14).found, false);
  return intra ? kIntraB14.data() : kNonIntraB14.data();
}

}  // namespace

BlockKind::BlockKind(DctTable table, bool intra, bool has_mpeg1_escape)
    : tables(&dct_tables(table)),
      codes(scan_codes(table, intra)),
      levels(mpeg::gains().levels(intra)),
      mpeg1_escape(has_mpeg1_escape) {}

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

}  // namespace counterpoint::mpeg
