// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `owd-trend` (docs/modes/owd-trend.md).
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "core/adaptation/latecki2004/owd_trend_detector.h"
#include "core/adaptation/latecki2004/rate_search.h"
#include "core/adaptation/measure/sliding_window_rate.h"
#include "core/adaptation/mode/estimator.h"
#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/plane.h"
#include "core/adaptation/scaling/target_rate_scaler.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"scale.short", "Shortest window", "packets", 16, 64, 32, "shortest window of a trend (the paper's)"},
    Parameter{"scale.middle", "Middle window", "packets", 32, 256, 64, "second window (the paper's)"},
    Parameter{"scale.long", "Longest window", "packets", 64, 1000, 128,
              "longest window (the paper's): for small excess, and for TCP"},
    Parameter{"pct.lower", "PCT without a trend", "", 0, 1, 0.25, "L_PCT: below it there is no trend (the paper's)"},
    Parameter{"pct.upper", "PCT of a trend", "", 0, 1, 0.5, "U_PCT: above it there is one (the paper's)"},
    Parameter{"pdt.lower", "PDT without a trend", "", 0, 1, 0.25, "L_PDT (the paper's)"},
    Parameter{"pdt.upper", "PDT of a trend", "", 0, 1, 0.5, "U_PDT (the paper's)"},
    Parameter{"epsilon", "Least difference that counts", "ms", 0.1, 20, 1,
              "least difference of medians that counts; 2 for wireless paths"},
    Parameter{"noise_factor", "Factor for noise", "", 0, 10, 2.5,
              "standard errors that a difference exceeds as well: jitter makes no alarms; 0: as in the paper"},
    Parameter{"queue_above", "Queue of a trend", "ms", 0, 100, 5,
              "queue without which there is no trend: a packet or two before the sound"},
    Parameter{"congested_above", "Queue that is congestion", "ms", 10, 1000, 50,
              "standing queue that is congestion without a trend"},
    Parameter{"minimum_age", "Memory of the least delay", "s", 10, 3600, 600,
              "how long the least delay is remembered: routes change"},
    Parameter{"clock_skew", "Drift of the clocks", "ppm", 0, 1000, 200,
              "by which the clocks may drift apart: 100 each is common"},
    Parameter{"resolution", "Resolution of the search", "", 0.01, 0.5, 0.05,
              "of R_max: closer to R_min than this, the search is over"},
    Parameter{"start_growth", "Growth at the start", "", 0.05, 3, 1,
              "by which a rate grows at the start while there is no R_max: 1 doubles"},
    Parameter{"reopen_growth", "Growth when tried later", "", 0.02, 1, 0.1,
              "the same of the first rate tried later: the queue it makes is small"},
    Parameter{"arrival_share", "Share of what arrived", "", 0, 1, 0.85,
              "of what arrived is tried after a failure at least; 0: as in the paper"},
    Parameter{"used_share", "Share that is used", "", 0, 1, 0.7, "of a rate has to be sent for it to count as carried"},
    Parameter{"ambiguous_time", "Time of doubt", "s", 0.5, 30, 2.56,
              "of ambiguous phases that is slight congestion, or steady without a queue: the longest window's time"},
    Parameter{"ambiguous_decrease", "Decrease when in doubt", "", 0.5, 1, 0.95,
              "factor on the rate at slight congestion"},
    Parameter{"steady_time", "Steady time", "s", 1, 300, 10, "after which R_max is dropped and a higher rate tried"},
    Parameter{"most_steady_time", "Longest steady time", "s", 1, 3600, 60,
              "to which steady_time doubles while higher rates fail: each failure is a break"},
    Parameter{"most_break", "Longest break of video", "s", 0.1, 30, 3,
              "longest break of video: beyond it the queue is hardly ours"},
    Parameter{"loss_limit", "Limit of loss", "", 0.01, 0.5, 0.1,
              "share of lost packets that is congestion without any queue"},
    Parameter{"feedback_timeout", "Silence that lowers the rate", "ms", 100, 5000, 500,
              "of silence, beside two round trips, that lowers the rate"},
};

