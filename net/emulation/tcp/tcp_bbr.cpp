// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp/tcp_bbr.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace counterpoint {
namespace {

// The least gain with which the rate can double each round.
constexpr double kHighGain = 2 / std::numbers::ln2;
constexpr std::array<double, 8> kCycle = {1.25, 0.75, 1, 1, 1, 1, 1, 1};
constexpr double kCycleWindowGain = 2;
constexpr double kPacingMargin = 0.99;  // Linux: a little less than the rate, so that queues drain.
constexpr std::int64_t kRateRounds = 10;
constexpr Duration kRoundTripWindow = 10s;
constexpr Duration kProbeDuration = 200ms;
constexpr std::int64_t kFloorWindow = 4;
constexpr double kGrowth = 1.25;      // A round's rate has to grow by this factor.
constexpr int kRoundsOfNoGrowth = 3;  // The pipe is full after so many rounds without that.

}  // namespace

void TcpBbr::acknowledge(const Acknowledged& ack, Timestamp now) {
  update_bandwidth(ack);
  update_cycle(ack, now);
  look_for_full_pipe(ack);
  follow_drain(ack, now);
  update_round_trip(ack, now);
  set_pacing_rate();
  set_window(ack);
}

void TcpBbr::update_bandwidth(const Acknowledged& ack) {
  round_start_ = false;
  if (!ack.sample) return;
  if (ack.sample->prior_delivered >= round_end_) {
    round_end_ = ack.delivered;
    ++round_;
    round_start_ = true;
    conserving_ = false;
  }
  const double rate = static_cast<double>(ack.sample->delivered) / to_seconds(ack.sample->interval);
  if (ack.sample->limited_by_data && rate < bandwidth()) return;
  while (!rates_.empty() && rates_.back().rate <= rate) rates_.pop_back();
  rates_.push_back({.round = round_, .rate = rate});
  while (rates_.front().round <= round_ - kRateRounds) rates_.pop_front();
}

void TcpBbr::update_cycle(const Acknowledged& ack, Timestamp now) {
  if (mode_ != Mode::kProbeBandwidth || !phase_is_over(ack, now)) return;
  phase_ = (phase_ + 1) % kCycle.size();
  phase_start_ = now;
}

bool TcpBbr::phase_is_over(const Acknowledged& ack, Timestamp now) const {
  const bool full_length = now - phase_start_ > min_round_trip_;
  const double gain = kCycle.at(phase_);
  if (gain > 1) return full_length && (ack.lost > 0 || ack.in_flight_before >= in_flight_at(gain));
  if (gain < 1) return full_length || ack.in_flight_before <= in_flight_at(1);
  return full_length;
}

void TcpBbr::look_for_full_pipe(const Acknowledged& ack) {
  if (pipe_is_full_ || !round_start_ || (ack.sample && ack.sample->limited_by_data)) return;
  if (bandwidth() >= full_rate_ * kGrowth) {
    full_rate_ = bandwidth();
    rounds_without_growth_ = 0;
    return;
  }
  pipe_is_full_ = ++rounds_without_growth_ >= kRoundsOfNoGrowth;
}

void TcpBbr::follow_drain(const Acknowledged& ack, Timestamp now) {
  if (mode_ == Mode::kStartup && pipe_is_full_) mode_ = Mode::kDrain;
  if (mode_ == Mode::kDrain && ack.in_flight <= in_flight_at(1)) start_cycle(now);
}

void TcpBbr::start_cycle(Timestamp now) {
  mode_ = Mode::kProbeBandwidth;
  // Any phase but the one of 0.75: the first is not to be a pause.
  const std::uint64_t drawn = rng_.below(kCycle.size() - 1);
  phase_ = drawn == 0 ? 0 : drawn + 1;
  phase_start_ = now;
}

