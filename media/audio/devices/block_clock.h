// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/audio_format.h"

namespace counterpoint {

struct BlockClockConfig {
  /// 0 to 1: share of each measured error that is believed. Default: half a second until a change is followed, long
  /// against the scheduling of one callback and short against the drift of a sound card (100 ppm).
  double gain = 0.02;
  /// A larger error is no jitter: audio was lost, so the clock starts anew. 10 ms to 1 s.
  Duration jump = 30ms;
};

/// Tells when blocks of 10 ms really began, from measurements that jitter with the scheduling of the audio thread.
class BlockClock {
 public:
  explicit BlockClock(BlockClockConfig config = {}) : config_(config) {}

  /// The time of the next block, measured as `measured`. Always later than the one before, unless time jumped back.
  [[nodiscard]] Timestamp next(Timestamp measured) {
    const Timestamp expected = last_ + kAudioBlockDuration;
    const Duration error = measured - expected;
    const bool lost = !started_ || error > config_.jump || error < -config_.jump;
    started_ = true;
    last_ = lost ? measured : expected + from_seconds(config_.gain * to_seconds(error));
    return last_;
  }

 private:
  BlockClockConfig config_;
  Timestamp last_{};
  bool started_ = false;
};

}  // namespace counterpoint