/// Long enough to hold several frames, shorter than the shortest trial of a rate.
constexpr Duration kRateWindow = 500ms;
/// A rate over fewer packets of the monitoring stream says little.
constexpr std::size_t kFewPackets = 8;
/// The same after a break, until a standing queue is not that of what waited for its end.
constexpr std::size_t kSettlingPackets = 16;
/// Video that waited for the end of a break leaves at the rate, in steps of the first. After the second, it is too
/// late.
constexpr Duration kReleaseStep = 10ms;
constexpr Duration kMaxRelease = 1s;
constexpr double kSilenceDecrease = 0.7;
constexpr double kLossSmoothing = 0.01;

double value(const ParameterValues& values, std::string_view name) { return value_of(kParameters, values, name); }

OwdTrendConfig detector_config(const ParameterValues& values) {
  const auto packets = [&](std::string_view name) { return static_cast<std::size_t>(value(values, name)); };
  return {.scales = {packets("scale.short"), packets("scale.middle"), packets("scale.long")},
          .lower_pct = value(values, "pct.lower"),
          .upper_pct = value(values, "pct.upper"),
          .lower_pdt = value(values, "pdt.lower"),
          .upper_pdt = value(values, "pdt.upper"),
          .epsilon = from_milliseconds(value(values, "epsilon")),
          .noise_factor = value(values, "noise_factor"),
          .queue_above = from_milliseconds(value(values, "queue_above")),
          .congested_above = from_milliseconds(value(values, "congested_above")),
          .minimum_age = from_seconds(value(values, "minimum_age")),
          .clock_skew = value(values, "clock_skew") * 1e-6};
}

RateSearch::Config search_config(const AdaptationContext& start, const ParameterValues& values) {
  const auto on_the_wire = [&](DataRate video) { return wire_rate(video, start.point.frame_rate, start.wire); };
  const DataRate least = on_the_wire(start.limits.min_video_rate);
  return {.min_rate = least,
          .max_rate = std::max(least, on_the_wire(start.limits.max_video_rate)),
          .resolution = value(values, "resolution"),
          .start_growth = value(values, "start_growth"),
          .reopen_growth = value(values, "reopen_growth"),
          .arrival_share = value(values, "arrival_share")};
}

