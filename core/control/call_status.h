// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "core/base/latency_histogram.h"
#include "core/call/call.h"

namespace counterpoint {

/// The time that frames spend in each stage of a call, on one host.
struct LatencyReport {
  LatencyHistogram queueing;  ///< Captured to encoder.
  LatencyHistogram encoding;
  LatencyHistogram decoding;
  LatencyHistogram holding;     ///< Decoded to due: the jitter buffer and lip-sync.
  LatencyHistogram presenting;  ///< Due to shown.
  LatencyHistogram end_to_end;  ///< Captured to shown; means something only in a call with oneself.
};

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
