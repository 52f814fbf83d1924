// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/adaptation/measure/tcp_round_trip_time.h"
#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "net/emulation/tcp/tcp_bbr.h"
#include "net/emulation/tcp/tcp_congestion_window.h"
#include "net/emulation/tcp/tcp_packet.h"
#include "net/emulation/tcp/tcp_scoreboard.h"

namespace counterpoint {

/// Counters of a TcpSender.
struct TcpSenderCounters {
  DataSize acknowledged;       ///< Payload bytes.
  std::uint64_t segments = 0;  ///< Sent, retransmissions counted.
  std::uint64_t retransmissions = 0;
  std::uint64_t recoveries = 0;  ///< Congestion events found by acknowledgements.
  std::uint64_t timeouts = 0;    ///< Expirations of the retransmission timer.
};

/// The sending end of one TCP connection, a model of Linux's: NewReno (RFC 5681, 6582), CUBIC (RFC 9438) or BBR with
/// SACK (RFC 2018), RACK-TLP (RFC 8985), proportional rate reduction (RFC 6937) and the timer of RFC 6298. Data are
/// counted, not carried; there is no handshake.
///
/// 1. write(), then poll() until it gives nothing; the same after handle_ack() and whenever next_deadline() has come.
/// 2. Whatever acknowledgements say, no more is sent than the windows allow, and what was not sent is not acknowledged.
class TcpSender {
 public:
  struct Config {
    TcpCongestionControl congestion_control = TcpCongestionControl::kReno;
    DataSize segment_size = DataSize::bytes(1448);         ///< Payload of a segment, 1 to 65535 bytes.
    DataSize receive_window = DataSize::bytes(4'000'000);  ///< At least a segment is always allowed.
    Duration min_rto = 200ms;          ///< Linux's bound on the part of the timeout beyond a round trip.
    Duration max_rto = 120s;           ///< Linux's bound.
    std::int64_t initial_window = 10;  ///< Segments (RFC 6928).
    std::uint64_t seed = 1;            ///< BBR draws from it in which phase it begins.
  };

  explicit TcpSender(const Config& config);

  /// More data to carry.
  void write(DataSize more);
  /// There are always data.
  void write_forever();
  /// Everything written is acknowledged.
  [[nodiscard]] bool done() const { return !forever_ && acknowledged_ == end_; }

  /// Anything that is no acknowledgement of what was sent is ignored.
  void handle_ack(ByteView data, Timestamp now);
  /// The next segment that may leave.
  [[nodiscard]] std::optional<TcpPacket> poll(Timestamp now);
  /// Earliest timer; kNever when nothing is under way.
  [[nodiscard]] Timestamp next_deadline() const;

  /// Written data that have never been sent.
  [[nodiscard]] DataSize unsent() const { return DataSize::bytes(static_cast<std::int64_t>(end_ - next_)); }
  [[nodiscard]] const TcpSenderCounters& counters() const { return counters_; }
  /// In segments.
  [[nodiscard]] std::int64_t congestion_window() const { return bbr_ ? bbr_->window() : window_.segments(); }
  /// Null with other congestion controls.
  [[nodiscard]] const TcpBbr* bbr() const { return bbr_ ? &*bbr_ : nullptr; }
  [[nodiscard]] std::int64_t slow_start_threshold() const { return window_.slow_start_threshold(); }
  [[nodiscard]] Duration smoothed_round_trip() const { return round_trip_.smoothed(); }

 private:
  enum class State { kOpen, kRecovery, kLoss };

  void sample_round_trip(const TcpScoreboard::News& news, Timestamp now);
  void judge_probe(const TcpScoreboard::News& news);
  void follow_state();
  void adapt_window(const TcpScoreboard::News& news, std::int64_t newly_lost, Timestamp now);
  void adapt_bbr(const TcpScoreboard::News& news, std::int64_t newly_lost, Timestamp now);
  void record_use(bool limited);

  /// Whichever timer is due: a probe's while all is well, else the timeout's.
  void set_timer(Timestamp now);
  void set_timeout(Timestamp now);
  void time_out(Timestamp now);
  void lose_late_segments(Timestamp now);
  [[nodiscard]] std::optional<TcpPacket> probe(Timestamp now);
  [[nodiscard]] Duration timeout() const;
  [[nodiscard]] Duration reordering_window() const;

  /// Nothing when all is sent or the receive window is full.
  [[nodiscard]] std::optional<TcpSegment> next_new_segment() const;
  TcpPacket send_new(const TcpSegment& segment, Timestamp now);
  TcpPacket send_again(const TcpSegment& segment, Timestamp now);
  TcpPacket count_sent(const TcpSegment& segment, Timestamp now);

  Config config_;
  TcpScoreboard scoreboard_;
  TcpCongestionWindow window_;
  std::optional<TcpBbr> bbr_;  // In its place.
  TcpRoundTripTime round_trip_;
  TcpSenderCounters counters_;
  State state_ = State::kOpen;

  std::uint64_t acknowledged_ = 0;  // SND.UNA
  std::uint64_t next_ = 0;          // SND.NXT
  std::uint64_t end_ = 0;           // End of the written data.
  bool forever_ = false;

  std::uint64_t recovery_end_ = 0;     // End of the data sent when the loss was found.
  std::int64_t sent_in_recovery_ = 0;  // Segments.
  int backoff_ = 0;                    // Timeouts in a row.
  Timestamp timeout_at_ = kNever;
  Timestamp probe_at_ = kNever;             // Instead of timeout_at_ (RFC 8985, 7).
  std::optional<std::uint64_t> probe_end_;  // A probe is under way, and everything before this was sent.
  bool probe_was_new_ = false;
  std::optional<Timestamp> last_sent_at_;

  // Use of the window (RFC 7661 in the form of Linux) in the round trip until use_end_.
  bool limited_by_window_ = false;
  std::int64_t max_in_flight_ = 0;
  std::uint64_t use_end_ = 0;

  // Pacing, by BBR alone.
  Timestamp next_departure_ = Timestamp::min();
  Timestamp paced_until_ = kNever;  // A segment waits for it.
};

}  // namespace counterpoint
