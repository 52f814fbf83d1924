// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/tcp/tcp_congestion_window.h"

#include <algorithm>

namespace counterpoint {

TcpCongestionWindow::TcpCongestionWindow(TcpCongestionControl control, std::int64_t initial_segments)
    : control_(control), initial_(std::max<std::int64_t>(initial_segments, 1)), cwnd_(initial_) {}

void TcpCongestionWindow::sample(Duration round_trip, std::uint64_t next_acknowledged, std::uint64_t next_sent,
                                 Timestamp now) {
  min_round_trip_ = std::min(min_round_trip_, round_trip);
  if (control_ != TcpCongestionControl::kCubic || !in_slow_start()) return;
  if (hystart_.should_stop(cwnd_, next_acknowledged, next_sent, round_trip, min_round_trip_, now)) threshold_ = cwnd_;
}

void TcpCongestionWindow::grow(std::int64_t segments, Timestamp now) {
  if (in_slow_start()) {
    const std::int64_t taken = std::min(segments, threshold_ - cwnd_);
    cwnd_ += taken;
    segments -= taken;
  }
  if (segments <= 0) return;
  std::int64_t interval = cwnd_;
  if (control_ == TcpCongestionControl::kCubic) {
    const Duration round_trip = min_round_trip_ == Duration::max() ? Duration::zero() : min_round_trip_;
    interval = cubic_.growth_interval(cwnd_, segments, now, round_trip);
  }
  count_towards_growth(segments, interval);
}

void TcpCongestionWindow::count_towards_growth(std::int64_t segments, std::int64_t interval) {
  // Segments counted towards a longer interval are worth one segment at most.
  if (counted_ >= interval) {
    counted_ = 0;
    ++cwnd_;
  }
  counted_ += segments;
  cwnd_ += counted_ / interval;
  counted_ %= interval;
}

void TcpCongestionWindow::enter_recovery() {
  window_before_ = cwnd_;
  delivered_ = 0;
  counted_ = 0;
  threshold_ = reduced();
}

void TcpCongestionWindow::recover(std::int64_t delivered, std::int64_t in_flight, std::int64_t sent, bool progress) {
  if (delivered <= 0) return;
  delivered_ += delivered;
  const std::int64_t room = threshold_ - in_flight;
  std::int64_t may_send = 0;
  if (room < 0) {
    // Proportional part: threshold / window_before per delivered segment, rounded up.
    may_send = (threshold_ * delivered_ + window_before_ - 1) / window_before_ - sent;
  } else {
    may_send = std::min(room, std::max(delivered_ - sent, delivered) + (progress ? 1 : 0));
  }
  // The first retransmission never waits.
  cwnd_ = in_flight + std::max<std::int64_t>(may_send, sent == 0 ? 1 : 0);
}

void TcpCongestionWindow::time_out(bool again) {
  if (!again) threshold_ = reduced();
  cubic_.reset();
  hystart_.reset();
  counted_ = 0;
  cwnd_ = 1;
}

void TcpCongestionWindow::idle(Duration pause, Duration timeout) {
  cubic_.skip(pause);
  if (pause <= timeout) return;
  if (threshold_ != kNoThreshold) threshold_ = std::max(threshold_, cwnd_ / 2 + cwnd_ / 4);
  const std::int64_t least = std::min(initial_, cwnd_);
  for (; pause > timeout && cwnd_ > least; pause -= timeout) cwnd_ /= 2;
  cwnd_ = std::max(cwnd_, least);
}

std::int64_t TcpCongestionWindow::reduced() {
  if (control_ == TcpCongestionControl::kCubic) return cubic_.reduce(cwnd_);
  return std::max<std::int64_t>(cwnd_ / 2, 2);
}

}  // namespace counterpoint
