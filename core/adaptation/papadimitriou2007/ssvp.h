// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/adaptation/measure/sliding_window_rate.h"
#include "core/adaptation/mode/estimator.h"

namespace counterpoint {

/// The Scalable Streaming Video Protocol's congestion control (Papadimitriou and Tsaoussidis 2007, III): AIMD on the
/// gap between two packets of video (docs/modes/ssvp.md).
///
/// 1. Once a round trip without congestion IPG <- IPG RTT / (RTT + alpha IPG), so alpha packets a round trip more; but
///    not before round_packets have arrived since the last step.
/// 2. At congestion IPG <- IPG / beta; packets that left before the last decrease count for no other one.
/// 3. Congestion is a packet of video that is lost or marked, or silence for 2 STO; STO <- gamma STO + (1 - gamma)
///    SampleRTT.
/// 4. IPG is that of packets of packet_size; behind one of s bytes the gap is IPG s / packet_size.
/// 5. The rate is what these gaps let leave, less a reserve that lets the sender's queue run empty.
/// 6. The gap only shrinks while video makes use of it.
class Ssvp final : public Estimator {
 public:
  Ssvp(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return timeout_at_; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  /// As the table of parameters in ssvp.cpp says.
  struct Config {
    double alpha;
    double beta;
    double gamma;
    double timeout;
    Duration report_wait;
    std::int64_t reordering;
    std::int64_t round_packets;
    double packet_size;  ///< Bytes.
    double fill;
  };
  [[nodiscard]] static Config config_of(const ParameterValues& values);
  [[nodiscard]] double gap_for(DataRate video_rate) const;
  [[nodiscard]] DataRate rate() const;
  [[nodiscard]] bool tells_of_congestion(const PacketFeedback& packet) const;
  [[nodiscard]] Duration timeout() const { return from_seconds(config_.timeout * sto_) + config_.report_wait; }

  void record_round_trip(Duration sample);
  void record_no_congestion(Timestamp acknowledged_at);
  void record_congestion(Timestamp now, std::string cause);
  void publish(PathEstimate::Verdict verdict, std::string cause);

  AdaptationContext start_;
  Config config_;
  double min_gap_;          ///< Seconds, as all gaps here: what the highest video rate needs.
  double largest_gap_;      ///< What the lowest one needs.
  double gap_;              ///< IPG.
  double last_size_;        ///< Bytes on the wire of the last packet of video.
  double sto_ = 0;          ///< Seconds: as printed a smoothed round trip. 0: none was measured.
  SlidingWindowRate sent_;  ///< Video.
  Timestamp last_sent_at_{};
  Timestamp newest_acknowledged_{};  ///< When it was sent.
  Timestamp next_step_at_{};         ///< What is acknowledged from then on lets IPG shrink.
  std::int64_t acknowledged_ = 0;    ///< Packets of video since the last step or congestion.
  Timestamp backed_off_at_{};        ///< What was sent before tells nothing of the gap since then.
  Timestamp timeout_at_ = kNever;
  std::array<std::int64_t, 3> highest_{-1, -1, -1};  ///< Sequence number that arrived, of each StreamKind.
  PathEstimate estimate_;
};

extern const EstimatorKind kSsvp;

}  // namespace counterpoint
