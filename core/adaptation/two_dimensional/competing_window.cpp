// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/competing_window.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace counterpoint {
void CompetingWindow::begin(DataSize size, DataSize threshold) {
  size_ = std::max(kMin, size);
  slow_start_threshold_ = threshold;
  slow_start_ = true;
}

void CompetingWindow::update(const Report& report, DataSize most, Duration round_trip_time, Timestamp now) {
  if (report.lost && now - backed_off_at_ > round_trip_time) {
    backed_off_at_ = now;
    step_down(decrease_);
  } else if (slow_start_ && (report.starved || size_ < slow_start_threshold_)) {
    size_ += report.acknowledged;
  } else {
    // This is as fair to TCP as (1, 1/2): a = 3 (1 - b) / (1 + b).
    const double segments = 3 * (1 - decrease_) / (1 + decrease_) * (report.acknowledged / size_);
    size_ += DataSize::bytes(std::llround(segments * static_cast<double>(kFullPacket.bytes())));
  }
  size_ = std::min(size_, most);
}

void CompetingWindow::step_down(double factor) {
  size_ = std::max(kMin, DataSize::bytes(std::llround(static_cast<double>(size_.bytes()) * factor)));
  slow_start_ = false;
}

}  // namespace counterpoint
