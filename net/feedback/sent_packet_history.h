// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "core/base/sequence.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/packet_feedback.h"
#include "net/rtp/rtcp.h"

namespace counterpoint {

/// Totals of the reports so far over all sent packets.
struct DeliveryCounters {
  std::uint64_t sent = 0;
  std::uint64_t acknowledged = 0;
  /// Reported missing although packets sent clearly later have arrived; taken back when one arrives after all.
  std::uint64_t lost = 0;
  /// No report ever told: too old, or the peer's reports have gone past it. Taken back when one tells after all.
  std::uint64_t forgotten = 0;
  std::uint64_t unknown = 0;  ///< Metrics about packets that were never sent, or forgotten.
  DataSize sent_size;
  DataSize acknowledged_size;
  DataSize lost_size;
  DataSize in_flight_size;  ///< Sent, and neither acknowledged, lost nor forgotten.
};

/// Remembers what was sent and matches the peer's reports (RFC 8888) with it; the sender's side of congestion control.
///
/// 1. Nothing that a report says is trusted: what is not in the history is skipped, and a packet is acknowledged once.
/// 2. Arrival times are on the peer's clock, unwrapped, with the resolution of the report (1/1024 s). Packets that
///    arrived at a time that the report cannot tell are acknowledged, but not in the FeedbackReport.
/// 3. Memory is bounded by max_packets and max_age.
class SentPacketHistory {
 public:
  struct Config {
    /// >= 1. Several seconds at 1000 packets/s.
    std::size_t max_packets = 8192;
    /// > 0. An arrival offset reaches back 8 s; with the path's delay, later news is useless.
    Duration max_age = 10s;
    /// >= 1. Later packets of the same source that have to arrive before one is taken as lost (as TCP and QUIC do).
    std::int64_t loss_threshold = 3;
  };

  SentPacketHistory() : SentPacketHistory(Config{}) {}
  explicit SentPacketHistory(Config config) : config_(config) {}

  /// `sequence` is unwrapped and unique within `ssrc`.
  void handle_sent(StreamKind stream, std::uint32_t ssrc, std::int64_t sequence, DataSize size, Timestamp now);
  /// News in `feedback` about packets in the history; nothing when there are none. Packets that an earlier report
  /// acknowledged are left out; missing ones are repeated until they are acknowledged or forgotten.
  [[nodiscard]] std::optional<FeedbackReport> match(const CongestionFeedback& feedback, Timestamp now);

  [[nodiscard]] const DeliveryCounters& counters() const { return counters_; }

 private:
  enum class State : std::uint8_t { kInFlight, kAcknowledged, kLost, kForgotten };
  struct Sent {
    std::uint64_t order = 0;
    StreamKind stream = StreamKind::kAudio;
    std::uint32_t ssrc = 0;
    std::int64_t sequence = 0;
    DataSize size;
    Timestamp sent_at{};
    State state = State::kInFlight;
    bool told_missing = false;
  };
  struct Stream {
    std::map<std::int64_t, std::uint64_t> order_of;  // Keyed by sequence number.
    std::set<std::int64_t> in_flight;
    std::int64_t highest_sent = 0;
    std::int64_t highest_acknowledged = -1;
    std::uint64_t last_report = 0;  // Number of the last report with a block for this stream.
  };
  struct Match;

  [[nodiscard]] Sent& packet(std::uint64_t order) { return packets_[order - packets_.front().order]; }
  void forget_old(Timestamp now);
  void match_stream(const CongestionFeedback::Stream& reported, Match& match);
  void match_arrival(Sent& sent, const CongestionFeedback::Metric& metric, Match& match);
  void match_missing(Sent& sent, bool lost, Match& match);
  void settle_old(Stream& stream, std::int64_t begin, Match& match);
  void settle_untold();
  void acknowledge(Sent& sent);
  void take_out_of_flight(Sent& sent, State state);

  Config config_;
  std::deque<Sent> packets_;  // In sending order, without gaps.
  std::map<std::uint32_t, Stream> streams_;
  std::uint64_t next_order_ = 0;
  std::uint64_t reports_ = 0;
  std::optional<std::uint64_t> newest_acknowledged_;
  Unwrapper<std::uint32_t> report_time_;
  DeliveryCounters counters_;
};

}  // namespace counterpoint
