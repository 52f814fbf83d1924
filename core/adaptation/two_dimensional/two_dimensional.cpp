// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `2d`: how much the path carries, from one-way delays and from what arrives (docs/modes/2d.md).
#include <algorithm>
#include <array>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/scaling/picture_scaler.h"
#include "core/adaptation/two_dimensional/rate_state_machine.h"

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"queue_low", "Low queue", "ms", 0, 100, 4, "below this there is no queue, and more is tried"},
    Parameter{"queue_high", "High queue", "ms", 5, 500, 13,
              "above this the path is full: the rate falls, and the queue is drained"},
    Parameter{"backoff", "Decrease on a full path", "", 0.5, 1, 0.95, "factor on what arrives when the path is full"},
    Parameter{"drain_time", "Time to drain a queue", "ms", 50, 5000, 200, "in which a queue is to be drained"},
    Parameter{"least_share", "Lowest share", "", 0.05, 1, 0.1, "of the rate, while a queue is drained"},
    Parameter{"slope", "Growth without a queue", "kbit/s^2", 1, 1000, 55,
              "by which a rate of 1 Mbit/s grows without a queue; lower rates grow faster"},
    Parameter{"start_doubling", "Doubling at the start", "round trips", 0.5, 10, 1.5,
              "in which the rate doubles at the start"},
    Parameter{"growth", "Growth", "1/s", 0.01, 5, 1.2, "by which a rate grows when the path has become faster"},
    Parameter{"headroom", "Headroom", "", 1.05, 4, 1.6, "the most that the rate exceeds what arrives"},
    Parameter{"compete_after", "Time until competing", "ms", 50, 10000, 600,
              "for which others have filled a queue that we gave way to"},
    Parameter{"compete_decrease", "Decrease while competing", "", 0.3, 0.95, 0.62,
              "factor on the window at a loss while competing"},
    Parameter{"loss_limit", "Limit of loss", "", 0.01, 0.5, 0.05,
              "share of lost packets from which on loss lowers the rate even if it shows no capacity"},
    Parameter{"feedback_timeout", "Silence that lowers the rate", "ms", 100, 5000, 500,
              "of silence, beside two round trips, that lowers the rate"},
    Parameter{"mark_decrease", "Decrease by marks", "", 0.1, 1, 0.5,
              "of the share of marked packets, in a round trip; DCTCP's"},
    Parameter{"mark_weight", "Weight of marks", "", 0.01, 1, 0.0625,
              "of a round trip in that share; DCTCP's, since frames come in bursts"},
};

/// Measures the path and lets the rate follow.
///
/// 1. While no queue builds up the rate grows: doubling at the start, then by a slope that is less steep for higher
///    rates, and fast when the packets of frames come in faster than when the path was last full.
/// 2. A queue means that the path is full: the rate becomes a little less than what arrives, and less is sent until the
///    queue is gone. So the least delay is seen again and again by all who share the path, and their rates converge.
/// 3. The data in flight is bounded by the rate times the round trip without the queue, and some.
/// 4. Our own packets tell whose a queue is that stays although we give way: beside others who fill it a window is run
///    as TCP runs it, until the queue goes.
/// 5. If the path counts packets and not bytes, all of this is done with packets, and frames may be as large as they
///    like.
/// 6. Loss without a queue is random, or that of a capacity: whatever makes what was lost at which rate more likely.
/// 7. Marks lower the rate by their share (RFC 9331), or mean that the path is full where a queue stands.
class AvailableRateEstimator final : public Estimator {
 public:
  AvailableRateEstimator(const AdaptationContext& start, const ParameterValues& values)
      : start_(start), config_(values), path_(config_), rate_(start, config_, path_), updated_at_(start.now) {}

  void handle_sent(const SentPacket& packet) override {
    sent_at_ = packet.sent_at;
    if (silence_at_ == kNever) silence_at_ = packet.sent_at + config_.first_silence;
    rate_.handle_sent(packet, packet.size + start_.wire.datagram_overhead);
  }
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return silence_at_; }
  [[nodiscard]] const PathEstimate& estimate() const override { return rate_.estimate(); }

 private:
  void measure(const FeedbackReport& report);

  AdaptationContext start_;
  TwoDimensionalConfig config_;
  PathMonitors path_;
  RateStateMachine rate_;
  Timestamp updated_at_{};
  Timestamp heard_at_{};
  Timestamp sent_at_{};
  Timestamp silence_at_ = kNever;
};

