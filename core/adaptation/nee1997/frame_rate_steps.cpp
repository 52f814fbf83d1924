// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/nee1997/frame_rate_steps.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// Frames a second to the next rung.
double step(FrameRate rate) {
  if (rate.per_second() >= 30) return 4;
  if (rate.per_second() >= 20) return 3;
  return rate.per_second() >= 10 ? 2 : 1;
}

}  // namespace

FrameRate frame_rate_above(FrameRate rate) { return FrameRate::per_second(rate.per_second() + step(rate)); }

FrameRate frame_rate_below(FrameRate rate) {
  return FrameRate::per_second(std::max(1.0, rate.per_second() - step(rate)));
}

}  // namespace counterpoint
