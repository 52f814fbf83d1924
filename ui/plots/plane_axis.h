// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

namespace counterpoint {

/// The end of an axis that begins at 0. It changes rarely and smoothly: it grows as soon as a value would lie
/// beyond it, shrinks once it has been much too long for a while, and moves from one round number to the next within
/// about half a second.
class PlaneAxis {
 public:
  /// `min_end` > 0: the axis is never shorter.
  explicit PlaneAxis(double min_end);

  /// From `at` on, which never falls, the axis has to show `need`. The first call sets the axis at once.
  void follow(double need, Duration at);
  [[nodiscard]] double end() const { return end_; }
  /// Distance between two lines of the grid: a round number, of which three to seven fit the axis at rest.
  [[nodiscard]] double step() const;

 private:
  double min_end_;
  double end_;
  double target_;
  bool moved_ = false;  ///< follow() has been called.
  Duration at_{};
  Duration long_enough_at_{};  ///< The last time at which a much shorter axis would not have sufficed.
};

}  // namespace counterpoint
