// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "core/call/call.h"
#include "core/control/latency_report.h"

namespace counterpoint {

/// The state of one call of this host.
struct CallStatus {
  std::uint64_t call = 0;  ///< Number of the call in this host, from 1 on.
  Call::State state = Call::State::kCalling;
  std::string peer{};  ///< Address and port; kSelfPeer in a self-call.
  /// Once kEnded: the reason.
  Call::End end = Call::End::kHungUp;
  Message detail{};
  std::shared_ptr<const LatencyReport> latencies{};  ///< Null before the end, and of a call without media.
  std::filesystem::path log_path{};
};

}  // namespace counterpoint
