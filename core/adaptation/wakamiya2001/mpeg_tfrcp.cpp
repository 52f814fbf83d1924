// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `mpeg-tfrcp` (docs/modes/mpeg-tfrcp.md).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/adaptation/measure/tcp_equation.h"
#include "core/adaptation/measure/tcp_round_trip_time.h"
#include "core/adaptation/mode/estimator.h"
#include "core/adaptation/mode/mode.h"
#include "core/adaptation/scaling/target_rate_scaler.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"variant", "Variant", "", 0, 2, 1,
              "without loss the rate 0: doubles (plain, eq. 4), 1: grows as TCP's window (AI, eq. 6), which is the "
              "paper's best; 2: loss is smoothed instead (SP, eq. 7)"},
    Parameter{"interval", "Control interval", "round trips", 1, 128, 32,
              "of a control interval; 32 is the paper's best trade"},
    Parameter{"gop", "Group of pictures", "s", 0, 10, 1.001,
              "the interval is whole GoPs; 1.001: the paper's 30 pictures at 29.97 a second; 0: need not be"},
    Parameter{"longest_interval", "Longest interval", "s", 1, 600, 15,
              "however long the round trip: the paper has no such limit, and says itself that a long interval cannot "
              "catch up; it takes round trips above 450 ms to matter"},
    Parameter{"segment_size", "Size of a segment", "bytes", 100, 1500, 1000,
              "MTU of the equation, of TCP's packets; the paper's"},
    Parameter{"most_growth", "Highest growth", "", 1.1, 1000, 1.5,
              "of the rate over what was sent in the interval: what was not tried is not known (as RFC 5348, 4.3); the "
              "paper has no such limit"},
    Parameter{
        "loss_events", "Loss by events", "", 0, 1, 0,
        "p is 0: the share of lost packets, as in the paper; 1: of loss events, all within a round trip being one "
        "(RFC 5348, 5.2)"},
    Parameter{"loss_weight", "Weight of the newest loss", "", 0.01, 1, 0.125,
              "of the newest interval in SP; as printed; swapped it is 0.875"},
    Parameter{"least_timeout", "Least time-out", "ms", 0, 3000, 200,
              "least of 4 deviations in T0, as Linux's TCP has it"},
    Parameter{"ahead", "Sent early", "ms", 50, 10000, 500,
              "of sending at the rate that may leave early: a key frame, not the whole interval's budget at its start"},
    Parameter{"feedback_timeout", "Silence that lowers the rate", "ms", 100, 5000, 500,
              "of silence, or four round trips if longer, after which the rate is halved"},
};

/// It stands in until the first report.
constexpr Duration kAssumedRoundTrip = 100ms;
/// Size of video with RTP header: the budget is waited for until it has as much.
constexpr DataSize kFullPacket = DataSize::bytes(1200);

/// Headers over video, and some.
constexpr double kHeaderAllowance = 1.1;

