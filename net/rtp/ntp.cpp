// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/ntp.h"

#include <algorithm>
#include <limits>

namespace counterpoint {
namespace {

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::uint64_t kHalf32 = std::uint64_t{1} << 31;

}  // namespace

std::uint64_t to_ntp(Timestamp t) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(t.time_since_epoch());
  const auto nanoseconds = static_cast<std::uint64_t>((t.time_since_epoch() - seconds).count());
  const std::uint64_t fraction = ((nanoseconds << 32) + kNanosecondsPerSecond / 2) / kNanosecondsPerSecond;
  return (static_cast<std::uint64_t>(seconds.count()) << 32) + fraction;
}

Timestamp from_ntp(std::uint64_t ntp) {
  const std::uint64_t fraction = ntp & 0xFFFF'FFFFU;
  const std::uint64_t nanoseconds = (fraction * kNanosecondsPerSecond + kHalf32) >> 32;
  return Timestamp(std::chrono::seconds(ntp >> 32) + Duration(nanoseconds));
}

std::uint32_t to_compact_duration(Duration d) {
  if (d <= Duration::zero()) return 0;
  // In two steps, so that no Duration overflows.
  const auto seconds = std::chrono::floor<std::chrono::seconds>(d);
  if (seconds.count() >= 65'536) return std::numeric_limits<std::uint32_t>::max();
  const auto nanoseconds = static_cast<std::uint64_t>((d - seconds).count());
  const std::uint64_t units = (static_cast<std::uint64_t>(seconds.count()) << 16) +
                              ((nanoseconds << 16) + kNanosecondsPerSecond / 2) / kNanosecondsPerSecond;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(units, std::numeric_limits<std::uint32_t>::max()));
}

Duration from_compact_duration(std::uint32_t units) {
  return Duration((units * kNanosecondsPerSecond + (1U << 15)) >> 16);
}

}  // namespace counterpoint
