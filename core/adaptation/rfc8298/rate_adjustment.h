// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/base/time.h"

namespace counterpoint {

/// SCReAM's rate_adjust_factor (RFC 8298bis, "Media Rate Control"): it grows while frames wait in the sender for longer
/// than a quarter of a frame's time, and shrinks when they do not. The wait that counts is the shortest of a frame's
/// time, which is what is left when the next frame comes.
class ScreamRateAdjustment {
 public:
  /// `frame_time` > 0.
  ScreamRateAdjustment(Duration frame_time, Timestamp now) : frame_time_(frame_time), look_at_(now) {}

  /// `wait`: of the oldest packet in the sender; call at next_look() and any time else.
  void look(Duration wait, Timestamp now) {
    shortest_ = std::min(shortest_, wait);
    if (now < look_at_) return;
    look_at_ = now + frame_time_ / kLooks;
    if (++looks_ < kLooks) return;
    constexpr double kGain = 1.0 / 16;  // RATE_ADJUST_GAIN
    const double error = to_seconds(shortest_ - frame_time_ / 4) / to_seconds(frame_time_);
    factor_ = std::clamp(factor_ + kGain * error, 0.0, kMax);
    looks_ = 0;
    shortest_ = wait;
  }
  [[nodiscard]] Timestamp next_look() const { return look_at_; }
  /// 0 to 0.5.
  [[nodiscard]] double factor() const { return factor_; }

 private:
  static constexpr int kLooks = 4;  ///< Looks in a frame's time.
  static constexpr double kMax = 0.5;

  Duration frame_time_;
  Timestamp look_at_;
  Duration shortest_ = Duration::max();
  int looks_ = 0;
  double factor_ = 0;
};

}  // namespace counterpoint
