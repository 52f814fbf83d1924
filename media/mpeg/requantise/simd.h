// SPDX-License-Identifier: GPL-3.0-or-later
// Four numbers at a time: the size of a SIMD register that every processor has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace counterpoint::mpeg {

inline constexpr std::size_t kSimdLanes = 4;
using SimdFloats = float __attribute__((vector_size(16)));
using SimdInts = std::int32_t __attribute__((vector_size(16)));

[[nodiscard]] inline SimdFloats load_lanes(const float* from) {
  SimdFloats values;
  std::memcpy(&values, from, sizeof values);
  return values;
}

/// `Vector` is SimdFloats or SimdInts, `Number` float or std::int32_t.
template <typename Vector, typename Number>
void store_lanes(const Vector& values, Number* to) {
  static_assert(sizeof(Vector) == kSimdLanes * sizeof(Number));
  std::memcpy(to, &values, sizeof values);
}

}  // namespace counterpoint::mpeg
