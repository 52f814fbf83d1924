// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {

Duration from_timespec(const timespec& time) { return std::chrono::seconds(time.tv_sec) + Duration(time.tv_nsec); }

Duration read_clock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return from_timespec(time);
}

}  // namespace

Timestamp session_now() { return Timestamp(read_clock(CLOCK_MONOTONIC)); }

Duration time_with_sleep() { return read_clock(CLOCK_BOOTTIME); }

Timestamp from_wall_clock(const timespec& stamp) {
  // Being interrupted between the two readings would shift the result, so a slow pair is read again.
  constexpr int kTries = 3;
  constexpr Duration kQuick = 50us;
  Timestamp now;
  Duration age{};
  for (int i = 0; i < kTries; ++i) {
    const Timestamp before = session_now();
    age = read_clock(CLOCK_REALTIME) - from_timespec(stamp);
    now = session_now();
    if (now - before < kQuick) break;
  }
  return age < Duration::zero() || age > 1s ? now : now - age;
}

}  // namespace counterpoint
