// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// Delays of one stream of a sender, as AudioJitterBuffer and VideoJitterBuffer tell them.
struct StreamDelay {
  Duration needed{};   ///< Delay that the path calls for.
  Duration current{};  ///< Present playout delay.
};

/// Keeps audio and video of one sender together by delaying the earlier one.
///
/// 1. Audio is delayed to what video needs; video to what audio has now, since audio can be moved but slowly.
/// 2. Neither is delayed because the other *was* delayed for it, so the delay of both can come down again.
/// 3. The added delay changes at a limited rate and never exceeds a bound. A difference that no path explains is taken
///    for a wrong clock and ignored.
class LipSync {
 public:
  struct Config {
    /// 0 to 40 ms of difference left alone: nobody sees it, and it costs no delay (ITU-R BT.1359: 45 ms are seen).
    Duration tolerance = 12ms;
    /// 10 to 1000 ms a second: how fast the added delay changes. Default: what the time scaler can follow.
    Duration slew_per_second = 120ms;
    /// 0 to 2 s, the most that is added to a stream.
    Duration max_added_delay = 400ms;
    /// 0.5 to 60 s: a larger difference is a wrong clock.
    Duration max_difference = 5s;
  };
  /// Values for set_minimum_delay() of the two buffers.
  struct MinimumDelays {
    Duration audio{};
    Duration video{};
  };

  explicit LipSync(const Config& config) : config_(config) {}
  LipSync() : LipSync(Config{}) {}

  /// Call it a few times a second or more, once both buffers are synchronised().
  [[nodiscard]] MinimumDelays update(const StreamDelay& audio, const StreamDelay& video, Timestamp now);

 private:
  [[nodiscard]] Duration slew(Duration from, Duration to, Duration elapsed) const;

  Config config_;
  std::optional<Timestamp> updated_at_;
  Duration added_to_audio_{};
  Duration added_to_video_{};
};

}  // namespace counterpoint