/// Mode `mpeg-tfrcp`: what a TCP connection would send on this path, by an equation, for one control interval at a time
/// (Wakamiya 2001; docs/modes/mpeg-tfrcp.md).
///
/// 1. The rate changes at the end of an interval only, which is 32 smoothed round trips in whole GoPs: the TCP
///    throughput equation with the interval's share of lost packets, or, without loss, as much more as TCP's window
///    would have grown (AI), or twice (plain). The variant SP smooths the loss instead.
/// 2. The budget is what the rate allows in the interval less all that was sent in it; of what is allowed later, only
///    `ahead` may leave now.
/// 3. It grows to at most `max_growth` times what was sent in the interval: what was not tried is not known.
/// 4. When the peer is silent, the rate is halved, as TFRC's nofeedback timer does (RFC 5348, 4.4).
class Tfrcp final : public Estimator {
 public:
  Tfrcp(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  enum class Variant { kPlain, kAdditiveIncrease, kSmoothedLoss };
  struct Config {
    explicit Config(const ParameterValues& values);
    Variant variant;
    DataSize segment;
    double round_trips;
    Duration gop;
    Duration longest_interval;
    double max_growth;
    bool loss_events;
    double loss_weight;
    Duration min_timeout;
    Duration ahead;
    Duration feedback_timeout;
  };

  void begin_interval(Timestamp now);
  void end_interval(Timestamp now);
  [[nodiscard]] DataRate rate_after_loss(double loss) const;
  [[nodiscard]] DataRate rate_without_loss(Duration length) const;
  void set_rate(DataRate rate);
  void update_budget(Timestamp now);
  [[nodiscard]] Duration round_trip_time() const;
  [[nodiscard]] Duration silence_limit() const;
  [[nodiscard]] std::string evidence(double p) const;

  AdaptationContext start_;
  Config config_;
  PathEstimate estimate_;
  TcpRoundTripTime round_trip_;
  DataRate rate_;                        ///< r_i
  std::optional<double> smoothed_loss_;  ///< p^s
  Timestamp interval_began_{};
  Duration interval_{};  ///< I_i
  DataSize sent_;        ///< In the interval, as the following three.
  std::int64_t arrived_packets_ = 0;
  std::int64_t lost_packets_ = 0;
  std::int64_t loss_events_ = 0;
  Timestamp loss_event_ends_{};  ///< In sending times.
  Timestamp budget_grows_at_ = kNever;
  Timestamp silent_at_ = kNever;
};

Tfrcp::Config::Config(const ParameterValues& values)
    : variant(static_cast<Variant>(std::clamp(std::lround(value_of(kParameters, values, "variant")), 0L, 2L))),
      segment(DataSize::bytes(std::llround(value_of(kParameters, values, "segment_size")))),
      round_trips(value_of(kParameters, values, "interval")),
      gop(from_seconds(value_of(kParameters, values, "gop"))),
      longest_interval(from_seconds(value_of(kParameters, values, "longest_interval"))),
      max_growth(value_of(kParameters, values, "most_growth")),
      loss_events(value_of(kParameters, values, "loss_events") >= 0.5),
      loss_weight(value_of(kParameters, values, "loss_weight")),
      min_timeout(from_milliseconds(value_of(kParameters, values, "least_timeout"))),
      ahead(from_milliseconds(value_of(kParameters, values, "ahead"))),
      feedback_timeout(from_milliseconds(value_of(kParameters, values, "feedback_timeout"))) {}

Tfrcp::Tfrcp(const AdaptationContext& start, const ParameterValues& values)
    : start_(start), config_(values), round_trip_(config_.min_timeout) {
  set_rate(plane_position(start.point, start.wire).bit_rate);
  begin_interval(start.now);
  estimate_.conclude(PathEstimate::Verdict::kUnknown, message("nothing is known of the path yet"), {});
}

void Tfrcp::handle_sent(const SentPacket& packet) {
  sent_ += packet.size + start_.wire.datagram_overhead;
  if (silent_at_ == kNever) silent_at_ = packet.sent_at + silence_limit();
  update_budget(packet.sent_at);
}

void Tfrcp::handle_feedback(const FeedbackReport& report) {
  for (const PacketFeedback& packet : report.packets) {
    if (packet.arrived_at) ++arrived_packets_;
    if (!packet.lost) continue;
    ++lost_packets_;
    if (packet.sent_at < loss_event_ends_) continue;
    ++loss_events_;
    loss_event_ends_ = packet.sent_at + round_trip_time();
  }
  silent_at_ = kNever;
  if (!report.round_trip_time) return;
  const bool first = !round_trip_.known();
  round_trip_.sample(std::clamp<Duration>(*report.round_trip_time, 1ms, 5s));
  // The length of the first interval is known only now.
  if (first) begin_interval(report.received_at);
}

void Tfrcp::poll(const SendBuffer&, Timestamp now) {
  if (now >= silent_at_) {
    silent_at_ = now + silence_limit();
    set_rate(rate_ * 0.5);
    begin_interval(now);
    estimate_.conclude(PathEstimate::Verdict::kUnknown, message("no report from the peer"), {});
  } else if (now >= interval_began_ + interval_) {
    end_interval(now);
    begin_interval(now);
  }
  update_budget(now);
}

Timestamp Tfrcp::next_deadline() const { return std::min({silent_at_, interval_began_ + interval_, budget_grows_at_}); }

void Tfrcp::begin_interval(Timestamp now) {
  const double length = config_.round_trips * to_seconds(round_trip_time());
  const double gop = to_seconds(config_.gop);
  interval_ = std::min(config_.longest_interval, from_seconds(gop > 0 ? std::ceil(length / gop) * gop : length));
  interval_began_ = now;
  sent_ = DataSize();
  arrived_packets_ = 0;
  lost_packets_ = 0;
  loss_events_ = 0;
  update_budget(now);
}

void Tfrcp::end_interval(Timestamp now) {
  const std::int64_t packets = arrived_packets_ + lost_packets_;
  // Nothing was heard of any packet: that is for the limit on silence.
  if (packets == 0) return;
  const Duration length = now - interval_began_;
  const std::int64_t losses = config_.loss_events ? loss_events_ : lost_packets_;
  const double loss = static_cast<double>(losses) / static_cast<double>(packets);
  if (loss > 0 || smoothed_loss_) {
    smoothed_loss_ = std::lerp(smoothed_loss_.value_or(loss), loss, config_.loss_weight);
  }
  const double p = config_.variant == Variant::kSmoothedLoss ? smoothed_loss_.value_or(0) : loss;
  const DataRate before = rate_;
  // The plain variant is made of doubling.
  const double growth = config_.variant == Variant::kPlain ? std::max(2.0, config_.max_growth) : config_.max_growth;
  const DataRate tried = std::max(before, (sent_ / length) * growth);
  set_rate(std::min(tried, p > 0 ? rate_after_loss(p) : rate_without_loss(length)));
  if (p > 0) {
    estimate_.conclude(rate_ < before ? PathEstimate::Verdict::kCongestion : PathEstimate::Verdict::kClear,
                       message("%1 % of packets lost in %2 s: what TCP would get",
                               decimal(100 * static_cast<double>(lost_packets_) / static_cast<double>(packets), 1),
                               decimal(to_seconds(length), 1)),
                       evidence(p));
  } else {
    estimate_.conclude(PathEstimate::Verdict::kHeadroom,
                       message("no packet lost for %1 s", decimal(to_seconds(length), 1)), evidence(p));
  }
}

DataRate Tfrcp::rate_after_loss(double loss) const {
  return tcp_throughput({.segment = config_.segment,
                         .round_trip_time = round_trip_time(),
                         .retransmission_timeout = round_trip_.timeout(),
                         .loss = loss,
                         .packets_per_acknowledgement = 1});
}

DataRate Tfrcp::rate_without_loss(Duration length) const {
  if (config_.variant != Variant::kAdditiveIncrease) return rate_ * 2;
  // MTU I / RTT^2: a segment more each round trip.
  const Duration round_trip = round_trip_time();
  return rate_ + (config_.segment / round_trip) * (to_seconds(length) / to_seconds(round_trip));
}

void Tfrcp::set_rate(DataRate rate) {
  const DataRate most = start_.limits.max_video_rate * kHeaderAllowance + audio_rate(start_.wire);
  // TCP, too, goes on with a segment a round trip.
  rate_ = std::clamp(rate, std::min(most, config_.segment / round_trip_time()), most);
  estimate_.rate = rate_;
}

std::string Tfrcp::evidence(double p) const {
  return format_text("p %.2f %%, RTT %.0f ms, T0 %.0f ms", 100 * p, to_milliseconds(round_trip_time()),
                     to_milliseconds(round_trip_.timeout()));
}

void Tfrcp::update_budget(Timestamp now) {
  const Duration elapsed = std::max(Duration::zero(), now - interval_began_);
  // May be below zero: audio is never held back, and the rate may have been lowered.
  const DataSize left = rate_ * std::min(interval_, elapsed + config_.ahead) - sent_;
  estimate_.budget = std::max(DataSize(), left);
  budget_grows_at_ = kNever;
  // Not sooner than this, so that nobody asks in vain again and again.
  constexpr Duration kMinWait = 1ms;
  if (left < kFullPacket) budget_grows_at_ = now + kMinWait + (kFullPacket - left) / rate_;
}

Duration Tfrcp::round_trip_time() const {
  return round_trip_.known() ? std::max<Duration>(1ms, round_trip_.smoothed()) : kAssumedRoundTrip;
}

Duration Tfrcp::silence_limit() const { return std::max(config_.feedback_timeout, 4 * round_trip_time()); }

const EstimatorKind kTfrcp = {
    .name = "mpeg-tfrcp",
    .summary = "what TCP would get, by the throughput equation, for an interval of some seconds at a time",
    .source = "Wakamiya 2001; Padhye 1998",
    .parameters = kParameters,
    .make = make_estimator<Tfrcp>};

}  // namespace

extern const Mode kMpegTfrcpMode = {.name = "mpeg-tfrcp",
                                    .summary = "what TCP would get by its equation, for an interval of some seconds",
                                    .estimator = &kTfrcp,
                                    .scaler = &kTargetRate,
                                    .gate = &kByteBudgetGate};

}  // namespace counterpoint
