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
/// 1. A report is due `interval` after the one before as long as something arrives, and earlier when a packet is
/// missing.
///    There is none when there is nothing new to tell.
/// 2. Each report repeats the end of the one before, since reports get lost, and reaches back to each late packet.
/// 3. Memory is bounded whatever arrives: sequence numbers far from the expected ones count only when two follow each
///    other, and only the last max_streams sources are kept.
class FeedbackBuilder {
 public:
  struct Config {
    std::uint32_t sender_ssrc = 0;  ///< Our own, as the sender of the reports.
    /// > 0. Between reports while media flows: one audio packet's time, so that an estimator sees a delay soon.
    Duration interval = 20ms;
    /// >= 0. At a gap the report is due at once, but not sooner than this after the one before.
    Duration min_gap_interval = 5ms;
    /// A report at each packet, for algorithms that are clocked by acknowledgements.
    bool each_packet = false;
    /// Repeated from the report before, per source: 32 packets are more than two reports' worth at 500 packets/s.
    std::uint16_t overlap_packets = 32;
    /// 64 to 60'000 octets: a report fits one datagram together with its headers and encryption.
    DataSize max_report_size = DataSize::bytes(1150);
    /// >= 1. Audio, video and retransmissions, and as many again after a change of source.
    std::size_t max_streams = 8;
  };

  explicit FeedbackBuilder(Config config) : config_(config) {}

  void handle_packet(std::uint32_t ssrc, std::uint16_t sequence, Ecn ecn, Timestamp arrived_at);
  /// The report that is due at `now`; call it until it gives nothing, since what does not fit one report makes another.
  [[nodiscard]] std::optional<CongestionFeedback> poll(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const { return due_at_; }

  void set_each_packet(bool on) { config_.each_packet = on; }
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
    std::optional<std::int64_t> oldest_new;  // The lowest that has arrived and is not reported.
    std::optional<std::uint16_t> implausible;
    Timestamp heard_at{};
  };

  Stream& find_or_add(std::uint32_t ssrc, std::uint16_t sequence, Timestamp now);
  static void restart(Stream& stream, std::uint16_t sequence);
  static bool plausible(Stream& stream, std::uint16_t sequence);
  static void make_room(Stream& stream, std::int64_t sequence);
  void note_due(bool gap, Timestamp now);
  [[nodiscard]] CongestionFeedback::Stream report(Stream& stream, std::int64_t max_metrics, Timestamp now) const;

  Config config_;
  std::vector<Stream> streams_;
  std::optional<Timestamp> reported_at_;
  Timestamp due_at_ = kNever;
  std::uint64_t ignored_ = 0;
};

}  // namespace counterpoint
