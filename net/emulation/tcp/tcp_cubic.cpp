// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp/tcp_cubic.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {
namespace {

constexpr double kBeta = 0.7;                                 // RFC 9438, 4.6
constexpr double kC = 0.4;                                    // RFC 9438, 5; segments a second cubed.
constexpr double kRenoAlpha = 3 * (1 - kBeta) / (1 + kBeta);  // RFC 9438, 4.3

}  // namespace

std::int64_t TcpCubic::reduce(std::int64_t cwnd) {
  const auto window = static_cast<double>(cwnd);
  // Fast convergence: a flow that was stopped earlier than last time leaves room to others.
  last_max_ = window < last_max_ ? window * (1 + kBeta) / 2 : window;
  epoch_start_.reset();
  return std::max<std::int64_t>(static_cast<std::int64_t>(window * kBeta), 2);
}

std::int64_t TcpCubic::growth_interval(std::int64_t cwnd, std::int64_t segments, Timestamp now,
                                       Duration min_round_trip) {
  const auto window = static_cast<double>(cwnd);
  if (!epoch_start_) {
    epoch_start_ = now;
    reno_window_ = window;
    origin_ = std::max(last_max_, window);
    seconds_to_origin_ = std::cbrt((origin_ - window) / kC);
  }
  const double aim = target(now, min_round_trip);
  double interval = aim > window ? window / (aim - window) : 100 * window;
  // Linux: where no loss has shown the capacity yet, 5 % a round trip at least.
  if (last_max_ == 0) interval = std::min(interval, 20.0);
  reno_window_ += kRenoAlpha * static_cast<double>(segments) / window;
  if (reno_window_ >= window + 1) interval = std::min(interval, window / (std::floor(reno_window_) - window));
  return std::max<std::int64_t>(static_cast<std::int64_t>(interval), 2);
}

void TcpCubic::skip(Duration pause) {
  if (epoch_start_) *epoch_start_ += pause;
}

double TcpCubic::target(Timestamp now, Duration min_round_trip) const {
  const double seconds = to_seconds(now - *epoch_start_ + min_round_trip) - seconds_to_origin_;
  return origin_ + kC * seconds * seconds * seconds;
}

}  // namespace counterpoint
