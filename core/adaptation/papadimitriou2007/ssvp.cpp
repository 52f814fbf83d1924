// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `ssvp` (docs/modes/ssvp.md).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/adaptation/measure/sliding_window_rate.h"
#include "core/adaptation/mode/estimator.h"
#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/plane.h"
#include "core/adaptation/scaling/target_rate_scaler.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"alpha", "Growth in a round trip", "packets", 0.01, 2, 0.2,
              "more in flight each round trip; 0.2 as TCP-friendly as TCP's 1 and 0.5"},
    Parameter{"beta", "Decrease at congestion", "", 0.3, 0.99, 0.875,
              "factor on the rate at congestion; the paper's, for small oscillations"},
    Parameter{"gamma", "Weight of past round trips", "", 0, 0.99, 0.9,
              "weight of the past in the smoothed round trip (STO); the paper's"},
    Parameter{"timeout", "Time-out", "STO", 1, 10, 2,
              "of silence that are congestion; STO itself is only a mean round trip"},
    Parameter{"report_wait", "Wait for reports", "ms", 0, 1000, 100,
              "silence beside the time-out: reports come each 20 to 100 ms"},
    Parameter{"reordering", "Packets that overtake", "packets", 1, 3, 3,
              "that overtake one before it is lost; RFC 5681's 3, the paper's 1"},
    Parameter{"round_packets", "Packets of a round trip", "packets", 1, 30, 10,
              "that make a round trip, at least: TCP with fewer in flight waits for time-outs; the paper 1"},
    Parameter{"packet_size", "Size of packets", "bytes", 200, 1500, 1000,
              "on the wire, of the packets that the gap is for; the paper's"},
    Parameter{"fill", "Share that is produced", "", 0.5, 1, 0.95,
              "of what may leave is produced, so that the sender's queue runs empty"},
};

constexpr double kMinRoundTrip = 0.001;
constexpr double kMaxRoundTrip = 10;
/// If video uses less than this share of the allowed rate, that rate was not tested. It is half, less a margin for
/// slow cameras.
constexpr double kUsedShare = 0.4;
constexpr Duration kUseWindow = 1s;

std::size_t index(StreamKind stream) { return static_cast<std::size_t>(stream); }

/// The Scalable Streaming Video Protocol's congestion control (Papadimitriou and Tsaoussidis 2007, III): AIMD (additive
/// increase, multiplicative decrease) on IPG, the gap between two packets of video (docs/modes/ssvp.md).
///
/// 1. Once a round trip without congestion IPG <- IPG RTT / (RTT + alpha IPG), so alpha packets a round trip more; but
///    not before round_packets have arrived since the last step.
/// 2. At congestion IPG <- IPG / beta; packets that left before the last decrease count for no other one.
/// 3. Congestion is a packet of video that is lost or marked, or silence for 2 STO, the smoothed round trip; STO <-
/// gamma STO + (1 - gamma)
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
  /// The table of parameters.
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
  void increase_rate(Timestamp acknowledged_at);
  void decrease_rate(Timestamp now, Message cause);
  void publish(PathEstimate::Verdict verdict, Message cause);

  AdaptationContext start_;
  Config config_;
  double min_gap_;          ///< Seconds, as all gaps here: for the highest video rate.
  double max_gap_;          ///< Seconds: for the lowest one.
  double gap_;              ///< IPG.
  double last_size_;        ///< Bytes on the wire of the last packet of video.
  double sto_ = 0;          ///< Seconds: as printed a smoothed round trip. 0: none was measured.
  SlidingWindowRate sent_;  ///< Video.
  Timestamp last_sent_at_{};
  Timestamp newest_acknowledged_{};  ///< Departure of the newest packet that arrived.
  Timestamp next_step_at_{};         ///< Acknowledgements from then on let IPG shrink.
  std::int64_t acknowledged_ = 0;    ///< Packets of video since the last step or congestion.
  Timestamp backed_off_at_{};        ///< Packets sent before tell nothing of the gap since then.
  Timestamp timeout_at_ = kNever;
  std::array<std::int64_t, 3> highest_{-1, -1, -1};  ///< Sequence number that arrived, of each StreamKind.
  PathEstimate estimate_;
};

Ssvp::Config Ssvp::config_of(const ParameterValues& values) {
  const auto value = [&](std::string_view name) { return value_of(kParameters, values, name); };
  return {.alpha = value("alpha"),
          .beta = value("beta"),
          .gamma = value("gamma"),
          .timeout = value("timeout"),
          .report_wait = from_milliseconds(value("report_wait")),
          .reordering = std::llround(value("reordering")),
          .round_packets = std::llround(value("round_packets")),
          .packet_size = value("packet_size"),
          .fill = value("fill")};
}

Ssvp::Ssvp(const AdaptationContext& start, const ParameterValues& values)
    : start_(start),
      config_(config_of(values)),
      min_gap_(gap_for(start.limits.max_video_rate)),
      max_gap_(gap_for(start.limits.min_video_rate)),
      gap_(std::clamp(gap_for(start.point.video_rate()), min_gap_, max_gap_)),
      last_size_(config_.packet_size),
      sent_(kUseWindow) {
  publish(PathEstimate::Verdict::kUnknown, "");
}

