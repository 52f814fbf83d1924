// SPDX-License-Identifier: GPL-3.0-or-later
// Eight numbers at a time. Processors without registers of this size take them in halves. They are never arguments by
// value, since how these are passed depends on the processor that a function is compiled for.
#pragma once

#include <cstddef>
#include <cstdint>

namespace counterpoint::mpeg {

inline constexpr std::size_t kSimdLanes = 8;
using SimdFloats = float __attribute__((vector_size(4 * kSimdLanes)));
using SimdInts = std::int32_t __attribute__((vector_size(4 * kSimdLanes)));

}  // namespace counterpoint::mpeg
