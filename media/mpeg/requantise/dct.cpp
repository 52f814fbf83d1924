// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/dct.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <numbers>

namespace counterpoint::mpeg {
namespace {

/// Half a row: the size of a SIMD register that every processor has.
using Lanes = float __attribute__((vector_size(16)));
struct Row {
  Lanes left;
  Lanes right;

  void add(float factor, const Row& row) {
    left += factor * row.left;
    right += factor * row.right;
  }
};
using Rows = std::array<Row, 8>;
using Line = std::array<float, 8>;

/// [u][x]: c(u) / 2 cos((2 x + 1) u pi / 16).
struct Basis {
  std::array<Line, 8> rows{};
  std::array<Line, 8> columns{};  ///< [x][u].
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

/// `block` becomes the product of three matrices: `down`, itself, and `across`.
void transform(Block8x8& block, const std::array<Line, 8>& down, const std::array<Line, 8>& across) {
  Rows lines;
  Rows rows;
  std::memcpy(&lines, block.data(), sizeof lines);
  std::memcpy(&rows, across.data(), sizeof rows);
  for (std::size_t i = 0; i < 8; ++i) {
    Row sum{};
    for (std::size_t k = 0; k < 8; ++k) sum.add(down[i][k], lines[k]);
    Line factors;
    std::memcpy(&factors, &sum, sizeof factors);
    Row transformed{};
    for (std::size_t k = 0; k < 8; ++k) transformed.add(factors[k], rows[k]);
    std::memcpy(block.data() + 8 * i, &transformed, sizeof transformed);
  }
}

}  // namespace

void forward_dct(Block8x8& block) { transform(block, kBasis.rows, kBasis.columns); }

void inverse_dct(Block8x8& block) { transform(block, kBasis.columns, kBasis.rows); }

}  // namespace counterpoint::mpeg