void TcpBbr::update_round_trip(const Acknowledged& ack, Timestamp now) {
  const bool expired = min_round_trip_ != Duration::max() && now > min_round_trip_at_ + kRoundTripWindow;
  if (ack.round_trip && (*ack.round_trip <= min_round_trip_ || expired)) {
    min_round_trip_ = *ack.round_trip;
    min_round_trip_at_ = now;
  }
  if (expired && mode_ != Mode::kProbeRoundTrip) {
    save_window();
    mode_ = Mode::kProbeRoundTrip;
    probe_until_.reset();
  }
  if (mode_ == Mode::kProbeRoundTrip) probe_round_trip(ack, now);
}

void TcpBbr::probe_round_trip(const Acknowledged& ack, Timestamp now) {
  if (!probe_until_) {
    if (ack.in_flight > kFloorWindow) return;
    probe_until_ = now + kProbeDuration;
    probe_round_done_ = false;
    round_end_ = ack.delivered;
    return;
  }
  probe_round_done_ = probe_round_done_ || round_start_;
  if (!probe_round_done_ || now <= *probe_until_) return;
  min_round_trip_at_ = now;
  window_ = std::max(window_, saved_window_);
  if (pipe_is_full_) {
    start_cycle(now);
  } else {
    mode_ = Mode::kStartup;
  }
}

void TcpBbr::set_pacing_rate() {
  if (min_round_trip_ == Duration::max()) return;
  const double known = bandwidth();
  const double initial = static_cast<double>(window_) / std::max(to_seconds(min_round_trip_), 1e-6);
  const double rate = (known > 0 ? known : initial) * pacing_gain() * kPacingMargin;
  // In startup a sample of less must not slow it down.
  if (pipe_is_full_ || !pacing_rate_ || rate > *pacing_rate_) pacing_rate_ = rate;
}

void TcpBbr::set_window(const Acknowledged& ack) {
  if (ack.segments == 0) return;
  if (follow_recovery(ack)) return;
  const std::int64_t target = in_flight_at(window_gain());
  if (pipe_is_full_) {
    window_ = std::min(window_ + ack.segments, target);
  } else if (window_ < target || ack.delivered < 10) {
    window_ += ack.segments;
  }
  window_ = std::max(window_, kFloorWindow);
}

bool TcpBbr::follow_recovery(const Acknowledged& ack) {
  window_ = std::max<std::int64_t>(window_ - ack.lost, 1);
  if (ack.recovering && !recovering_) {
    save_window();
    conserving_ = true;
    round_end_ = ack.delivered;
    window_ = ack.in_flight + ack.segments;
  } else if (!ack.recovering && recovering_) {
    window_ = std::max(window_, saved_window_);
    conserving_ = false;
  }
  recovering_ = ack.recovering;
  if (conserving_) window_ = std::max(window_, ack.in_flight + ack.segments);
  return conserving_;
}

void TcpBbr::time_out() {
  save_window();
  recovering_ = true;
  full_rate_ = 0;
  window_ = 1;
}

void TcpBbr::save_window() {
  const bool normal = !recovering_ && mode_ != Mode::kProbeRoundTrip;
  saved_window_ = normal ? window_ : std::max(saved_window_, window_);
}

std::int64_t TcpBbr::window() const {
  return mode_ == Mode::kProbeRoundTrip ? std::min(window_, kFloorWindow) : window_;
}

std::int64_t TcpBbr::in_flight_at(double gain) const {
  // Linux's room for what waits in the sender's own queue and for delayed acknowledgements.
  constexpr std::int64_t kRoom = 3;
  if (min_round_trip_ == Duration::max() || bandwidth() <= 0) return window_ + kRoom;
  const double product = bandwidth() * to_seconds(min_round_trip_) * gain;
  return static_cast<std::int64_t>(std::ceil(product)) + kRoom;
}

double TcpBbr::pacing_gain() const {
  switch (mode_) {
    case Mode::kStartup:
      return kHighGain;
    case Mode::kDrain:
      return 1 / kHighGain;
    case Mode::kProbeBandwidth:
      return kCycle.at(phase_);
    case Mode::kProbeRoundTrip:
      return 1;
  }
  return 1;
}

double TcpBbr::window_gain() const {
  if (mode_ == Mode::kProbeBandwidth) return kCycleWindowGain;
  return mode_ == Mode::kProbeRoundTrip ? 1 : kHighGain;
}

}  // namespace counterpoint
