// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "core/adaptation/measure/tcp_round_trip_time.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// The congestion window of TCP Reno, without the rest of TCP: in bytes, since packets of media have any size, and
/// driven by reports instead of acknowledgements (Jacobs and Eleftheriadis 1998, 3.1 and 3.3).
///
/// 1. Slow start, then congestion avoidance, by bytes acknowledged (RFC 5681, 3.1; RFC 3465 without a limit, since one
///    report stands for many acknowledgements). A window that is not used does not grow (RFC 7661).
/// 2. Loss while others still arrive: half the window, at most once for all that was under way (RFC 5681, 3.2). Lost is
///    what a report says is, and what has not arrived a timeout after it was sent although later packets have. Audio is
///    under way too, but its losses do not count: with its many small packets a call would have more of them than TCP.
/// 3. Nothing arrives for a timeout (RFC 6298): all that was under way is given up, and the window is one segment.
///    The timeout doubles until something arrives.
/// 4. The window is what the path holds. A report tells of packets that the peer has had for some time; they are on
///    top, else a call would be slower than TCP, whose acknowledgements come at once.
/// 5. The window is never below one segment. Reports of packets that were not sent change nothing.
class TcpWindow {
 public:
  struct Config {
    DataSize segment = DataSize::bytes(1150);  ///< > 0: a full packet.
    std::int64_t initial_segments = 10;        ///< >= 1 (RFC 6928); 1 in the paper.
    /// Bytes under way over the window, at most, for what the peer has not reported yet; >= 1, and 1 in the paper.
    double max_stretch = 2;
    /// Segments by which more than the window may be under way, since packets are whole; >= 0, and 0 in the paper.
    double slack = 0.5;
    Duration min_timeout = 200ms;  ///< The timeout exceeds a round trip by this at least, as in Linux.
    Duration max_timeout = 10s;    ///< A call that is silent for longer is not saved by patience.
  };
  explicit TcpWindow(const Config& config);

  void handle_sent(StreamKind stream, std::int64_t sequence, DataSize size, Timestamp now);

  enum class News : std::uint8_t { kNone, kGrown, kHalved, kTimedOut };
  /// Returns the effect of the report on the window.
  News handle_feedback(const FeedbackReport& report);
  /// kTimedOut when the timeout has expired.
  News poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const { return timeout_at_; }

  [[nodiscard]] DataSize size() const { return size_; }
  /// Bytes that may leave now; a packet of any size while none of video is under way, or nothing would ask the path.
  [[nodiscard]] DataSize room() const;
  [[nodiscard]] bool in_slow_start() const { return size_ < threshold_; }
  /// Zero before the first report; the time that the peer keeps reports is part of it, as for TCP's acknowledgements.
  [[nodiscard]] Duration round_trip_time() const { return round_trip_.smoothed(); }

 private:
  struct Sent {
    DataSize size;
    Timestamp at{};
  };
  using Outstanding = std::map<std::pair<StreamKind, std::int64_t>, Sent>;

  void record_hold(Duration acknowledged_after, Duration round_trip);
  /// The limit of bytes under way, with those that the peer has but not reported yet.
  [[nodiscard]] DataSize allowed() const;
  Outstanding::iterator forget(Outstanding::iterator packet);
  /// True if any of them was sent after the last reduction.
  [[nodiscard]] bool give_up_late(Timestamp newest, Timestamp now);
  [[nodiscard]] bool is_used() const;
  void grow(DataSize acknowledged);
  void halve(Timestamp now);
  void restart_timer(Timestamp now);
  [[nodiscard]] Duration timeout() const;

  Config config_;
  DataSize size_;
  DataSize threshold_ = DataSize::bytes(std::numeric_limits<std::int64_t>::max());
  DataSize counted_;    ///< Acknowledged bytes that have not made the window grow yet.
  double stretch_ = 1;  ///< Mean time until packets are reported, over the path's round trip.
  TcpRoundTripTime round_trip_;
  Outstanding outstanding_;
  DataSize in_flight_;
  DataSize max_in_flight_;  ///< The most since the last report.
  std::int64_t video_in_flight_ = 0;
  Timestamp reduced_at_ = Timestamp::min();
  Timestamp timeout_at_ = kNever;
  int timeouts_ = 0;  ///< In a row.
};

}  // namespace counterpoint