/// Two-stream control (Latecki 2004): the delays of the audio say whether the path carries what is sent, and a binary
/// search over the rate follows them (docs/modes/owd-trend.md).
///
/// 1. A rate is carried when delays were steady while it was sent; it is not when they increase or stand high.
/// 2. When it is not, video pauses until the queue has drained, or until its decrease ends because it is not ours.
/// 3. Video that waited for that leaves at the rate, not at once.
/// 4. Steady for long, a higher rate is tried; without fruit, later and later.
/// 5. Without audio in the call, the delays of video stand in; a break then lasts as long as the queue had delayed.
class TwoStreamEstimator final : public Estimator {
 public:
  TwoStreamEstimator(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  /// The parameters that are not those of the detector or of the search.
  struct Config {
    std::size_t trial_packets;
    double used_share;
    Duration ambiguous_time;
    double ambiguous_decrease;
    Duration steady_time;
    Duration max_steady_time;
    Duration max_break;
    double loss_limit;
    Duration feedback_timeout;
  };

  [[nodiscard]] static Config make_config(const ParameterValues& values);
  void record_arrival(const PacketFeedback& packet, Timestamp now);
  void record_loss(const PacketFeedback& packet);
  void watch(Timestamp now);
  void watch_doubt(Timestamp now);
  void watch_break(Timestamp now);
  void rate_was_carried(Timestamp now);
  void rate_was_not_carried(Message cause, Timestamp now);
  void end_longest_break(Timestamp now);
  void end_break(Message cause, Timestamp now);
  void try_next(Timestamp now);
  void release(const SendBuffer& buffer, Timestamp now);
  [[nodiscard]] bool has_audio() const { return start_.wire.audio_frame > DataSize(); }
  [[nodiscard]] double arrived_share() const;
  [[nodiscard]] std::string evidence() const;
  void publish(PathEstimate::Verdict verdict, Message cause);

  AdaptationContext start_;
  Config config_;
  OwdTrendDetector detector_;
  RateSearch search_;
  SlidingWindowRate offered_;    ///< Sent since the rate became what it is, by times of sending.
  SlidingWindowRate delivered_;  ///< The part of that which arrived, by times of arrival.
  PathEstimate estimate_;
  Duration round_trip_time_;
  Timestamp tried_since_{};            ///< The rate has been what it is since then.
  std::size_t tried_packets_ = 0;      ///< Packets of the monitoring stream, sent since then.
  std::size_t settling_packets_ = 0;   ///< Packets until a queue is not that of a break's end.
  Timestamp clear_since_ = kNever;     ///< Ambiguous phases without a queue began.
  Timestamp doubtful_since_ = kNever;  ///< Ambiguous phases or steady delays with a queue began.
  Timestamp break_ends_ = kNever;      ///< At the latest; kNever: no break.
  Timestamp release_at_ = kNever;      ///< More of what waited in a break may leave then.
  DataSize released_;                  ///< Video since the break.
  Timestamp sent_at_{};
  Timestamp heard_at_{};
  Timestamp silence_at_ = kNever;
  Duration steady_time_;  ///< A higher rate is tried after so long.
  bool probing_ = false;  ///< The rate is the first one tried after a steady time.
  double loss_ = 0;       ///< Smoothed share.
};

TwoStreamEstimator::Config TwoStreamEstimator::make_config(const ParameterValues& values) {
  const Duration steady_time = from_seconds(value(values, "steady_time"));
  return {.trial_packets = static_cast<std::size_t>(value(values, "scale.middle")),
          .used_share = value(values, "used_share"),
          .ambiguous_time = from_seconds(value(values, "ambiguous_time")),
          .ambiguous_decrease = value(values, "ambiguous_decrease"),
          .steady_time = steady_time,
          .max_steady_time = std::max(steady_time, from_seconds(value(values, "most_steady_time"))),
          .max_break = from_seconds(value(values, "most_break")),
          .loss_limit = value(values, "loss_limit"),
          .feedback_timeout = from_milliseconds(value(values, "feedback_timeout"))};
}

TwoStreamEstimator::TwoStreamEstimator(const AdaptationContext& start, const ParameterValues& values)
    : start_(start),
      config_(make_config(values)),
      detector_(detector_config(values)),
      search_(search_config(start, values), plane_position(start.point, start.wire).bit_rate),
      offered_(kRateWindow),
      delivered_(kRateWindow),
      round_trip_time_(100ms),
      steady_time_(config_.steady_time) {
  estimate_.cause = message("nothing is known of the path yet");
  try_next(start.now);
}

void TwoStreamEstimator::handle_sent(const SentPacket& packet) {
  sent_at_ = packet.sent_at;
  if (silence_at_ == kNever) silence_at_ = packet.sent_at + 1s;
  if (!estimate_.budget || packet.stream == StreamKind::kAudio) return;
  released_ += packet.size;
  *estimate_.budget = std::max(DataSize(), *estimate_.budget - packet.size);
}

void TwoStreamEstimator::handle_feedback(const FeedbackReport& report) {
  if (report.round_trip_time) round_trip_time_ = std::clamp<Duration>(*report.round_trip_time, 1ms, 5s);
  heard_at_ = report.received_at;
  silence_at_ = report.received_at + std::max<Duration>(config_.feedback_timeout, 2 * round_trip_time_);
  for (const PacketFeedback& packet : report.packets) {
    if (packet.arrived_at) {
      record_arrival(packet, report.received_at);
    } else if (packet.lost) {
      record_loss(packet);
    }
  }
  watch(report.received_at);
}

void TwoStreamEstimator::record_arrival(const PacketFeedback& packet, Timestamp now) {
  const bool tried = packet.sent_at >= tried_since_;
  if (tried) {
    loss_ -= loss_ * kLossSmoothing;
    const DataSize size = packet.size + start_.wire.datagram_overhead;
    offered_.add(size, packet.sent_at);
    delivered_.add(size, *packet.arrived_at);
  }
  const StreamKind monitored = has_audio() ? StreamKind::kAudio : StreamKind::kVideo;
  if (packet.stream != monitored) return;
  if (tried) {
    ++tried_packets_;
    settling_packets_ -= settling_packets_ > 0 ? 1 : 0;
  }
  detector_.add(*packet.arrived_at - packet.sent_at, packet.sent_at, now);
}

void TwoStreamEstimator::record_loss(const PacketFeedback& packet) {
  // A loss at the rate before has had its answer.
  if (packet.sent_at < tried_since_) return;
  loss_ += (1 - loss_) * kLossSmoothing;
  offered_.add(packet.size + start_.wire.datagram_overhead, packet.sent_at);
  search_.lost();
  detector_.add_loss();
}

/// The share of offered packets, the same ones at both ends: how far the path has spread them. A burst that was
/// offered beyond the rate says nothing about the rate.
double TwoStreamEstimator::arrived_share() const {
  const DataRate offered = std::min(offered_.rate(), search_.rate());
  if (tried_packets_ < kFewPackets || offered <= DataRate()) return 1;
  return std::min(1.0, delivered_.rate() / offered);
}

void TwoStreamEstimator::watch(Timestamp now) {
  if (break_ends_ != kNever) return watch_break(now);
  const OwdPhase phase = detector_.phase();
  if (phase == OwdPhase::kIncreasing) return rate_was_not_carried(message("the sound takes longer and longer"), now);
  if (phase == OwdPhase::kCongested && settling_packets_ == 0) {
    return rate_was_not_carried(message("a queue stands on the path"), now);
  }
  if (loss_ > config_.loss_limit) return rate_was_not_carried(message("many packets are lost"), now);
  // Delays that are steady above their minimum are those of a queue.
  if (phase == OwdPhase::kSteady && !detector_.has_queue()) return rate_was_carried(now);
  watch_doubt(now);
}

void TwoStreamEstimator::watch_doubt(Timestamp now) {
  const bool ambiguous = detector_.phase() == OwdPhase::kAmbiguous;
  const bool queue = detector_.has_queue();
  const bool doubtful = queue && (ambiguous || detector_.phase() == OwdPhase::kSteady);
  clear_since_ = ambiguous && !queue ? std::min(clear_since_, now) : kNever;
  doubtful_since_ = doubtful ? std::min(doubtful_since_, now) : kNever;
  if (clear_since_ != kNever && now - clear_since_ >= config_.ambiguous_time) return rate_was_carried(now);
  if (doubtful_since_ == kNever || now - doubtful_since_ < config_.ambiguous_time) return;
  search_.ease(config_.ambiguous_decrease);
  publish(PathEstimate::Verdict::kCongestion,
          message("the sound's delay is restless, or above its least: slightly less is sent"));
  detector_.restart(now);
  try_next(now);
}

void TwoStreamEstimator::rate_was_carried(Timestamp now) {
  if (tried_packets_ < config_.trial_packets) return;
  // A rate that was not sent has not been tried.
  if (offered_.rate() < search_.rate() * config_.used_share) {
    if (estimate_.verdict != PathEstimate::Verdict::kClear) {
      publish(PathEstimate::Verdict::kClear, message("less is sent than may be"));
    }
    return;
  }
  if (std::exchange(probing_, false)) steady_time_ = config_.steady_time;
  const DataRate before = search_.rate();
  search_.carried();
  if (search_.rate() != before) {
    publish(PathEstimate::Verdict::kHeadroom, message("the path carried this: more is tried"));
    return try_next(now);
  }
  if (now - tried_since_ < steady_time_ || !search_.r_max()) {
    if (estimate_.verdict != PathEstimate::Verdict::kClear) {
      publish(PathEstimate::Verdict::kClear, message("this is what the path carries"));
    }
    return;
  }
  search_.reopen();
  probing_ = true;
  publish(PathEstimate::Verdict::kHeadroom, message("steady for long: more is tried"));
  try_next(now);
}

void TwoStreamEstimator::rate_was_not_carried(Message cause, Timestamp now) {
  if (std::exchange(probing_, false)) steady_time_ = std::min(2 * steady_time_, config_.max_steady_time);
  // A break drains a queue; lost packets alone leave none.
  const bool pauses = detector_.has_queue();
  if (pauses) cause = message("%1: video pauses until the queue has drained", cause);
  search_.not_carried(search_.rate() * arrived_share());
  publish(PathEstimate::Verdict::kCongestion, std::move(cause));
  if (pauses) {
    estimate_.video_pauses = true;
    // Without audio nothing tells when the queue has drained: it takes as long as it delays by, once the pause is felt.
    const Duration draining = has_audio() ? config_.max_break : detector_.queue() + round_trip_time_;
    break_ends_ = now + std::min(config_.max_break, draining);
    detector_.restart(now);
  }
  loss_ = 0;
  try_next(now);
}

void TwoStreamEstimator::watch_break(Timestamp now) {
  const OwdPhase phase = detector_.phase();
  if (!detector_.has_queue()) return end_break(message("the queue has drained"), now);
  if (now >= break_ends_) return end_longest_break(now);
  const bool decreases = phase == OwdPhase::kDecreasing;
  if (decreases || detector_.evidence().phase == OwdPhase::kUnknown) return;
  detector_.forget_minimum();
  end_break(message("a queue stays that is not ours"), now);
}

void TwoStreamEstimator::end_longest_break(Timestamp now) {
  end_break(has_audio() ? message("the queue drains slowly") : message("the queue has had the time to drain"), now);
}

void TwoStreamEstimator::end_break(Message cause, Timestamp now) {
  estimate_.video_pauses = false;
  break_ends_ = kNever;
  publish(PathEstimate::Verdict::kClear, std::move(cause));
  estimate_.budget = DataSize();
  released_ = DataSize();
  release_at_ = now;
  settling_packets_ = kSettlingPackets;
  // The windows of the break say nothing of what comes now.
  detector_.restart(now);
  try_next(now);
}

void TwoStreamEstimator::try_next(Timestamp now) {
  tried_since_ = now;
  tried_packets_ = 0;
  offered_ = SlidingWindowRate(kRateWindow);
  delivered_ = SlidingWindowRate(kRateWindow);
  clear_since_ = kNever;
  doubtful_since_ = kNever;
  estimate_.rate = search_.rate();
}

void TwoStreamEstimator::poll(const SendBuffer& buffer, Timestamp now) {
  if (now >= break_ends_) end_longest_break(now);
  if (estimate_.budget) release(buffer, now);
  if (now < silence_at_) return;
  // In a break without audio nothing is sent that a report could tell of.
  const bool is_silence = sent_at_ >= heard_at_;
  silence_at_ = is_silence ? now + round_trip_time_ : kNever;
  if (!is_silence) return;
  search_.ease(kSilenceDecrease);
  publish(PathEstimate::Verdict::kUnknown, message("no report from the peer"));
  detector_.restart(now);
  try_next(now);
}

void TwoStreamEstimator::release(const SendBuffer& buffer, Timestamp now) {
  release_at_ = now + kReleaseStep;
  if (estimate_.video_pauses || buffer.queued <= DataSize() || now - tried_since_ > kMaxRelease) {
    estimate_.budget.reset();
    release_at_ = kNever;
    return;
  }
  estimate_.budget = std::max(DataSize(), search_.rate() * (now - tried_since_) - released_);
}

Timestamp TwoStreamEstimator::next_deadline() const { return std::min({silence_at_, break_ends_, release_at_}); }

std::string TwoStreamEstimator::evidence() const {
  const OwdTrend& trend = detector_.evidence();
  return format_text(
      "S_PCT %.2f, S_PDT %.2f, %+.0f ms over %zu packets; queue %.0f ms; %.0f of %.0f kbit/s arrive; R_min %.0f, "
      "R_max %.0f kbit/s",
      trend.pct, trend.pdt, to_milliseconds(trend.change), trend.packets, to_milliseconds(detector_.queue()),
      delivered_.rate().kilobits_per_second(), offered_.rate().kilobits_per_second(),
      search_.r_min().kilobits_per_second(), search_.r_max().value_or(DataRate()).kilobits_per_second());
}

void TwoStreamEstimator::publish(PathEstimate::Verdict verdict, Message cause) {
  estimate_.conclude(verdict, std::move(cause), evidence());
}

const EstimatorKind kTwoStream = {.name = "two-stream",
                                  .summary = "trends of the sound's one-way delay, and a binary search for the rate",
                                  .source = "Latecki 2004",
                                  .parameters = kParameters,
                                  .make = make_estimator<TwoStreamEstimator>};

}  // namespace

extern const Mode kOwdTrendMode = {.name = "owd-trend",
                                   .summary = "follows trends of the sound's one-way delay (Latecki 2004)",
                                   .estimator = &kTwoStream,
                                   .scaler = &kTargetRate,
                                   .gate = &kByteBudgetGate};

}  // namespace counterpoint
