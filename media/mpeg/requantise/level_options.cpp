// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/requantise/level_options.h"

#include <bit>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "media/mpeg/requantise/simd.h"

namespace counterpoint::mpeg {
namespace {

/// The size of a register that every processor has.
constexpr std::size_t kFew = 4;
using FewFloats = float __attribute__((vector_size(4 * kFew)));
using FewInts = std::int32_t __attribute__((vector_size(4 * kFew)));

FewFloats load_few(const float* from) {
  FewFloats values;
  std::memcpy(&values, from, sizeof values);
  return values;
}

/// Bit i is the sign of number i.
std::uint64_t signs(FewInts values) {
#ifdef __SSE2__
  return static_cast<std::uint64_t>(_mm_movemask_ps(std::bit_cast<__m128>(values)));
#else
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < kFew; ++i) bits |= std::uint64_t{values[i] < 0} << i;
  return bits;
#endif
}

FewFloats magnitude_of(FewFloats values) {
  constexpr std::int32_t kAllButSign = 0x7FFFFFFF;
  return std::bit_cast<FewFloats>(std::bit_cast<FewInts>(values) & kAllButSign);
}

[[gnu::always_inline]] inline void find_options(const LevelTarget& target, const LevelSteps& steps, float error_weight,
                                                LevelOptions& options) {
  const std::int32_t more = steps.intra ? 0 : 1;
  const float round = steps.intra ? 1 : 0;
  const SimdInts largest = SimdInts{} + steps.largest_level;
  options.numbers = 0;
  for (std::size_t first = 0; first < target.count(); first += kSimdLanes) {
    SimdFloats step;
    SimdFloats wanted;
    std::memcpy(&step, target.weights(first), sizeof step);
    std::memcpy(&wanted, target.magnitudes(first), sizeof wanted);
    step *= steps.quantiser_scale;
    SimdInts nearest = __builtin_convertvector((wanted / step + round) / 2, SimdInts);
    nearest = nearest < largest ? nearest : largest;
    const SimdFloats square = wanted * wanted;
    const SimdInts doubled = 2 * nearest + more;
    const auto store_cost = [&](const SimdInts& twice, float* to) {
      const SimdInts whole = __builtin_convertvector(__builtin_convertvector(twice, SimdFloats) * step, SimdInts);
      const SimdFloats error = wanted - __builtin_convertvector(whole, SimdFloats);
      const SimdFloats cost = error_weight * (error * error - square);
      std::memcpy(to, &cost, sizeof cost);
    };
    std::memcpy(&options.nearest[first], &nearest, sizeof nearest);
    store_cost(doubled, &options.nearest_cost[first]);
    store_cost(doubled - 2, &options.below_cost[first]);
    const SimdInts negative = -nearest;
    FewInts half;
    for (std::size_t i = 0; i < kSimdLanes; i += kFew) {
      std::memcpy(&half, reinterpret_cast<const char*>(&negative) + 4 * i, sizeof half);
      options.numbers |= signs(half) << (first + i);
    }
  }
}

using FindOptions = void (*)(const LevelTarget&, const LevelSteps&, float, LevelOptions&);

void find_options_anywhere(const LevelTarget& target, const LevelSteps& steps, float error_weight,
                           LevelOptions& options) {
  find_options(target, steps, error_weight, options);
}

#ifdef __x86_64__
/// Products are not fused with sums, so the result is the same.
[[gnu::target("avx2")]] void find_options_by_avx2(const LevelTarget& target, const LevelSteps& steps,
                                                  float error_weight, LevelOptions& options) {
  find_options(target, steps, error_weight, options);
}
const FindOptions kFindOptions = __builtin_cpu_supports("avx2") != 0 ? find_options_by_avx2 : find_options_anywhere;
#else
constexpr FindOptions kFindOptions = find_options_anywhere;
#endif

}  // namespace

std::uint64_t likely_places(std::span<const float, 64> coefficients, std::span<const float, 64> steps, bool intra) {
  const float least = intra ? 0.999F : 1.999F;
  std::uint64_t places = 0;
  for (std::size_t place = 0; place < coefficients.size(); place += kFew) {
    const FewFloats wanted = magnitude_of(load_few(coefficients.data() + place));
    places |= signs(wanted >= least * load_few(steps.data() + place)) << place;
  }
  return places;
}

void find_level_options(const LevelTarget& target, const LevelSteps& steps, float error_weight, LevelOptions& options) {
  kFindOptions(target, steps, error_weight, options);
}

}  // namespace counterpoint::mpeg
