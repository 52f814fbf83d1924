// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/cross_traffic_detector.h"

#include <algorithm>

namespace counterpoint {

void CrossTrafficDetector::begin_drain(Duration queue, Timestamp now) {
  began_at_ = now;
  expected_fall_ = {};
  arrived_when_full_.reset();
  max_queue_ = queue;
  probing_ = false;
  alone_ = false;
}

void CrossTrafficDetector::begin_probe(Duration queue, Timestamp now) {
  probing_ = true;
  alone_ = false;
  probed_at_ = began_at_ = now;
  expected_fall_ = {};
  max_queue_ = queue;
}

void CrossTrafficDetector::update(Duration step, Duration felt_after, double given_way, Timestamp now) {
  felt_ = now - began_at_ > felt_after;
  if (felt_) expected_fall_ += from_seconds(to_seconds(step) * given_way);
}

bool CrossTrafficDetector::probe_finds_cross_traffic(Duration queue) {
  if (!probing_ || expected_fall_ <= config_.probed_fall) return false;
  alone_ = queue < max_queue_ / 2;
  const bool falls = to_seconds(max_queue_ - queue) >= config_.own_fall * to_seconds(expected_fall_);
  probing_ = !alone_ && falls;
  return !alone_ && !falls;
}

void CrossTrafficDetector::add_share(DataRate recent_rate, DataRate rate_when_full, Duration step) {
  // When the path has become slower, much of what arrived by then was from before.
  if (!arrived_when_full_) arrived_when_full_ = std::min(rate_when_full, recent_rate);
  const double kept = recent_rate / *arrived_when_full_;
  if (kept < config_.cross_traffic_share) others_queue_for_ += step;
  if (kept > config_.own_queue_share) others_queue_for_ = {};
}

bool CrossTrafficDetector::queue_stays(Duration queue) const {
  const Duration to_empty = config_.compete_after + from_seconds(to_seconds(max_queue_) * config_.emptied_share);
  return expected_fall_ > to_empty && max_queue_ - queue < expected_fall_ / 2;
}

bool CrossTrafficDetector::path_is_longer(Duration queue, Duration tolerance, Duration round_trip_time, Timestamp now) {
  if (!felt_ || std::chrono::abs(queue - flat_queue_) > tolerance) {
    flat_queue_ = queue;
    flat_since_ = now;
    fall_when_flat_ = expected_fall_;
  }
  return expected_fall_ - fall_when_flat_ > config_.flat_fall &&
         now - flat_since_ > config_.flat_round_trips * round_trip_time;
}

void CrossTrafficDetector::end_drain() {
  others_queue_for_ = from_seconds(to_seconds(others_queue_for_) * config_.others_decay);
}

void CrossTrafficDetector::give_more_time() {
  expected_fall_ = std::min(expected_fall_, config_.compete_after / 2);
  arrived_when_full_.reset();
}

void CrossTrafficDetector::begin_competing(Timestamp now) {
  others_queue_for_ = {};
  probed_at_ = now;
}

bool CrossTrafficDetector::probe_is_due(Duration round_trip_time, Timestamp now) const {
  return now - probed_at_ > std::max(config_.probe_interval, config_.probe_round_trips * round_trip_time);
}

}  // namespace counterpoint
