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
    // The queue, and when it is one.
    Parameter{"queue_low", "Low queue", "ms", 0, 100, 4, "below this there is no queue, and more is tried"},
    Parameter{"queue_high", "High queue", "ms", 5, 500, 13,
              "above this the path is full: the rate falls, and the queue is drained"},
    Parameter{"noise_weight", "Weight of jitter", "", 0, 5, 2.5,
              "standard deviations of the delay by which both limits are higher, so that chance is no queue"},
    Parameter{"much_noise", "Much jitter", "ms", 1, 10, 2.5,
              "more than this makes a queue of few packets look like chance: the calm window counts; on a narrow path "
              "noise counts up to this"},
    Parameter{"calm_window", "Calm window", "ms", 100, 1000, 250, "of delays, on a path with much jitter"},
    Parameter{"frame_time", "Time of a frame", "ms", 5, 100, 20,
              "for which the packets of one frame may stand behind each other without a queue"},
    // The rate to which a full path leads.
    Parameter{"backoff", "Decrease on a full path", "", 0.5, 1, 0.95, "factor on what arrives when the path is full"},
    Parameter{"drain_time", "Time to drain a queue", "ms", 50, 5000, 200, "in which a queue is to be drained"},
    Parameter{"least_share", "Lowest share", "", 0.05, 1, 0.1, "of the rate, while a queue is drained"},
    Parameter{"much_less", "Much less", "", 0.5, 1, 0.8,
              "if less than this share of what arrives does so lately, the path has become slower"},
    // Growth of the rate.
    Parameter{"start_doubling", "Doubling at the start", "round trips", 0.5, 10, 1.5,
              "in which the rate doubles at the start"},
    Parameter{
        "slope", "Growth without a queue", "kbit/s^2", 1, 1000, 110,
        "by which a rate of up to 500 kbit/s grows without a queue; higher ones grow more slowly, inversely to it"},
    Parameter{"growth", "Growth", "1/s", 0.01, 5, 1.2, "by which a rate grows when the path has become faster"},
    Parameter{"caution", "Caution", "", 0.05, 1, 0.25,
              "the part of growth that is left near a capacity which losses have shown, and of the lead of a former "
              "rate once the path was full again"},
    Parameter{"headroom", "Headroom", "", 1.05, 4, 1.35,
              "the most that the rate exceeds what arrives, so that what the source does not use does not grow"},
    Parameter{"probe_factor", "Rate of a probe", "", 1.5, 10, 8,
              "factor on the rate at the start: five packets at up to 3 Mbit/s"},
    // Arrivals.
    Parameter{"rate_window", "Time of the arrival rate", "ms", 100, 1000, 300,
              "over several frames; where feedback takes longer, rates grow more slowly in proportion"},
    Parameter{"nearly", "Nearly as much", "", 0.5, 1, 0.9, "a rate of this share of another counts as the same"},
    // Loss and marks.
    Parameter{"loss_limit", "Limit of loss", "", 0.01, 0.5, 0.05,
              "share of lost packets from which on loss lowers the rate even if it shows no capacity"},
    Parameter{"loss_window", "Time of a loss rate", "ms", 200, 2000, 500,
              "with less, frames make the rates of windows differ by chance"},
    Parameter{"loss_windows", "Loss rates", "", 4, 40, 12, "that are kept: so long is a capacity remembered"},
    Parameter{"loss_evidence", "Evidence of a capacity", "nats", 1, 20, 8,
              "by which a capacity has to be likelier than random loss"},
    Parameter{"mark_decrease", "Decrease by marks", "", 0.1, 1, 0.5,
              "of the share of marked packets, in a round trip; DCTCP's"},
    Parameter{"mark_weight", "Weight of marks", "", 0.01, 1, 0.0625,
              "of a round trip in that share; DCTCP's, since frames come in bursts"},
    Parameter{
        "classic_queue", "Queue of classic flows", "ms", 15, 100, 40,
        "added to the round trip for growth as TCP's: DualPI2's 15 ms, and more so that few packets do not overshoot"},
    Parameter{"memory", "Memory of the path", "s", 1, 300, 20,
              "for which it is remembered that it marks packets, drops them from a queue or above a capacity, or "
              "counts them"},
    // Beside others who fill the queue.
    Parameter{"compete_after", "Time until competing", "ms", 50, 10000, 800,
              "for which cross traffic has filled the queue although the call sent less; also the time constant of its "
              "share"},
    Parameter{"worth_competing", "Queue worth competing for", "", 1, 5, 2.5,
              "times the high queue: a shorter one that loses no packets may be of calls that give way"},
    Parameter{"others_share", "Share of others", "", 0.05, 0.8, 0.25,
              "of the capacity from which on the queue is theirs; below it, it is our own"},
    Parameter{"hardly_fallen", "Queue that stays", "", 0.3, 1, 0.6,
              "of its largest: if more of it is left although the call sent less, cross traffic fills it"},
    // Repair, departures, silence, and loss beside TCP.
    Parameter{"repair_share", "Repair packets", "", 0, 0.5, 0.2,
              "for each packet of video, where packets are lost and retransmissions are slow"},
    Parameter{"slow_repair", "Slow retransmission", "ms", 20, 1000, 100, "from this round trip on they are slow"},
    Parameter{"pacing", "Rate of frames", "", 1, 10, 2.5,
              "times the rate at which frames leave at most, where they are known to arrive as fast"},
    Parameter{"feedback_timeout", "Silence that lowers the rate", "ms", 100, 5000, 500,
              "of silence, beside two round trips, that lowers the rate"},
    Parameter{"decrease", "Decrease at silence or loss", "", 0.3, 0.95, 0.62,
              "factor on the rate, each round trip of silence, and on the window beside TCP at a loss"},
};

