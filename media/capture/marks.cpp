// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/marks.h"

#include <algorithm>
#include <array>
#include <bit>

namespace counterpoint {
namespace {

constexpr int kColumns = 16;
constexpr int kRows = 2;
constexpr int kCells = kColumns * kRows;
constexpr int kStripShare = 8;  // The bar code takes one eighth of the height.
constexpr int kNumberBits = 24;
constexpr int kCheckBits = 6;
constexpr std::uint8_t kBlack = 16;
constexpr std::uint8_t kWhite = 235;
constexpr std::uint8_t kNeutral = 128;
constexpr double kMinContrast = 60;    // Between the references, of 219.
constexpr double kDoubtfulBand = 0.1;  // Each side of the middle between the references, in shares of the contrast.

/// In luma samples: [left, right) x [top, bottom).
struct Area {
  int left, top, right, bottom;
};

Area cell_area(Resolution size, int cell) {
  const int column = cell % kColumns;
  const int row = cell / kColumns;
  const int strip = size.height / kStripShare;
  return {.left = size.width * column / kColumns,
          .top = strip * row / kRows,
          .right = size.width * (column + 1) / kColumns,
          .bottom = strip * (row + 1) / kRows};
}

Area flash_area(Resolution size) {
  const int side = std::min(size.width, size.height) / 5;
  const int margin = side / 4;
  return {.left = size.width - margin - side,
          .top = size.height - margin - side,
          .right = size.width - margin,
          .bottom = size.height - margin};
}

void fill(FrameBuffer& picture, Area area, std::uint8_t luma) {
  for (int y = area.top; y < area.bottom; ++y) {
    const auto row = picture.row(0, y);
    std::fill(row.begin() + area.left, row.begin() + area.right, luma);
  }
  for (int plane = 1; plane < 3; ++plane) {
    for (int y = area.top / 2; y < (area.bottom + 1) / 2; ++y) {
      const auto row = picture.row(plane, y);
      std::fill(row.begin() + area.left / 2, row.begin() + (area.right + 1) / 2, kNeutral);
    }
  }
}

/// Mean luma of the middle of `area`: its edges suffer from scaling and coding.
double middle_luma(const FrameBuffer& picture, Area area) {
  const int margin_x = (area.right - area.left) / 4;
  const int margin_y = (area.bottom - area.top) / 4;
  std::int64_t sum = 0;
  std::int64_t count = 0;
  for (int y = area.top + margin_y; y < area.bottom - margin_y; ++y) {
    const auto row = picture.row(0, y);
    for (int x = area.left + margin_x; x < area.right - margin_x; ++x) sum += row[static_cast<std::size_t>(x)];
    count += area.right - area.left - 2 * margin_x;
  }
  return count > 0 ? static_cast<double>(sum) / static_cast<double>(count) : 0;
}

/// The check bits that each number bit contributes to: all different, each of weight 2 or 3, so that any two wrong
/// cells are found; the lightest for the bits that change most.
constexpr std::array<std::uint32_t, kNumberBits> make_check_columns() {
  std::array<std::uint32_t, kNumberBits> columns{};
  std::size_t n = 0;
  for (int weight = 2; weight <= 3; ++weight) {
    for (std::uint32_t mask = 1; mask < (1U << kCheckBits) && n < columns.size(); ++mask) {
      if (std::popcount(mask) == weight) columns[n++] = mask;
    }
  }
  return columns;
}

std::uint32_t check_bits(std::uint32_t code) {
  static constexpr auto kColumnsOfBits = make_check_columns();
  std::uint32_t check = 0;
  for (std::size_t bit = 0; bit < kNumberBits; ++bit) {
    if ((code >> bit & 1U) != 0) check ^= kColumnsOfBits[bit];
  }
  return check;
}

std::uint32_t gray_to_number(std::uint32_t code) {
  for (int shift = 1; shift < 32; shift *= 2) code ^= code >> shift;
  return code;
}

}  // namespace

void add_marks(FrameBuffer& picture, std::uint32_t frame_number, bool flash) {
  const std::uint32_t number = frame_number % kFrameNumberCount;
  const std::uint32_t code = number ^ number >> 1;
  const std::uint32_t bits = check_bits(code) << kNumberBits | code;
  for (int cell = 0; cell < kCells; ++cell) {
    const bool white = cell == 0 || (cell < kCells - 1 && (bits >> (cell - 1) & 1U) != 0);
    fill(picture, cell_area(picture.size(), cell), white ? kWhite : kBlack);
  }
  fill(picture, flash_area(picture.size()), flash ? kWhite : kBlack);
}

std::optional<std::uint32_t> read_frame_number(const FrameBuffer& picture) {
  if (picture.size().width < kColumns || picture.size().height < kColumns) return std::nullopt;
  const double white = middle_luma(picture, cell_area(picture.size(), 0));
  const double black = middle_luma(picture, cell_area(picture.size(), kCells - 1));
  if (white - black < kMinContrast) return std::nullopt;
  std::uint32_t bits = 0;
  for (int cell = 1; cell < kCells - 1; ++cell) {
    const double share = (middle_luma(picture, cell_area(picture.size(), cell)) - black) / (white - black);
    if (share > 0.5 - kDoubtfulBand && share < 0.5 + kDoubtfulBand) return std::nullopt;
    if (share > 0.5) bits |= 1U << (cell - 1);
  }
  const std::uint32_t code = bits & (kFrameNumberCount - 1);
  if (check_bits(code) != bits >> kNumberBits) return std::nullopt;
  return gray_to_number(code);
}

bool flash_is_on(const FrameBuffer& picture) {
  return middle_luma(picture, flash_area(picture.size())) > (kBlack + kWhite) / 2.0;
}

bool flash_is_due(Duration media_time, Duration interval) {
  const Duration since = media_time % kFlashInterval;
  return since < std::max(kFlashDuration, interval);
}

}  // namespace counterpoint
