// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/frame/colour_matrix.h"

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
/// so on, with Cb and Cr about zero. Fixed point, kFractionBits; 16 bits, so that the compiler can do eight at once.
struct Matrix {
  std::int16_t luma, luma_cb, luma_cr;
  std::int16_t cb_cb, cb_cr;
  std::int16_t cr_cb, cr_cr;
  std::int16_t luma_offset;
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
  const auto fixed = [](double x) { return static_cast<std::int16_t>(std::lround(x * (1 << kFractionBits))); };
  const double cb_scale = 224 / chroma_range / (2 * (1 - to.blue_weight));
  const double cr_scale = 224 / chroma_range / (2 * (1 - to.red_weight));
  return {.luma = fixed(219 / luma_range),
          .luma_cb = fixed(y_cb * 219 / chroma_range),
          .luma_cr = fixed(y_cr * 219 / chroma_range),
          .cb_cb = fixed((blue - y_cb) * cb_scale),
          .cb_cr = fixed(-y_cr * cb_scale),
          .cr_cb = fixed(-y_cb * cr_scale),
          .cr_cr = fixed((red - y_cr) * cr_scale),
          .luma_offset = static_cast<std::int16_t>(from.full_range ? 0 : 16)};
}

std::int16_t rounded(int fixed_point) { return static_cast<std::int16_t>((fixed_point + kHalf) >> kFractionBits); }

std::uint8_t to_byte(std::int16_t value) { return static_cast<std::uint8_t>(std::clamp<std::int16_t>(value, 0, 255)); }

/// `leaks` gets what the luma samples over each chroma sample, two a row, have to be raised by.
void convert_chroma_row(std::span<std::uint8_t> cb_row, std::span<std::uint8_t> cr_row, std::span<std::int16_t> leaks,
                        const Matrix m) {
  std::uint8_t* __restrict cb_out = cb_row.data();
  std::uint8_t* __restrict cr_out = cr_row.data();
  std::int16_t* __restrict leak_out = leaks.data();
  for (std::size_t x = 0; x < cb_row.size(); ++x) {
    const auto cb = static_cast<std::int16_t>(cb_out[x] - 128);
    const auto cr = static_cast<std::int16_t>(cr_out[x] - 128);
    leak_out[x] = static_cast<std::int16_t>(rounded(m.luma_cb * cb + m.luma_cr * cr) + 16);
    cb_out[x] = to_byte(static_cast<std::int16_t>(rounded(m.cb_cb * cb + m.cb_cr * cr) + 128));
    cr_out[x] = to_byte(static_cast<std::int16_t>(rounded(m.cr_cb * cb + m.cr_cr * cr) + 128));
  }
}

std::uint8_t convert_luma(std::uint8_t luma, std::int16_t leak, const Matrix& m) {
  const auto above_black = static_cast<std::int16_t>(luma - m.luma_offset);
  return to_byte(static_cast<std::int16_t>(rounded(m.luma * above_black) + leak));
}

void convert_luma_row(std::span<std::uint8_t> row, std::span<const std::int16_t> leaks, const Matrix m) {
  std::uint8_t* __restrict luma = row.data();
  const std::int16_t* __restrict leak = leaks.data();
  const std::size_t pairs = row.size() / 2;
  for (std::size_t x = 0; x < pairs; ++x) {
    luma[2 * x] = convert_luma(luma[2 * x], leak[x], m);
    luma[2 * x + 1] = convert_luma(luma[2 * x + 1], leak[x], m);
  }
  if (row.size() % 2 != 0) luma[2 * pairs] = convert_luma(luma[2 * pairs], leak[pairs], m);
}

}  // namespace

void convert_to_bt601(FrameBuffer& picture, const ColourCoding& coding) {
  if (coding == kBt601) return;
  const Matrix m = make_matrix(coding);
  std::vector<std::int16_t> leaks(static_cast<std::size_t>(picture.plane_size(1).width));
  for (int y = 0; y < picture.plane_size(1).height; ++y) {
    convert_chroma_row(picture.row(1, y), picture.row(2, y), leaks, m);
    for (int line = 2 * y; line < std::min(2 * y + 2, picture.size().height); ++line) {
      convert_luma_row(picture.row(0, line), leaks, m);
    }
  }
}

}  // namespace counterpoint
