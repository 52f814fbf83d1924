// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/control/call_status.h"
#include "core/model/session_stats.h"

namespace counterpoint {

/// Resources that the program itself has used.
struct ResourceUse {
  double cpu_seconds = 0;
  double peak_memory_mib = 0;
};
[[nodiscard]] ResourceUse resource_use();

/// The result of a call, for people and for programs.
struct CallSummary {
  CallStatus status;
  SessionStats stats;
  Duration elapsed{};
  ResourceUse used;
};

/// The live line: the present rates, from two statistics `interval` apart.
[[nodiscard]] std::string live_line(const SessionStats& before, const SessionStats& now, Duration interval,
                                    Duration elapsed);
/// Some lines of text with the figures of the whole call: sent and, when anything came, received media. Figures that
/// were not measured are left out.
[[nodiscard]] std::string media_text(const CallSummary& summary);
/// The same with latency and the program's use of resources.
[[nodiscard]] std::string to_text(const CallSummary& summary);
/// One JSON object: result, detail, duration, log, statistics (as in the session log), latency (ms), cpuCores,
/// peakMemoryMiB.
[[nodiscard]] std::string to_json(const CallSummary& summary);

}  // namespace counterpoint