void AvailableRateEstimator::handle_feedback(const FeedbackReport& report) {
  if (report.round_trip_time)
    path_.round_trip_time = std::clamp(*report.round_trip_time, config_.min_round_trip, config_.max_round_trip);
  measure(report);
  const Timestamp now = report.received_at;
  heard_at_ = now;
  if (path_.delivery.update_unit(now)) rate_.change_unit();
  silence_at_ = now + std::max(config_.feedback_timeout, 2 * path_.round_trip_time);
  if (!path_.queue.known()) return;
  const Duration step = std::clamp<Duration>(now - updated_at_, 0ns, config_.max_step);
  path_.report_gap += (step - path_.report_gap) / 8;
  path_.long_report_gap = std::max(step, path_.long_report_gap + (step - path_.long_report_gap) / 8);
  updated_at_ = now;
  path_.loss.update();
  rate_.update(step, now);
  path_.delivery.forget_acknowledged();
  path_.lost = false;
}

void AvailableRateEstimator::measure(const FeedbackReport& report) {
  for (const PacketFeedback& packet : report.packets) {
    const DataSize size = packet.size + start_.wire.datagram_overhead;
    const DataSize counted = path_.delivery.counts_packets() ? config_.packet_weight : size;
    if (packet.arrived_at) {
      path_.delivery.add(packet, size);
      rate_.handle_arrival(packet);
      path_.queue.add(*packet.arrived_at - packet.sent_at, *packet.arrived_at);
      path_.cross_traffic.add(packet, path_.queue.base());
      path_.loss.add(packet, counted);
      path_.marks.add(packet.ecn);
      const bool noise_is_known = report.received_at - start_.now > config_.noise_known;
      // A queue that is always full looks like noise; a sender at the least rate already has to know why.
      if (noise_is_known && (rate_.is_squeezed() || path_.queue.quick_noise() < config_.much_noise / 2))
        path_.delivery.add_service_time(packet, path_.queue.base());
    } else if (packet.lost) {
      path_.lost = true;
      // Losses of a queue are known by its delay, and are not counted.
      if (!path_.queue.known() || path_.queue.delay() < path_.queue.high()) path_.loss.add(packet, counted);
    }
  }
}

void AvailableRateEstimator::poll(const SendBuffer&, Timestamp now) {
  if (now < silence_at_) return;
  silence_at_ = now + path_.round_trip_time;
  // Otherwise nothing was sent that a report could tell of.
  if (sent_at_ >= heard_at_) rate_.handle_silence();
}

const EstimatorKind kAvailableRate = {.name = "available-rate",
                                      .summary = "what the path carries, from one-way delays and from what arrives",
                                      .source = "after Latecki 2004",
                                      .parameters = kParameters,
                                      .make = make_estimator<AvailableRateEstimator>};

}  // namespace

TwoDimensionalConfig::TwoDimensionalConfig(const ParameterValues& values) {
  const auto of = [&values](std::string_view name) { return value_of(kParameters, values, name); };
  queue_low = from_milliseconds(of("queue_low"));
  queue_high = from_milliseconds(of("queue_high"));
  backoff = of("backoff");
  drain_time = from_milliseconds(of("drain_time"));
  min_share = of("least_share");
  slope = of("slope") * 1000;
  start_doubling = of("start_doubling");
  growth = of("growth");
  headroom = of("headroom");
  compete_after = from_milliseconds(of("compete_after"));
  compete_decrease = of("compete_decrease");
  loss_limit = of("loss_limit");
  feedback_timeout = from_milliseconds(of("feedback_timeout"));
  mark_decrease = of("mark_decrease");
  mark_weight = of("mark_weight");
}

extern const Mode kTwoDimensionalMode = {.name = "2d",
                                         .summary = "follows one-way delays; the default",
                                         .estimator = &kAvailableRate,
                                         .scaler = &kPicture,
                                         .gate = &kWindowGate};

}  // namespace counterpoint
