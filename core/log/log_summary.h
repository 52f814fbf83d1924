// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/call/call.h"
#include "core/call/call_quality.h"
#include "core/log/session_log.h"

namespace counterpoint {

/// Direction of a call.
enum class CallDirection {
  kUnknown,  ///< Nobody but us: a call with oneself; or a log that does not say.
  kOutgoing,
  kIncoming,
};

/// Summary of a call for a list of calls.
struct LogSummary {
  std::string started;  ///< ISO 8601, UTC; empty when the log does not say.
  std::string peer;
  std::string mode;  ///< All that the call had, each once, in their order: "2d, 1d".
  CallDirection direction = CallDirection::kUnknown;
  bool connected = false;        ///< Somebody took the call.
  std::optional<Call::End> end;  ///< Nothing when the log does not say.
  std::string detail;            ///< More about the end, in words; may be empty.
  Duration duration{};           ///< Time since it was connected; zero when it never was.
  DataRate mean_rate;            ///< Mean sending rate since the call was connected, with IP and UDP headers.
  /// The one that whole_call_quality() gives.
  CallQuality quality = CallQuality::kUnknown;
  bool complete = false;  ///< The log was closed in order.
};

/// Quality of a whole call, from its totals. Good: less than 1 % lost, less than one freeze a minute, round trips under
/// 200 ms. Poor: more than 5 %, more than four, or over 500 ms. Unknown below a second, and without media.
[[nodiscard]] CallQuality whole_call_quality(const SessionStats& stats, Duration duration);

/// LogEnd::modes with one more, unless it is among them.
[[nodiscard]] std::string with_mode(std::string modes, std::string_view mode);

/// Bytes at the start and at the end of a log that suffice for its summary.
inline constexpr std::size_t kSummaryHead = 32'768;
inline constexpr std::size_t kSummaryTail = 65'536;

/// Summarises the first kSummaryHead and the last kSummaryTail bytes of a log; `tail` is empty when `head` is all.
/// Errors: the log has no header.
[[nodiscard]] Result<LogSummary> summarise_log(std::string_view head, std::string_view tail);

}  // namespace counterpoint
