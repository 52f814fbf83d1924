// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/competing_window.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// CSS_GROWTH_DIVISOR of HyStart++ (RFC 9406, 4.2).
constexpr double kConservativeGrowth = 1.0 / 4;

}  // namespace

void CompetingWindow::begin(DataSize size, DataSize threshold) {
  size_ = std::max(kMin, size);
  slow_start_threshold_ = threshold;
  has_stepped_down_ = false;
}

void CompetingWindow::update(const Report& report, DataSize most, Duration round_trip_time, Timestamp now) {
  // Packets that were sent before a loss say nothing of the window after it.
  const bool recovers = now - backed_off_at_ <= round_trip_time;
  if (report.lost && !recovers) {
    backed_off_at_ = now;
    slow_start_threshold_ = scaled(slow_start_threshold_, decrease_);
    step_down(decrease_);
  } else if (!recovers && size_ < slow_start_threshold_) {
    size_ = std::min(size_ + report.acknowledged, slow_start_threshold_);
  } else if (!recovers && report.starved && !has_stepped_down_) {
    size_ += scaled(report.acknowledged, kConservativeGrowth);
  } else {
    // This is as fair to TCP as (1, 1/2): a = 3 (1 - b) / (1 + b).
    const double segments = 3 * (1 - decrease_) / (1 + decrease_) * (report.acknowledged / size_);
    size_ += scaled(kFullPacket, segments);
  }
  size_ = std::min(size_, most);
}

void CompetingWindow::step_down(double factor) {
  size_ = std::max(kMin, scaled(size_, factor));
  has_stepped_down_ = true;
}

}  // namespace counterpoint
