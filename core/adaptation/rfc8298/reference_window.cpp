// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/rfc8298/reference_window.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {
namespace {

constexpr double kAlphaUp = 1.0 / 8;      ///< L4S_AVG_G_UP
constexpr double kAlphaDown = 1.0 / 128;  ///< L4S_AVG_G_DOWN
constexpr Duration kAlphaInterval = 10ms;
constexpr double kMinSteadiness = 0.1;  ///< MIN_QUEUE_DELAY_DEV_SCALE
constexpr double kMinNear = 0.25;       ///< Near the inflection steps are at least this share of what they were.
constexpr int kInflectionRoundTrips = 10;
constexpr int kLongRoundTrips = 100;  ///< After so long without congestion, the window may exceed what is under way.

bool has_passed(std::optional<Timestamp> since, Duration time, Timestamp now) { return !since || now - *since >= time; }

double bytes(DataSize size) { return static_cast<double>(size.bytes()); }

}  // namespace

ScreamReferenceWindow::ScreamReferenceWindow(const Config& config, DataSize size)
    : config_(config), size_(std::max(bytes(config.smallest), bytes(size))) {}

DataSize ScreamReferenceWindow::size() const { return DataSize::bytes(std::llround(size_)); }

double ScreamReferenceWindow::ratio() const { return std::min(1.0, bytes(config_.mss) / size_); }

ScreamReferenceWindow::Reaction ScreamReferenceWindow::update(const Signals& signals) {
  const double scl = near_inflection();
  update_l4s_alpha(signals);
  if (signals.lost || signals.marked > 0) congested_at_ = signals.now;
  const Reaction reaction = congestion(signals);
  if (reaction != Reaction::kNone) {
    if (has_passed(inflection_at_, kInflectionRoundTrips * signals.s_rtt, signals.now)) {
      inflection_at_ = signals.now;
      inflection_ = size_;
    }
    reduce(reaction, signals, scl);
    reacted_at_ = signals.now;
  }
  grow(signals, scl);
  return reaction;
}

double ScreamReferenceWindow::near_inflection() const {
  const double distance = 8 * (size_ - inflection_) / inflection_;
  return std::clamp(distance * distance, 0.1, 1.0);
}

void ScreamReferenceWindow::update_l4s_alpha(const Signals& signals) {
  arrived_ += signals.arrived;
  marked_ += signals.marked;
  if (arrived_ == 0 || !has_passed(l4s_alpha_at_, std::min(kAlphaInterval, signals.s_rtt), signals.now)) return;
  const double share = static_cast<double>(marked_) / static_cast<double>(arrived_);
  l4s_alpha_ = share >= l4s_alpha_ ? l4s_alpha_ + kAlphaUp * (share - l4s_alpha_) : (1 - kAlphaDown) * l4s_alpha_;
  l4s_alpha_at_ = signals.now;
  arrived_ = marked_ = 0;
}

ScreamReferenceWindow::Reaction ScreamReferenceWindow::congestion(const Signals& signals) const {
  const bool may_step = has_passed(fixed_step_at_, signals.s_rtt, signals.now);
  const bool may_react = has_passed(reacted_at_, std::min(config_.virtual_rtt, signals.s_rtt), signals.now);
  if (signals.lost && may_step) return Reaction::kLoss;
  if (signals.marked > 0 && (config_.is_l4s ? may_react : may_step)) return Reaction::kMark;
  if (may_react && signals.qdelay_avg > signals.qdelay_target / 2) return Reaction::kDelay;
  return Reaction::kNone;
}

void ScreamReferenceWindow::reduce(Reaction reaction, const Signals& signals, double scl) {
  if (reaction == Reaction::kDelay) {
    const double half = to_seconds(signals.qdelay_target) / 2;
    const double l4s_alpha_v = std::min(1.0, (to_seconds(signals.qdelay_avg) - half) / half);
    scale(1 - l4s_alpha_v / 2 / reductions_a_round_trip(signals));
  } else if (reaction == Reaction::kMark && config_.is_l4s) {
    reduce_by_marks(signals, scl);
  } else {
    scale(reaction == Reaction::kLoss ? config_.beta_loss : config_.beta_ecn);
    fixed_step_at_ = signals.now;
  }
}

void ScreamReferenceWindow::reduce_by_marks(const Signals& signals, double scl) {
  double backoff = l4s_alpha_ / 2 / reductions_a_round_trip(signals);
  if (signals.qdelay < signals.qdelay_target / 4) {
    backoff *= std::max(kMinNear, scl) * std::max(kMinSteadiness, signals.steadiness);
  }
  const Duration long_time = kLongRoundTrips * std::max(config_.virtual_rtt, signals.s_rtt);
  if (has_passed(reacted_at_, long_time, signals.now)) size_ = std::min(size_, bytes(signals.max_in_flight_before));
  scale(1 - backoff);
}

void ScreamReferenceWindow::grow(const Signals& signals, double scl) {
  const double quiet_time = config_.post_congestion * to_seconds(std::max(config_.virtual_rtt, signals.s_rtt));
  const double quiet = congested_at_ ? to_seconds(signals.now - *congested_at_) / quiet_time : 1;
  const double multiplicative = config_.increase * size_ / bytes(config_.mss) * std::clamp(quiet, 0.0, 1.0) * scl;
  const double short_round_trip = std::min(1.0, to_seconds(signals.s_rtt) / to_seconds(config_.virtual_rtt));
  const double increment = bytes(signals.acknowledged) * ratio() * short_round_trip * std::max(kMinNear, scl) *
                           std::max(kMinSteadiness, signals.steadiness) * (1 + multiplicative);
  const double allowed = bytes(config_.mss) + config_.headroom * bytes(signals.max_in_flight);
  if (size_ + increment <= allowed && !signals.at_most_rate) size_ += increment;
}

double ScreamReferenceWindow::reductions_a_round_trip(const Signals& signals) const {
  const Duration interval = std::max(config_.virtual_rtt, signals.interval);
  return std::max(1.0, to_seconds(signals.s_rtt) / to_seconds(interval));
}

void ScreamReferenceWindow::scale(double factor) { size_ = std::max(bytes(config_.smallest), size_ * factor); }

}  // namespace counterpoint
