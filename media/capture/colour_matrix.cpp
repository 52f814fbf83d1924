// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/colour_matrix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace counterpoint {
namespace {

constexpr int kFractionBits = 14;
constexpr int kHalf = 1 << (kFractionBits - 1);

/// Greys stay grey, so luma leaks into no chroma: new Y = luma * (Y - offset) + luma_cb * Cb + luma_cr * Cr + 16, and
/// so on, with Cb and Cr about zero. Fixed point, kFractionBits.
struct Matrix {
  int luma, luma_cb, luma_cr;
  int cb_cb, cb_cr;
  int cr_cb, cr_cr;
  int luma_offset;
};

Matrix make_matrix(const ColourCoding& from) {
  const ColourCoding& to = kBt601;
  const double luma_range = from.full_range ? 255 : 219;
  const double chroma_range = from.full_range ? 255 : 224;
  // R' = Y + red * Cr, B' = Y + blue * Cb, G' from the sum of the weights, for Y in 0..1 and chroma in -0.5..0.5.
  const double red = 2 * (1 - from.red_weight);
  const double blue = 2 * (1 - from.blue_weight);
  const double green_weight = 1 - from.red_weight - from.blue_weight;
  const double green_cb = -blue * from.blue_weight / green_weight;
  const double green_cr = -red * from.red_weight / green_weight;
  const double to_green = 1 - to.red_weight - to.blue_weight;
  const double y_cb = to_green * green_cb + to.blue_weight * blue;
  const double y_cr = to.red_weight * red + to_green * green_cr;
  const auto fixed = [](double x) { return static_cast<int>(std::lround(x * (1 << kFractionBits))); };
  const double cb_scale = 224 / chroma_range / (2 * (1 - to.blue_weight));
  const double cr_scale = 224 / chroma_range / (2 * (1 - to.red_weight));
  return {.luma = fixed(219 / luma_range),
          .luma_cb = fixed(y_cb * 219 / chroma_range),
          .luma_cr = fixed(y_cr * 219 / chroma_range),
          .cb_cb = fixed((blue - y_cb) * cb_scale),
          .cb_cr = fixed(-y_cr * cb_scale),
          .cr_cb = fixed(-y_cb * cr_scale),
          .cr_cr = fixed((red - y_cr) * cr_scale),
          .luma_offset = from.full_range ? 0 : 16};
}

std::uint8_t to_octet(int fixed_point, int offset) {
  return static_cast<std::uint8_t>(std::clamp(((fixed_point + kHalf) >> kFractionBits) + offset, 0, 255));
}

void convert_luma_row(std::span<std::uint8_t> row, std::span<const int> leaks, const Matrix& m) {
  for (std::size_t x = 0; x < row.size(); ++x) row[x] = to_octet(m.luma * (row[x] - m.luma_offset) + leaks[x / 2], 16);
}

}  // namespace

void convert_to_bt601(Picture& picture, const ColourCoding& coding) {
  if (coding == kBt601) return;
  const Matrix m = make_matrix(coding);
  std::vector<int> leaks(static_cast<std::size_t>(picture.plane_size(1).width));
  for (int y = 0; y < picture.plane_size(1).height; ++y) {
    const auto cb_row = picture.row(1, y);
    const auto cr_row = picture.row(2, y);
    for (std::size_t x = 0; x < leaks.size(); ++x) {
      const int cb = cb_row[x] - 128;
      const int cr = cr_row[x] - 128;
      leaks[x] = m.luma_cb * cb + m.luma_cr * cr;
      cb_row[x] = to_octet(m.cb_cb * cb + m.cb_cr * cr, 128);
      cr_row[x] = to_octet(m.cr_cb * cb + m.cr_cr * cr, 128);
    }
    for (int line = 2 * y; line < std::min(2 * y + 2, picture.size().height); ++line) {
      convert_luma_row(picture.row(0, line), leaks, m);
    }
  }
}

}  // namespace counterpoint
