// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// A host's clock that gains or loses against virtual time, from a time at which both agree.
class SkewedClock {
 public:
  /// `skew` in ppm, above -1'000'000; positive: the clock gains.
  SkewedClock(Timestamp start, double skew) : start_(start), skew_(std::llround(skew * 1000)) {}

  /// The clock's reading at `time`.
  [[nodiscard]] Timestamp local(Timestamp time) const {
    if (time == kNever) return kNever;
    const auto gained = static_cast<detail::Int128>((time - start_).count()) * skew_ / kBillion;
    return time + Duration(static_cast<Duration::rep>(gained));
  }
  /// A time at which the clock reads `local` or a nanosecond more.
  [[nodiscard]] Timestamp time_of(Timestamp local) const {
    if (local == kNever) return kNever;
    const auto passed = static_cast<detail::Int128>((local - start_).count()) * kBillion / (kBillion + skew_);
    Timestamp time = start_ + Duration(static_cast<Duration::rep>(passed));
    while (this->local(time) < local) time += 1ns;
    return time;
  }

 private:
  static constexpr std::int64_t kBillion = 1'000'000'000;

  Timestamp start_;
  std::int64_t skew_;  // Nanoseconds gained a second.
};

}  // namespace counterpoint
