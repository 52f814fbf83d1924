// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

#include "core/model/audio_format.h"

namespace counterpoint {

struct BlockClockConfig {
  /// 0 to 1: share of each measured error that is believed. Default: half a second until a change is followed, long
  /// against the scheduling of one callback and short against the drift of a sound card (100 ppm).
  double gain = 0.02;
  /// A larger error is no jitter: sound was lost, so the clock starts anew. 10 ms to 1 s.
  Duration jump = 30ms;
};

/// Tells when blocks of 10 ms really began, from measurements that jitter with the scheduling of the audio thread.
class BlockClock {
 public:
  explicit BlockClock(BlockClockConfig config = {}) : config_(config) {}

  /// The time of the next block, measured as `measured`. Always later than the one before, unless time jumped back.
  [[nodiscard]] Timestamp next(Timestamp measured) {
    if (!last_) return *(last_ = measured);
    const Timestamp expected = *last_ + kAudioBlockDuration;
    const Duration error = measured - expected;
    if (error > config_.jump || error < -config_.jump) return *(last_ = measured);
    return *(last_ = expected + from_seconds(config_.gain * to_seconds(error)));
  }

 private:
  BlockClockConfig config_;
  std::optional<Timestamp> last_;
};

}  // namespace counterpoint
