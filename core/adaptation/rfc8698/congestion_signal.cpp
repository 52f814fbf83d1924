// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/rfc8698/congestion_signal.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {
namespace {

/// Taps of the minimum filter on delays (RFC 8698, 5.1.1).
constexpr int kTaps = 15;

/// The part that a ratio has in the signal (equation 2).
Duration penalty(Duration reference, double ratio, double reference_ratio) {
  return scaled(reference, std::pow(ratio / reference_ratio, 2));
}

}  // namespace

void NadaSignal::add(const PacketFeedback& packet, DataSize size, Duration round_trip_time) {
  Logged logged{.sent_at = packet.sent_at, .lost = !packet.arrived_at};
  if (packet.arrived_at) {
    logged.delay = *packet.arrived_at - packet.sent_at;
    logged.marked = packet.ecn == Ecn::kCe;
    base_.add(logged.delay, packet.sent_at);
    received_.add(size, *packet.arrived_at);
  }
  losses_.add(logged.lost, packet.sent_at, round_trip_time);
  log_.push_back(logged);
  newest_ = std::max(newest_, packet.sent_at);
  while (log_.front().sent_at + config_.logwin < newest_) log_.pop_front();
}

void NadaSignal::update() {
  const auto total = static_cast<double>(log_.size());
  const auto lost = static_cast<double>(std::ranges::count(log_, true, &Logged::lost));
  const auto marked = static_cast<double>(std::ranges::count(log_, true, &Logged::marked));
  p_loss_ += config_.alpha * (lost / total - p_loss_);
  p_mark_ += config_.alpha * (marked / total - p_mark_);
  d_queue_ = filtered_queue();
  const Duration x =
      d_tilde() + penalty(config_.dloss, p_loss_, config_.plrref) + penalty(config_.dmark, p_mark_, config_.pmrref);
  x_curr_ = std::min(x, config_.xmax);
}

bool NadaSignal::is_clear(Duration qeps) const {
  const Duration limit = base_.least() + qeps;
  return std::ranges::all_of(log_, [limit](const Logged& packet) { return !packet.lost && packet.delay < limit; });
}

Duration NadaSignal::filtered_queue() const {
  Duration least = Duration::max();
  int taps = 0;
  for (auto packet = log_.rbegin(); packet != log_.rend() && taps < kTaps; ++packet) {
    if (packet->lost) continue;
    least = std::min(least, packet->delay);
    ++taps;
  }
  // When all of them were lost, the queue is as it was.
  return taps > 0 ? least - base_.least() : d_queue_;
}

Duration NadaSignal::warped(Duration d_queue, const Config& config) {
  if (d_queue < config.qth) return d_queue;
  const double excess = to_seconds(d_queue - config.qth) / to_seconds(config.qth);
  return scaled(config.qth, std::exp(-config.lambda * excess));
}

Duration NadaSignal::d_tilde() const {
  if (!losses_.has_losses()) return d_queue_;
  // Over one more mean interval the plain value comes back.
  const double plain = std::clamp(losses_.current() / losses_.mean() - config_.multiloss, 0.0, 1.0);
  const Duration warped_queue = warped(d_queue_, config_);
  return warped_queue + scaled(d_queue_ - warped_queue, plain);
}

}  // namespace counterpoint
