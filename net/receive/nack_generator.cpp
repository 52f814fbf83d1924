// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/nack_generator.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// A packet this far behind the newest belongs to another numbering, when its successor does too.
constexpr std::int64_t kFarBehind = 3000;
/// A packet that comes sooner after a request than this part of a round trip was on its way already.
constexpr double kSoonestAnswer = 0.8;

}  // namespace

NackGenerator::NackGenerator(const Config& config) : config_(config), reordering_wait_(config.min_reordering_wait) {}

void NackGenerator::handle_packet(std::int64_t sequence, Timestamp now, bool retransmitted) {
  if (!newest_) {
    newest_ = sequence;
    return;
  }
  if (sequence <= *newest_) {
    arrive_late(sequence, now, retransmitted);
    return;
  }
  far_behind_.reset();
  const std::int64_t gap = sequence - *newest_ - 1;
  if (gap > static_cast<std::int64_t>(config_.max_missing)) {
    reset(sequence);
    return;
  }
  for (std::int64_t s = *newest_ + 1; s < sequence; ++s) missing_.emplace_hint(missing_.end(), s, Missing{now, {}, 0});
  newest_ = sequence;
  while (missing_.size() > config_.max_missing) {
    missing_.erase(missing_.begin());
    ++counters_.given_up;
    key_frame_need_ = true;
  }
}

void NackGenerator::reset(std::int64_t sequence) {
  counters_.given_up += missing_.size();
  ++counters_.resets;
  missing_.clear();
  newest_ = sequence;
  far_behind_.reset();
  key_frame_need_ = true;
}

void NackGenerator::arrive_late(std::int64_t sequence, Timestamp now, bool retransmitted) {
  const auto found = missing_.find(sequence);
  if (found == missing_.end()) {
    if (*newest_ - sequence < kFarBehind) return;
    if (far_behind_ && sequence == *far_behind_ + 1) {
      reset(sequence);
    } else {
      far_behind_ = sequence;
    }
    return;
  }
  const Missing& missing = found->second;
  const bool asked = missing.requests > 0;
  const bool answer = retransmitted || (asked && now - missing.last_request > scaled(round_trip_time_, kSoonestAnswer));
  if (!answer) learn_reordering(now - missing.noticed_at);
  ++(asked ? counters_.recovered : counters_.reordered);
  missing_.erase(found);
}

void NackGenerator::learn_reordering(Duration lateness) {
  // Rises fast and falls slowly: near the 95th percentile of how late packets out of order are.
  const Duration step = lateness - reordering_wait_;
  reordering_wait_ += step > Duration::zero() ? scaled(step, 0.4) : scaled(step, 0.02);
  reordering_wait_ = std::clamp(reordering_wait_, config_.min_reordering_wait, config_.max_reordering_wait);
}

Timestamp NackGenerator::due(const Missing& missing) const {
  if (missing.requests == 0) return missing.noticed_at + reordering_wait_;
  return missing.last_request + std::max(config_.min_repeat_interval,
                                         scaled(round_trip_time_, config_.repeat_round_trips) + reordering_wait_ / 2);
}

std::vector<std::uint16_t> NackGenerator::poll(Timestamp now, Duration round_trip_time,
                                               const std::function<bool(std::int64_t)>& worthwhile) {
  round_trip_time_ = std::clamp<Duration>(round_trip_time, 0ns, config_.max_age);
  std::vector<std::uint16_t> sequences;
  for (auto it = missing_.begin(); it != missing_.end();) {
    Missing& missing = it->second;
    const bool too_old = now - missing.noticed_at >= config_.max_age;
    if (too_old || (due(missing) <= now && missing.requests >= config_.max_requests)) {
      ++counters_.given_up;
      key_frame_need_ = true;
      it = missing_.erase(it);
      continue;
    }
    if (due(missing) <= now && !worthwhile(it->first)) {
      ++counters_.accepted;
      it = missing_.erase(it);
      continue;
    }
    if (due(missing) <= now && sequences.size() < config_.max_per_poll) {
      missing.last_request = now;
      ++missing.requests;
      ++counters_.requests;
      sequences.push_back(static_cast<std::uint16_t>(it->first));
    }
    ++it;
  }
  return sequences;
}

Timestamp NackGenerator::next_deadline() const {
  Timestamp deadline = kNever;
  for (const auto& [sequence, missing] : missing_) {
    deadline = std::min({deadline, due(missing), missing.noticed_at + config_.max_age});
  }
  return deadline;
}

void NackGenerator::drop_before(std::int64_t sequence) {
  missing_.erase(missing_.begin(), missing_.lower_bound(sequence));
}

}  // namespace counterpoint
