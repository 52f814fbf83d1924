// SPDX-License-Identifier: GPL-3.0-or-later
// Time as the engine knows it: an argument, never something it reads.
#pragma once

#include <chrono>
#include <cstdint>
#include <ratio>

namespace counterpoint {

using namespace std::chrono_literals;

/// A span of time. Nanoseconds, so that the serialisation time of one packet is exact enough to add up for hours.
using Duration = std::chrono::nanoseconds;

/// The local, monotonic clock of one host. It has no now(): whoever owns a real clock passes its reading in.
/// The epoch is arbitrary, so two hosts' timestamps are never compared, only differences of one host's.
struct SessionClock {
  using rep = Duration::rep;
  using period = Duration::period;
  using duration = Duration;
  using time_point = std::chrono::time_point<SessionClock>;
  static constexpr bool is_steady = true;
};
using Timestamp = SessionClock::time_point;

/// The time that is later than every other: "no deadline".
inline constexpr Timestamp kNever = Timestamp::max();

/// `d` in seconds.
[[nodiscard]] constexpr double to_seconds(Duration d) { return std::chrono::duration<double>(d).count(); }
/// `d` in milliseconds.
[[nodiscard]] constexpr double to_milliseconds(Duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}
/// `ms` milliseconds, rounded towards zero to a nanosecond.
[[nodiscard]] constexpr Duration from_milliseconds(double ms) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(ms));
}
/// `s` seconds, rounded towards zero to a nanosecond.
[[nodiscard]] constexpr Duration from_seconds(double s) {
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(s));
}
/// `factor` times `d`, rounded towards zero to a nanosecond.
[[nodiscard]] constexpr Duration scaled(Duration d, double factor) { return from_seconds(to_seconds(d) * factor); }

}  // namespace counterpoint
