// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/dct.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <numbers>

namespace counterpoint::mpeg {
namespace {

using Row = float __attribute__((vector_size(32)));
using Matrix = std::array<Row, 8>;

/// [u][x]: c(u) / 2 cos((2 x + 1) u pi / 16).
struct Basis {
  std::array<std::array<float, 8>, 8> rows{};
  Matrix columns{};  ///< [x], its lanes are u.
  Basis() {
    for (std::size_t u = 0; u < 8; ++u) {
      for (std::size_t x = 0; x < 8; ++x) {
        const double scale = u == 0 ? std::numbers::sqrt2 / 4 : 0.5;
        const double angle = static_cast<double>((2 * x + 1) * u) * std::numbers::pi / 16;
        rows[u][x] = static_cast<float>(scale * std::cos(angle));
        columns[x][u] = rows[u][x];
      }
    }
  }
};
const Basis kBasis;

Matrix load(const Block8x8& block) {
  Matrix matrix;
  std::memcpy(&matrix, block.data(), sizeof matrix);
  return matrix;
}

}  // namespace

void forward_dct(Block8x8& block) {
  const Matrix samples = load(block);
  for (std::size_t v = 0; v < 8; ++v) {
    // Columns first: a row of lanes x for each v; then the lanes become u.
    Row column{};
    for (std::size_t y = 0; y < 8; ++y) column += kBasis.rows[v][y] * samples[y];
    Row transformed{};
    for (std::size_t x = 0; x < 8; ++x) transformed += column[x] * kBasis.columns[x];
    std::memcpy(block.data() + 8 * v, &transformed, sizeof transformed);
  }
}

void inverse_dct(Block8x8& block) {
  const Matrix coefficients = load(block);
  Matrix lines;
  std::memcpy(&lines, kBasis.rows.data(), sizeof lines);
  for (std::size_t y = 0; y < 8; ++y) {
    Row row{};
    for (std::size_t v = 0; v < 8; ++v) row += kBasis.rows[v][y] * coefficients[v];
    Row samples{};
    for (std::size_t u = 0; u < 8; ++u) samples += row[u] * lines[u];
    std::memcpy(block.data() + 8 * y, &samples, sizeof samples);
  }
}

}  // namespace counterpoint::mpeg
