// SPDX-License-Identifier: GPL-3.0-or-later
// Rates, sizes and times as people write them: "1.5M", "50ms", "30kB". The text from to_text() parses back to the same
// value.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Digits with at most one decimal point, without sign or exponent. Nothing when it is anything else.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);
/// Bit/s with k, K, M or G (decimal), at most 1 Tbit/s, or "unlimited"; "bit", "bit/s" or "bps" may follow.
[[nodiscard]] std::optional<DataRate> parse_rate(std::string_view text);
/// Events a second with k, M or G, or "unlimited", which is zero.
[[nodiscard]] std::optional<EventRate> parse_event_rate(std::string_view text);
/// With ns, us, ms or s, at most `max`; "0" needs no unit.
[[nodiscard]] std::optional<Duration> parse_time(std::string_view text, Duration max);
/// With B, kB or MB (decimal), at most `max`; "0" needs no unit.
[[nodiscard]] std::optional<DataSize> parse_size(std::string_view text, DataSize max);

/// Bytes, or with K, M, G or T (decimal; k and a B behind are the same) or KiB, MiB, GiB or TiB; at most 1 PB.
[[nodiscard]] std::optional<DataSize> parse_file_size(std::string_view text);
/// A number, or a percentage, "70%" for 0.7.
[[nodiscard]] std::optional<double> parse_share(std::string_view text);

/// The shortest text that is exact; `number` is not negative.
[[nodiscard]] std::string to_text(double number);
/// The text has the largest unit that takes no more than three decimals.
[[nodiscard]] std::string to_text(DataRate rate);
[[nodiscard]] std::string to_text(Duration time);
[[nodiscard]] std::string to_text(DataSize size);

}  // namespace counterpoint