/// Far more time between two reports counts as this.
constexpr Duration kMaxStep = 250ms;
/// Shorter or longer round trips were made up.
constexpr Duration kMinRoundTrip = 1ms;
constexpr Duration kMaxRoundTrip = 5s;

/// Measures the path and lets the rate follow.
///
/// 1. While no queue builds up the rate grows: doubling at the start, then by a slope that is less steep for higher
///    rates, and fast when the packets of frames come in faster than when the path was last full.
/// 2. A queue means that the path is full: the rate becomes a little less than what arrives, and less is sent until the
///    queue is gone. So the least delay is seen again and again by all who share the path, and their rates converge.
/// 3. The data in flight is bounded by the rate times the round trip without the queue, unless others fill it, and
/// some.
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
    if (silence_at_ == kNever) silence_at_ = packet.sent_at + 2 * config_.feedback_timeout;
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
  if (report.round_trip_time) path_.round_trip_time = std::clamp(*report.round_trip_time, kMinRoundTrip, kMaxRoundTrip);
  measure(report);
  const Timestamp now = report.received_at;
  heard_at_ = now;
  if (path_.delivery.update_unit(now)) rate_.change_unit();
  silence_at_ = now + std::max(config_.feedback_timeout, 2 * path_.round_trip_time);
  if (!path_.queue.known()) return;
  const Duration step = std::clamp<Duration>(now - updated_at_, 0ns, kMaxStep);
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
    const DataSize counted = path_.delivery.counts_packets() ? kPacketWeight : size;
    if (packet.arrived_at) {
      path_.delivery.add(packet, size);
      rate_.handle_arrival(packet);
      path_.queue.add(*packet.arrived_at - packet.sent_at, *packet.arrived_at, rate_.rate());
      path_.cross_traffic.add(packet, counted, path_.queue.base());
      path_.delivery.add_service_time(packet, path_.queue.base());
      path_.loss.add(packet, counted);
      path_.marks.add(packet.ecn);
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
  const auto time_of = [&of](std::string_view name) { return from_milliseconds(of(name)); };
  queue_low = time_of("queue_low");
  queue_high = time_of("queue_high");
  noise_weight = of("noise_weight");
  much_noise = time_of("much_noise");
  calm_window = time_of("calm_window");
  frame_time = time_of("frame_time");
  backoff = of("backoff");
  drain_time = time_of("drain_time");
  least_share = of("least_share");
  much_less = of("much_less");
  start_doubling = of("start_doubling");
  slope = of("slope") * 1000;
  growth = of("growth");
  caution = of("caution");
  headroom = of("headroom");
  probe_factor = of("probe_factor");
  rate_window = time_of("rate_window");
  nearly = of("nearly");
  loss_limit = of("loss_limit");
  loss_window = time_of("loss_window");
  loss_windows = static_cast<int>(of("loss_windows"));
  loss_evidence = of("loss_evidence");
  mark_decrease = of("mark_decrease");
  mark_weight = of("mark_weight");
  classic_queue = time_of("classic_queue");
  memory = from_seconds(of("memory"));
  compete_after = time_of("compete_after");
  worth_competing = of("worth_competing");
  others_share = of("others_share");
  hardly_fallen = of("hardly_fallen");
  repair_share = of("repair_share");
  slow_repair = time_of("slow_repair");
  pacing = of("pacing");
  feedback_timeout = time_of("feedback_timeout");
  decrease = of("decrease");
}

extern const Mode kTwoDimensionalMode = {.name = "2d",
                                         .summary = "follows one-way delays; the default",
                                         .estimator = &kAvailableRate,
                                         .scaler = &kPicture,
                                         .gate = &kWindowGate};

}  // namespace counterpoint
