// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/sender_clock.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// 32.32 fixed-point seconds as nanoseconds; 2^32 s fit into 63 bits.
Duration since_ntp_epoch(std::uint64_t ntp) {
  const std::uint64_t fraction = ((ntp & 0xffffffffU) * 1'000'000'000) >> 32;
  return std::chrono::seconds(ntp >> 32) + Duration(static_cast<Duration::rep>(fraction));
}

}  // namespace

Duration rtp_duration(std::int64_t ticks, int clock_rate) {
  // Far beyond any call, far within 63 bits of nanoseconds: sums and differences of a few such times fit too.
  constexpr std::int64_t kMaxSeconds = 1'000'000'000;
  const std::int64_t seconds = std::clamp(ticks / clock_rate, -kMaxSeconds, kMaxSeconds);
  return std::chrono::seconds(seconds) + Duration(ticks % clock_rate * 1'000'000'000 / clock_rate);
}

void SenderClock::handle_packet(std::int64_t timestamp, Timestamp arrived_at) {
  const bool first = !newest_timestamp_;
  newest_timestamp_ = timestamp;
  if (!first) return;
  offset_ = arrived_at.time_since_epoch() - media_time(timestamp);
  if (early_report_) handle_sender_report(early_report_->ntp, early_report_->rtp_timestamp);
}

void SenderClock::handle_sender_report(std::uint64_t ntp, std::uint32_t rtp_timestamp) {
  if (!newest_timestamp_) {
    early_report_ = {.ntp = ntp, .rtp_timestamp = rtp_timestamp};
    return;
  }
  // The report belongs near the newest packet on the circle of 32 bits.
  const auto distance = static_cast<std::int32_t>(rtp_timestamp - static_cast<std::uint32_t>(*newest_timestamp_));
  if (std::chrono::abs(rtp_duration(distance, config_.clock_rate)) > config_.max_distance) return;
  follow(since_ntp_epoch(ntp) - media_time(*newest_timestamp_ + distance));
}

void SenderClock::follow(Duration reported) {
  if (!synchronised_) {
    synchronised_ = true;
    offset_ = reported;
    return;
  }
  const Duration difference = reported - offset_;
  if (std::chrono::abs(difference) <= config_.step_threshold) {
    step_agreements_ = 0;
    offset_ += Duration(static_cast<Duration::rep>(static_cast<double>(difference.count()) * config_.smoothing));
    return;
  }
  const bool agrees = step_agreements_ > 0 && std::chrono::abs(reported - step_candidate_) <= config_.step_threshold;
  step_candidate_ = reported;
  step_agreements_ = agrees ? step_agreements_ + 1 : 1;
  if (step_agreements_ < config_.step_confirmations) return;
  offset_ = reported;
  step_agreements_ = 0;
}

}  // namespace counterpoint
