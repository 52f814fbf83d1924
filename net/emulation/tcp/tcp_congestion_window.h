// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>

#include "core/base/time.h"
#include "net/emulation/tcp/tcp_cubic.h"
#include "net/emulation/tcp/tcp_hystart.h"

namespace counterpoint {

enum class TcpCongestionControl { kReno, kCubic, kBbr };

/// The congestion window of Reno and CUBIC in segments, computed as in Linux: slow start and congestion avoidance by
/// segments acknowledged (RFC 5681, 3.1, RFC 3465 without a limit), proportional rate reduction (RFC 6937) during
/// recovery.
class TcpCongestionWindow {
 public:
  static constexpr std::int64_t kNoThreshold = std::numeric_limits<std::int64_t>::max();

  TcpCongestionWindow(TcpCongestionControl control, std::int64_t initial_segments);

  [[nodiscard]] std::int64_t segments() const { return cwnd_; }
  [[nodiscard]] std::int64_t slow_start_threshold() const { return threshold_; }
  [[nodiscard]] bool in_slow_start() const { return cwnd_ < threshold_; }

  /// A round trip that a segment took which was sent once; `next_acknowledged` and `next_sent` as in TcpHystart.
  void sample(Duration round_trip, std::uint64_t next_acknowledged, std::uint64_t next_sent, Timestamp now);
  /// `segments` have been acknowledged while the window was in use, outside of recovery.
  void grow(std::int64_t segments, Timestamp now);

  /// Loss has been found: the threshold falls, the window follows in recover().
  void enter_recovery();
  /// In recovery: `delivered` more segments have come through, `in_flight` are under way, `sent` have been sent since
  /// it began; `progress`: the acknowledgement was cumulative and told of no more losses.
  void recover(std::int64_t delivered, std::int64_t in_flight, std::int64_t sent, bool progress);
  void leave_recovery() { cwnd_ = threshold_; }

  /// The retransmission timer has expired. `again`: recovery from this loss had begun already.
  void time_out(bool again);
  /// Nothing was sent for `pause` while a timeout was `timeout` (RFC 2861 as in Linux: half for each timeout).
  void idle(Duration pause, Duration timeout);

 private:
  [[nodiscard]] std::int64_t reduced();
  void count_towards_growth(std::int64_t segments, std::int64_t interval);

  TcpCongestionControl control_;
  std::int64_t initial_;
  std::int64_t cwnd_;
  std::int64_t threshold_ = kNoThreshold;
  std::int64_t counted_ = 0;        // Acknowledged segments that have not made the window grow yet.
  std::int64_t window_before_ = 0;  // The window when recovery began.
  std::int64_t delivered_ = 0;      // Segments that have come through since.
  TcpCubic cubic_;
  TcpHystart hystart_;
  Duration min_round_trip_ = Duration::max();
};

}  // namespace counterpoint
