// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/level_options.h"

#include <bit>
#include <cstddef>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "media/mpeg/requantise/simd.h"

namespace counterpoint::mpeg {
namespace {

/// Bit i is the sign of number i.
std::uint64_t signs(SimdInts values) {
#ifdef __SSE2__
  return static_cast<std::uint64_t>(_mm_movemask_ps(std::bit_cast<__m128>(values)));
#else
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kSimdLanes; ++i) bits |= std::uint64_t{values[i] < 0} << i;
  return bits;
#endif
}

SimdFloats magnitude_of(SimdFloats values) {
  constexpr std::int32_t kAllButSign = 0x7FFFFFFF;
  return std::bit_cast<SimdFloats>(std::bit_cast<SimdInts>(values) & kAllButSign);
}

SimdInts whole(SimdFloats values) { return __builtin_convertvector(values, SimdInts); }
SimdFloats real(SimdInts values) { return __builtin_convertvector(values, SimdFloats); }

/// Bit k is set if the nearest level may be other than 0 at place k. Most blocks have few such places.
std::uint64_t likely_places(std::span<const float, 64> target, const LevelSteps& steps) {
  const float least = steps.intra ? 0.999F : 1.999F;
  std::uint64_t places = 0;
  for (std::size_t place = 0; place < target.size(); place += kSimdLanes) {
    const SimdFloats wanted = magnitude_of(load_lanes(target.data() + place));
    places |= signs(wanted >= least * load_lanes(steps.step.data() + place)) << place;
  }
  return places;
}

}  // namespace

void find_level_options(std::span<const float, 64> target, const LevelSteps& steps, float error_weight,
                        LevelOptions& options) {
  const std::int32_t more = steps.intra ? 0 : 1;
  const float round = steps.intra ? 1 : 0;
  options.places = 0;
  for (std::uint64_t left = likely_places(target, steps); left != 0;) {
    const auto first = static_cast<std::size_t>(std::countr_zero(left)) & ~(kSimdLanes - 1);
    left &= ~(std::uint64_t{0xF} << first);
    const SimdFloats step = load_lanes(steps.step.data() + first);
    const SimdFloats wanted = magnitude_of(load_lanes(target.data() + first));
    SimdInts nearest = whole((wanted / step + round) / 2);
    const SimdInts largest = SimdInts{} + steps.largest_level;
    nearest = nearest < largest ? nearest : largest;
    const auto cost = [&](SimdInts level) -> SimdFloats {
      const SimdFloats error = wanted - real(whole(real(2 * level + more) * step));
      return error_weight * (error * error - wanted * wanted);
    };
    store_lanes(nearest, options.nearest.data() + first);
    store_lanes(cost(nearest), options.nearest_cost.data() + first);
    store_lanes(cost(nearest - 1), options.below_cost.data() + first);
    options.places |= signs(-nearest) << first;
  }
}

}  // namespace counterpoint::mpeg
