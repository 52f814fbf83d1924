// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/cross_traffic_detector.h"

#include <algorithm>

namespace counterpoint {

void CrossTrafficDetector::begin_drain(Duration queue, Timestamp now) {
  began_at_ = now;
  expected_fall_ = {};
  max_queue_ = queue;
}

void CrossTrafficDetector::update(Duration step, Duration felt_after, double given_way, Timestamp now) {
  felt_ = now - began_at_ > felt_after;
  if (felt_) expected_fall_ += from_seconds(to_seconds(step) * given_way);
}

void CrossTrafficDetector::add_share(const CrossTrafficShare& share, Duration step) {
  if (share.is_high()) others_queue_for_ += step;
  if (share.is_low()) others_queue_for_ = {};
}

bool CrossTrafficDetector::path_is_longer(Duration queue, Duration tolerance) {
  if (!felt_ || std::chrono::abs(queue - flat_queue_) > tolerance) {
    flat_queue_ = queue;
    fall_when_flat_ = expected_fall_;
  }
  return expected_fall_ - fall_when_flat_ > config_.drain_time;
}

void CrossTrafficDetector::end_drain() { others_queue_for_ /= 2; }

}  // namespace counterpoint
