// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/cross_traffic_share.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace counterpoint {
namespace {

/// With fewer, forgotten ones not counted, no share is told.
constexpr double kMinPairs = 15;
/// Rounding leaves less than this of the determinant where sizes and gaps are all in proportion.
constexpr double kRounding = 1e-9;

}  // namespace

void CrossTrafficShare::add(const PacketFeedback& packet, DataSize size, Duration base) {
  if (!packet.arrived_at) return;
  const std::optional<PacketFeedback> before = std::exchange(last_, packet);
  if (!before) return;
  forget(*packet.arrived_at);
  const Duration sent_gap = packet.sent_at - before->sent_at;
  const Duration arrived_gap = *packet.arrived_at - *before->arrived_at;
  const bool same_datagram = sent_gap == Duration::zero() && arrived_gap == Duration::zero();
  // Arrival times are known to a millisecond.
  const bool waited = *before->arrived_at - packet.sent_at > base + 1ms;
  if (same_datagram || !waited || sent_gap < Duration::zero() || arrived_gap < Duration::zero()) return;
  const auto bytes = static_cast<double>(size.bytes());
  const double sent = to_seconds(sent_gap);
  const double arrived = to_seconds(arrived_gap);
  pairs_ += 1;
  size_size_ += bytes * bytes;
  size_sent_ += bytes * sent;
  size_arrived_ += bytes * arrived;
  sent_sent_ += sent * sent;
  sent_arrived_ += sent * arrived;
  arrived_arrived_ += arrived * arrived;
}

void CrossTrafficShare::forget(Timestamp now) {
  const double age = std::max(0.0, to_seconds(now - std::exchange(updated_at_, now)));
  const double left = std::exp(-age / to_seconds(config_.compete_after));
  for (double* sum :
       {&pairs_, &size_size_, &size_sent_, &size_arrived_, &sent_sent_, &sent_arrived_, &arrived_arrived_}) {
    *sum *= left;
  }
}

std::optional<CrossTrafficShare::Fit> CrossTrafficShare::fit() const {
  const double determinant = size_size_ * sent_sent_ - size_sent_ * size_sent_;
  if (pairs_ < kMinPairs || determinant <= kRounding * size_size_ * sent_sent_) return std::nullopt;
  const double share = (size_size_ * sent_arrived_ - size_sent_ * size_arrived_) / determinant;
  const double time_per_byte = (sent_sent_ * size_arrived_ - size_sent_ * sent_arrived_) / determinant;
  const double residual = std::max(0.0, arrived_arrived_ - time_per_byte * size_arrived_ - share * sent_arrived_);
  return Fit{.share = share, .error = std::sqrt(residual / pairs_ * size_size_ / determinant)};
}

bool CrossTrafficShare::is_high() const {
  const std::optional<Fit> now = fit();
  return now && now->share - now->error > config_.others_share;
}

bool CrossTrafficShare::is_most() const {
  const std::optional<Fit> now = fit();
  return now && now->share - 2 * now->error > 0.5;
}

bool CrossTrafficShare::is_low() const {
  const std::optional<Fit> now = fit();
  return now && now->share + now->error < config_.others_share;
}

}  // namespace counterpoint
