// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/base/sequence.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/packet_feedback.h"
#include "net/rtp/rtcp.h"

namespace counterpoint {

/// Tells the peer which of its packets arrived when (RFC 8888); the receiver's side of congestion control.
///
/// 1. While something arrives, reports take `share` of its bytes: so often are they made, between min_interval and
///    max_interval. When a packet is missing or audio begins to be late the next one comes sooner, at the cost of those
///    after it. There is none when there is nothing new to tell.
/// 2. Each packet is told of twice, since reports get lost, and a report reaches back to each late packet.
/// 3. Memory is bounded whatever arrives: sequence numbers far from the expected ones count only when two follow each
///    other, and only the last max_streams sources are kept.
class FeedbackBuilder {
 public:
  struct Config {
    std::uint32_t sender_ssrc = 0;  ///< Our own, as the sender of the reports.
    /// 0 to 1, of the bytes that arrive. RFC 3550's 5 % are for a session's reports in all; these are the most of
    /// them.
    double share = 0.014;
    /// > 0. One audio packet's time: nothing is known sooner.
    Duration min_interval = 20ms;
    /// >= min_interval. The sender's reaction must not wait longer, whatever it costs.
    Duration max_interval = 100ms;
    /// > 0. Audio that takes so much longer than at the last report says that a queue builds up.
    Duration late_after = 10ms;
    /// >= 0. Reports that may be sent ahead of their share.
    double max_ahead = 3;
    /// 64 to 60'000 bytes: a report fits one datagram together with its headers and encryption.
    DataSize max_report_size = DataSize::bytes(1150);
    /// >= 1. Audio, video and retransmissions, and as many again after a change of source.
    std::size_t max_streams = 8;
  };

  explicit FeedbackBuilder(Config config) : config_(config) {}

  struct Packet {
    std::uint32_t ssrc = 0;
    std::uint16_t sequence = 0;
    DataSize size;  ///< Size with the headers below RTP.
    Timestamp arrived_at{};
    Ecn ecn = Ecn::kNotEct;
    /// Arrival less media time, of audio alone: video takes its time to be sent.
    std::optional<Duration> transit;
  };
  void handle_packet(const Packet& packet);
  /// The report that is due at `now`; call it until it gives nothing, since what does not fit one report makes another.
  [[nodiscard]] std::optional<CongestionFeedback> poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const { return due_at_; }

  /// Packets that were left out of reports: duplicates, too old, or implausible.
  [[nodiscard]] std::uint64_t ignored() const { return ignored_; }

 private:
  struct Arrival {
    bool received = false;
    bool reported = false;
    Ecn ecn = Ecn::kNotEct;
    Timestamp at{};
  };
  struct Stream {
    std::uint32_t ssrc = 0;
    Unwrapper<std::uint16_t> unwrapper;
    std::int64_t base = 0;                   // Sequence number of arrivals.front().
    std::deque<Arrival> arrivals;            // Ends with the highest that was received.
    std::int64_t reported_end = 0;           // One after the highest that was reported.
    std::int64_t repeat_from = 0;            // reported_end of the report before.
    std::optional<std::int64_t> oldest_new;  // The lowest that has arrived and is not reported.
    std::optional<std::uint16_t> implausible;
    Timestamp heard_at{};
  };

  Stream& find_or_add(std::uint32_t ssrc, std::uint16_t sequence, Timestamp now);
  static void restart(Stream& stream, std::uint16_t sequence);
  static bool plausible(Stream& stream, std::uint16_t sequence);
  static void make_room(Stream& stream, std::int64_t sequence);
  void record_due(const Packet& packet, bool gap);
  /// Reports sent at the maximum interval are not `early` and cost nothing: at low rates debts would never be paid.
  void pay(const CongestionFeedback& report, bool early);
  [[nodiscard]] CongestionFeedback::Stream report(Stream& stream, std::int64_t max_metrics, Timestamp now) const;

  Config config_;
  std::vector<Stream> streams_;
  std::optional<Timestamp> reported_at_;
  Timestamp due_at_ = kNever;
  double earned_ = 0;  // Bytes of reports that what has arrived allows, less those of the reports made.
  double last_size_ = 0;
  std::optional<Duration> transit_;  // The latest.
  std::optional<Duration> reported_transit_;
  std::uint64_t ignored_ = 0;
};

}  // namespace counterpoint
