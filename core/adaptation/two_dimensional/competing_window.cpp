// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/competing_window.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// It bounds slow start, with which calls had up to 1.9 times the rate of Reno in a queue of a second.
constexpr int kStarvedGrowth = 8;

}  // namespace

void CompetingWindow::begin(DataSize size, DataSize threshold) {
  size_ = std::max(kMin, size);
  slow_start_threshold_ = threshold;
  starved_threshold_ = std::max(size_, threshold) * kStarvedGrowth;
}

void CompetingWindow::update(const Report& report, DataSize most, Duration round_trip_time, Timestamp now) {
  const DataSize threshold =
      report.starved ? std::max(slow_start_threshold_, starved_threshold_) : slow_start_threshold_;
  // Packets that were sent before a loss say nothing of the window after it.
  const bool recovers = now - backed_off_at_ <= round_trip_time;
  if (report.lost && !recovers) {
    backed_off_at_ = now;
    slow_start_threshold_ = scaled(slow_start_threshold_, decrease_);
    step_down(decrease_);
  } else if (size_ < threshold && !recovers) {
    size_ = std::min(size_ + report.acknowledged, threshold);
  } else {
    // This is as fair to TCP as (1, 1/2): a = 3 (1 - b) / (1 + b).
    const double segments = 3 * (1 - decrease_) / (1 + decrease_) * (report.acknowledged / size_);
    size_ += scaled(kFullPacket, segments);
  }
  size_ = std::min(size_, most);
}

void CompetingWindow::step_down(double factor) {
  size_ = std::max(kMin, scaled(size_, factor));
  starved_threshold_ = {};
}

}  // namespace counterpoint
