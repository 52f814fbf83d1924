// SPDX-License-Identifier: GPL-3.0-or-later
// The NTP timestamp format (RFC 3550 section 4), used here for the host's own session clock: it has an arbitrary epoch,
// which RFC 3550 allows, since peers only ever use differences and send back what they were told.
#pragma once

#include <cstdint>

#include "core/base/time.h"

namespace counterpoint {

/// `t` in units of 2^-32 s, modulo 2^32 s.
[[nodiscard]] std::uint64_t to_ntp(Timestamp t);

/// The inverse of to_ntp(), exact to the nanosecond for times from 0 to 2^32 s.
[[nodiscard]] Timestamp from_ntp(std::uint64_t ntp);

/// The middle 32 bits: units of 1/65536 s, modulo 65536 s. The format of "last SR" and of the report timestamp of RFC
/// 8888.
[[nodiscard]] constexpr std::uint32_t compact_ntp(std::uint64_t ntp) { return static_cast<std::uint32_t>(ntp >> 16); }

/// `d` in units of 1/65536 s, rounded to the nearest; 0 for negative times, the largest value for those too long.
[[nodiscard]] std::uint32_t to_compact_duration(Duration d);

/// The inverse of to_compact_duration(); also for differences of two compact times.
[[nodiscard]] Duration from_compact_duration(std::uint32_t units);

}  // namespace counterpoint
