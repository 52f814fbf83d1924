// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/latency_histogram.h"

namespace counterpoint {

/// How long frames spend in each stage of a call, on one host.
struct LatencyReport {
  LatencyHistogram queueing;  ///< Captured to encoder.
  LatencyHistogram encoding;
  LatencyHistogram decoding;
  LatencyHistogram holding;     ///< Decoded to due: the jitter buffer and lip-sync.
  LatencyHistogram presenting;  ///< Due to shown.
  LatencyHistogram end_to_end;  ///< Captured to shown; means something only in a call with oneself.
};

}  // namespace counterpoint
