// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/dct.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <numbers>

namespace counterpoint::mpeg {
namespace {

/// A row; processors without registers of this size take it in halves.
using Row = float __attribute__((vector_size(32)));

/// [u][x]: c(u) / 2 cos((2 x + 1) u pi / 16).
struct Basis {
  Block8x8 rows{};
  Block8x8 columns{};  ///< [x][u].
  Basis() {
    for (std::size_t u = 0; u < 8; ++u) {
      for (std::size_t x = 0; x < 8; ++x) {
        const double scale = u == 0 ? std::numbers::sqrt2 / 4 : 0.5;
        const double angle = static_cast<double>((2 * x + 1) * u) * std::numbers::pi / 16;
        rows[8 * u + x] = static_cast<float>(scale * std::cos(angle));
        columns[8 * x + u] = rows[8 * u + x];
      }
    }
  }
};
const Basis kBasis;

[[gnu::always_inline]] inline void load(const float* from, Row& row) { std::memcpy(&row, from, sizeof row); }

/// Each of the eight rows at `out` is the sum of those at `rows` times the numbers of a line of `factors`.
[[gnu::always_inline]] inline void combine(const float* factors, const float* rows, float* out) {
  std::array<Row, 8> all;
#pragma GCC unroll 8
  for (std::size_t k = 0; k < 8; ++k) load(rows + 8 * k, all[k]);
  for (std::size_t i = 0; i < 8; ++i) {
    Row sum{};
#pragma GCC unroll 8
    for (std::size_t k = 0; k < 8; ++k) sum += factors[8 * i + k] * all[k];
    std::memcpy(out + 8 * i, &sum, sizeof sum);
  }
}

/// `block` becomes the product of three matrices: `down`, itself, and `across`.
[[gnu::always_inline]] inline void multiply(Block8x8& block, const Block8x8& down, const Block8x8& across) {
  Block8x8 columns;
  combine(down.data(), block.data(), columns.data());
  combine(columns.data(), across.data(), block.data());
}

using Multiply = void (*)(Block8x8&, const Block8x8&, const Block8x8&);

void multiply_anywhere(Block8x8& block, const Block8x8& down, const Block8x8& across) { multiply(block, down, across); }

#ifdef __x86_64__
/// The same products and sums, so the same result.
[[gnu::target("avx2")]] void multiply_by_avx2(Block8x8& block, const Block8x8& down, const Block8x8& across) {
  multiply(block, down, across);
}
const Multiply kMultiply = __builtin_cpu_supports("avx2") != 0 ? multiply_by_avx2 : multiply_anywhere;
#else
constexpr Multiply kMultiply = multiply_anywhere;
#endif

}  // namespace

void forward_dct(Block8x8& block) { kMultiply(block, kBasis.rows, kBasis.columns); }

void inverse_dct(Block8x8& block) { kMultiply(block, kBasis.columns, kBasis.rows); }

}  // namespace counterpoint::mpeg
