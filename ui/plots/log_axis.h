// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/time.h"

namespace counterpoint {

/// The range of a logarithmic axis around what it has to show. It changes rarely and smoothly: it grows as soon as a
/// value would lie beyond it, shrinks once it has been much too long for a while, and moves from one pair of round
/// numbers to the next within about half a second.
class LogAxis {
 public:
  struct Tick {
    double at = 0;
    bool labelled = false;
  };

  /// 0 < from < to, until follow() is called for the first time.
  LogAxis(double from, double to);

  /// From `at` on, which never falls, the axis has to show what lies from `least` > 0 to `most` >= `least`. The first
  /// call sets the axis at once.
  void follow(double least, double most, Duration at);
  [[nodiscard]] double from() const { return from_; }
  [[nodiscard]] double to() const { return to_; }
  /// 0 at the beginning of the axis, 1 at its end; values of 0 and below are far before its beginning.
  [[nodiscard]] double part(double value) const;
  /// The inverse of part().
  [[nodiscard]] double value(double part) const;
  /// The multiples of powers of ten on the axis; at least two of them are labelled.
  [[nodiscard]] std::vector<Tick> ticks() const;

 private:
  double from_;
  double to_;
  double wanted_from_;
  double wanted_to_;
  bool moved_ = false;  ///< follow() has been called.
  Duration at_{};
  Duration long_enough_at_{};  ///< The last time at which a much shorter axis would not have sufficed.
};

}  // namespace counterpoint