double Ssvp::gap_for(DataRate video_rate) const {
  const DataRate on_the_wire =
      wire_rate(video_rate, start_.limits.max_frame_rate, start_.wire) - audio_rate(start_.wire);
  return 8 * config_.packet_size * config_.fill / static_cast<double>(on_the_wire.bits_per_second());
}

DataRate Ssvp::rate() const { return DataRate::bits_per_second(std::llround(8 * config_.packet_size / gap_)); }

void Ssvp::handle_sent(const SentPacket& packet) {
  last_sent_at_ = std::max(last_sent_at_, packet.sent_at);
  if (timeout_at_ == kNever) timeout_at_ = packet.sent_at + timeout();
  if (packet.stream == StreamKind::kAudio) return;
  const DataSize size = packet.size + start_.wire.datagram_overhead;
  sent_.add(size, packet.sent_at);
  last_size_ = static_cast<double>(size.bytes());
  estimate_.packet_gap = from_seconds(gap_ * last_size_ / config_.packet_size);
}

// Acknowledgements of many packets come together. Each packet's round trip is the report's, which is the newest
// packet's, plus the difference of their one-way delays.
void Ssvp::handle_feedback(const FeedbackReport& report) {
  const PacketFeedback* newest = nullptr;
  for (const PacketFeedback& packet : report.packets) {
    if (!packet.arrived_at) continue;
    newest = &packet;
    std::int64_t& highest = highest_[index(packet.stream)];
    highest = std::max(highest, packet.sequence);
  }
  for (const PacketFeedback& packet : report.packets) {
    if (packet.arrived_at && report.round_trip_time) {
      const Duration later = (*packet.arrived_at - packet.sent_at) - (*newest->arrived_at - newest->sent_at);
      record_round_trip(*report.round_trip_time + later);
    }
    if (packet.arrived_at) newest_acknowledged_ = std::max(newest_acknowledged_, packet.sent_at);
    // Audio is not what is controlled here: with its losses, too, video would get less than TCP.
    if (packet.stream == StreamKind::kAudio) continue;
    if (tells_of_congestion(packet)) {
      decrease_rate(report.received_at,
                    packet.arrived_at ? message("a packet was marked") : message("a packet was lost"));
    } else if (packet.arrived_at) {
      increase_rate(std::min(packet.sent_at + from_seconds(sto_), report.received_at));
    }
  }
  if (newest != nullptr) {
    timeout_at_ = newest_acknowledged_ < last_sent_at_ ? report.received_at + timeout() : kNever;
  }
}

bool Ssvp::tells_of_congestion(const PacketFeedback& packet) const {
  if (packet.sent_at <= backed_off_at_) return false;
  if (packet.arrived_at) return packet.ecn == Ecn::kCe;
  return packet.lost || highest_[index(packet.stream)] - packet.sequence >= config_.reordering;
}

void Ssvp::record_round_trip(Duration sample) {
  const double seconds = std::clamp(to_seconds(sample), kMinRoundTrip, kMaxRoundTrip);
  sto_ = sto_ > 0 ? config_.gamma * sto_ + (1 - config_.gamma) * seconds : seconds;
}

void Ssvp::increase_rate(Timestamp acknowledged_at) {
  ++acknowledged_;
  if (sto_ <= 0 || acknowledged_at < next_step_at_ || acknowledged_ < config_.round_packets) return;
  acknowledged_ = 0;
  next_step_at_ = acknowledged_at + from_seconds(sto_);
  if (sent_.rate() < rate() * kUsedShare || gap_ <= min_gap_) return;
  gap_ = std::max(min_gap_, gap_ * sto_ / (sto_ + config_.alpha * gap_));
  publish(PathEstimate::Verdict::kHeadroom, message("no packet was lost for a round trip"));
}

void Ssvp::decrease_rate(Timestamp now, Message cause) {
  gap_ = std::min(max_gap_, gap_ / config_.beta);
  backed_off_at_ = now;
  acknowledged_ = 0;
  next_step_at_ = now + from_seconds(sto_);
  publish(PathEstimate::Verdict::kCongestion, std::move(cause));
}

void Ssvp::poll(const SendBuffer&, Timestamp now) {
  if (now < timeout_at_) return;
  timeout_at_ = now + timeout();
  decrease_rate(now, message("nothing was heard of the path"));
}

void Ssvp::publish(PathEstimate::Verdict verdict, Message cause) {
  estimate_.rate = audio_rate(start_.wire) + rate() * config_.fill;
  estimate_.packet_gap = from_seconds(gap_ * last_size_ / config_.packet_size);
  estimate_.conclude(verdict, std::move(cause),
                     format_text("gap %.1f ms, round trip %.0f ms, %.0f kbit/s of video may leave", 1000 * gap_,
                                 1000 * sto_, rate().kilobits_per_second()));
}

const EstimatorKind kSsvp = {.name = "ssvp",
                             .summary = "AIMD (0.2, 0.875) on the gap between packets",
                             .source = "Papadimitriou and Tsaoussidis 2007",
                             .parameters = kParameters,
                             .make = make_estimator<Ssvp>};

}  // namespace

extern const Mode kSsvpMode = {.name = "ssvp",
                               .summary = "spaces packets as TCP would on the whole, but more smoothly",
                               .estimator = &kSsvp,
                               .scaler = &kTargetRate,
                               .gate = &kPacketGapGate};

}  // namespace counterpoint
