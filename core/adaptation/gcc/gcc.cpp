// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `gcc`: Google congestion control, as browsers have it, for comparison (docs/modes/gcc.md).
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/adaptation/gcc/acknowledged_rate.h"
#include "core/adaptation/gcc/aimd_rate_control.h"
#include "core/adaptation/gcc/application_limit.h"
#include "core/adaptation/gcc/config.h"
#include "core/adaptation/gcc/loss_based_control.h"
#include "core/adaptation/gcc/packet_groups.h"
#include "core/adaptation/gcc/probe_controller.h"
#include "core/adaptation/gcc/trendline_detector.h"
#include "core/adaptation/measure/probe_cluster.h"
#include "core/adaptation/mode/mode.h"
#include "core/adaptation/scaling/target_rate_scaler.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"start_rate", "Least rate at the start", "kbit/s", 30, 10000, 300,
              "of all media, unless the call already sends more; as deployed"},
    Parameter{"burst", "Burst", "ms", 1, 50, 5, "packets that leave within it are one group (draft, 5.3)"},
    Parameter{"window", "Window of the trend", "groups", 2, 200, 20,
              "through whose delays a line is laid: longer is surer and later; as deployed"},
    Parameter{"smoothing", "Smoothing of the delay", "", 0, 0.99, 0.9, "share of the past in the delay; as deployed"},
    Parameter{"gain", "Gain of the trend", "", 0.1, 100, 4, "factor on the slope before the threshold; as deployed"},
    Parameter{"threshold", "First threshold of the trend", "ms", 6, 600, 12.5,
              "for over-use, and its opposite for under-use, until it has adapted; as deployed"},
    Parameter{"threshold_up", "Rise of the threshold", "", 0, 1, 0.0087,
              "of what the trend exceeds it by, each ms: so that TCP beside does not starve it (Carlucci 2016)"},
    Parameter{"threshold_down", "Fall of the threshold", "", 0, 1, 0.039,
              "of what the trend is below it, each ms (Carlucci 2016)"},
    Parameter{"overuse_time", "Time of over-use", "ms", 0, 1000, 10,
              "for which the trend exceeds the threshold before it counts (draft, 5.4)"},
    Parameter{"decrease", "Decrease after over-use", "", 0.5, 0.99, 0.85, "factor on what arrives (draft, 5.5)"},
    Parameter{"increase", "Increase far from over-use", "", 1.001, 2, 1.08, "factor on the rate a second (draft, 5.5)"},
    Parameter{"low_loss", "Low loss", "", 0, 0.5, 0.02, "share of lost packets up to which the rate grows (draft, 6)"},
    Parameter{"high_loss", "High loss", "", 0, 1, 0.1, "share from which on it falls, by half of it (draft, 6)"},
    Parameter{"loss_increase", "Increase at low loss", "", 1.001, 2, 1.08,
              "factor on the loss-based rate a second, as deployed; 1.05 a report in the draft"},
    Parameter{"pacing", "Pacing", "", 1, 10, 2.5, "factor of the rate at which frames leave; as deployed"},
    Parameter{"probing", "Probing", "", 0, 1, 1, "1: as deployed; 0: without, as the draft is"},
    Parameter{"alr_interval", "Time between probes", "s", 1, 600, 5,
              "while the media use little of the rate (ALR); as deployed"},
    Parameter{"feedback_timeout", "Silence that lowers the rate", "ms", 500, 30000, 3000,
              "of silence, after which the rate falls by a fifth, and again each second; as deployed"},
};

constexpr std::size_t kRoundTrips = 32;
/// After so long without a packet, what was known of its delays is of no use.
constexpr Duration kStreamTimeout = 2s;
constexpr Duration kSilenceInterval = 1s;
constexpr double kSilenceDecrease = 0.8;
/// No probe exceeds twice the rate that the media can use.
constexpr double kMaxProbed = 2;
constexpr std::size_t kClusters = 4;

/// Google congestion control at the sender (draft-ietf-rmcat-gcc-02) with what deployed versions have beside it.
///
/// 1. Delays: packets that left in one burst are a group; the trend of the delay from group to group says whether the
///    queue grows. Then the rate becomes a share of what arrives; else it grows, by little near where that was.
/// 2. Losses: beyond 10 % the rate falls, between that and 2 % it does not grow. The lower rate of both counts.
/// 3. Probes: some packets leave faster than the rate, and how they arrive says how fast the path is.
class GoogleCongestionControl final : public Estimator {
 public:
  GoogleCongestionControl(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return silence_at_; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  void begin_cluster();
  void measure(const FeedbackReport& report);
  void measure_round_trip(const FeedbackReport& report);
  [[nodiscard]] std::optional<DataRate> probed_rate(const std::vector<PacketFeedback>& arrived);
  void update(std::optional<DataRate> probed, Timestamp now);
  void publish(PathEstimate::Verdict verdict, Message cause);

  AdaptationContext start_;
  GccConfig config_;
  PacketGroups groups_;
  TrendlineDetector detector_;
  AcknowledgedRate acknowledged_;
  AimdRateControl delay_based_;
  LossBasedControl loss_based_;
  ApplicationLimit limit_;
  ProbeController probes_;
  std::deque<ProbeCluster> clusters_;  ///< Only the last one may still be sending.
  std::deque<Duration> round_trips_;
  Duration round_trip_ = 200ms;  ///< Stands in until one is measured.
  bool has_begun_ = false;
  bool was_limited_ = false;
  bool recovered_ = false;  ///< The queue has drained, since the last report.
  Timestamp sent_at_{};
  Timestamp heard_at_{};
  Timestamp silence_at_ = kNever;
  PathEstimate estimate_;
};

DataRate start_rate(const AdaptationContext& start, const GccConfig& config) {
  return std::max(plane_position(start.point, start.wire).bit_rate, config.start_rate);
}

DataRate most_probed(const AdaptationContext& start) {
  return wire_rate(start.limits.max_video_rate, start.limits.max_frame_rate, start.wire) * kMaxProbed;
}

GoogleCongestionControl::GoogleCongestionControl(const AdaptationContext& start, const ParameterValues& values)
    : start_(start),
      config_(values),
      groups_(config_.burst),
      detector_(config_),
      delay_based_(config_, start_rate(start, config_)),
      loss_based_(config_, start_rate(start, config_)),
      probes_(config_, most_probed(start)),
      heard_at_(start.now) {
  publish(PathEstimate::Verdict::kUnknown, message("nothing is known of the path yet"));
}

void GoogleCongestionControl::handle_sent(const SentPacket& packet) {
  const DataSize size = packet.size + start_.wire.datagram_overhead;
  sent_at_ = packet.sent_at;
  if (silence_at_ == kNever) silence_at_ = packet.sent_at + config_.feedback_timeout;
  limit_.handle_sent(size, packet.sent_at);
  if (!has_begun_ && packet.stream == StreamKind::kVideo) {
    has_begun_ = true;
    probes_.start(loss_based_.rate(), packet.sent_at);
  }
  if (estimate_.padding) clusters_.back().handle_sent(packet, size);
  begin_cluster();
}

void GoogleCongestionControl::begin_cluster() {
  if (clusters_.empty() || !clusters_.back().is_sending()) {
    if (const std::optional<DataRate> rate = probes_.next()) clusters_.emplace_back(*rate);
    if (clusters_.size() > kClusters) clusters_.pop_front();
  }
  estimate_.padding = !clusters_.empty() && clusters_.back().is_sending();
  estimate_.pacing_rate = estimate_.padding ? clusters_.back().target() : loss_based_.rate() * config_.pacing;
}

void GoogleCongestionControl::handle_feedback(const FeedbackReport& report) {
  const Timestamp now = report.received_at;
  if (now - heard_at_ > kStreamTimeout) {
    groups_ = PacketGroups(config_.burst);
    detector_ = TrendlineDetector(config_);
  }
  heard_at_ = now;
  silence_at_ = now + config_.feedback_timeout;
  measure_round_trip(report);
  measure(report);
}

void GoogleCongestionControl::measure(const FeedbackReport& report) {
  if (was_limited_ && !limit_.since()) acknowledged_.expect_change();
  was_limited_ = limit_.since().has_value();
  std::vector<PacketFeedback> arrived;
  for (const PacketFeedback& packet : report.packets) {
    if (packet.arrived_at) arrived.push_back(packet);
    if (packet.arrived_at || packet.lost) loss_based_.add(packet.lost);
  }
  std::ranges::stable_sort(arrived, {}, [](const PacketFeedback& packet) { return *packet.arrived_at; });
  for (const PacketFeedback& packet : arrived) {
    acknowledged_.add(packet.size + start_.wire.datagram_overhead, *packet.arrived_at);
    const BandwidthUse before = detector_.use();
    if (const auto variation = groups_.add(packet.sent_at, *packet.arrived_at)) detector_.add(*variation);
    recovered_ |= before == BandwidthUse::kUnderusing && detector_.use() == BandwidthUse::kNormal;
  }
  update(probed_rate(arrived), report.received_at);
}

// The mean of the longest one of each report, from when a packet left until its report came.
void GoogleCongestionControl::measure_round_trip(const FeedbackReport& report) {
  const auto oldest =
      std::ranges::find_if(report.packets, [](const PacketFeedback& one) { return one.arrived_at.has_value(); });
  if (oldest == report.packets.end()) return;
  round_trips_.push_back(std::clamp<Duration>(report.received_at - oldest->sent_at, 1ms, 10s));
  if (round_trips_.size() > kRoundTrips) round_trips_.pop_front();
  const Duration sum = std::accumulate(round_trips_.begin(), round_trips_.end(), Duration::zero());
  round_trip_ = sum / static_cast<Duration::rep>(round_trips_.size());
  delay_based_.set_round_trip_time(round_trip_);
}

std::optional<DataRate> GoogleCongestionControl::probed_rate(const std::vector<PacketFeedback>& arrived) {
  std::optional<DataRate> rate;
  for (ProbeCluster& cluster : clusters_) {
    bool told = false;
    for (const PacketFeedback& packet : arrived) told |= cluster.handle_arrival(packet);
    if (!told) continue;
    if (const std::optional<DataRate> probed = cluster.rate()) rate = probed;
  }
  const std::optional<DataRate> arrives = acknowledged_.rate();
  if (!rate || !arrives) return rate;
  // A probe may be mistaken, and tells nothing that calls for less than over-use would.
  return std::max(*rate, std::min(delay_based_.rate(), *arrives * config_.decrease));
}

void GoogleCongestionControl::update(std::optional<DataRate> probed, Timestamp now) {
  const std::optional<DataRate> arrives = acknowledged_.rate();
  const DataRate before = loss_based_.rate();
  const bool overuse = detector_.use() == BandwidthUse::kOverusing;
  if (overuse && delay_based_.may_decrease(arrives.value_or(before), now)) {
    if (arrives) {
      delay_based_.update(detector_.use(), arrives, now);
    } else {
      delay_based_.set_rate(delay_based_.rate() * 0.5, now);
    }
  } else if (!overuse && probed) {
    delay_based_.set_rate(*probed, now);
    loss_based_.set_rate(delay_based_.rate());
  } else if (!overuse) {
    delay_based_.update(detector_.use(), arrives, now);
    if (std::exchange(recovered_, false)) probes_.handle_recovery(now);
  }
  loss_based_.update(delay_based_.rate(), round_trip_, now);
  limit_.set_rate(loss_based_.rate());
  if (has_begun_) probes_.update(loss_based_.rate(), limit_.since(), now);
  if (overuse) {
    publish(PathEstimate::Verdict::kCongestion, message("one-way delay is rising"));
  } else if (loss_based_.loss() > config_.high_loss) {
    publish(PathEstimate::Verdict::kCongestion, message("many packets are lost"));
  } else if (probed) {
    publish(PathEstimate::Verdict::kHeadroom, message("a probe told how fast the path is"));
  } else {
    publish(PathEstimate::Verdict::kClear, message("no sign of congestion"));
  }
}

void GoogleCongestionControl::poll(const SendBuffer&, Timestamp now) {
  if (now < silence_at_) return;
  silence_at_ = now + kSilenceInterval;
  // Otherwise nothing was sent that a report could tell of.
  if (sent_at_ < heard_at_) return;
  loss_based_.set_rate(loss_based_.rate() * kSilenceDecrease);
  publish(PathEstimate::Verdict::kUnknown, message("no report from the peer"));
}

void GoogleCongestionControl::publish(PathEstimate::Verdict verdict, Message cause) {
  estimate_.rate = loss_based_.rate();
  begin_cluster();
  estimate_.conclude(
      verdict, std::move(cause),
      format_text("trend %.1f of %.1f ms, %.0f kbit/s arrive, loss %.1f %%", detector_.trend(), detector_.threshold(),
                  acknowledged_.rate().value_or(DataRate()).kilobits_per_second(), 100 * loss_based_.loss()));
}

const EstimatorKind kGoogleCongestionControl = {.name = "gcc",
                                                .summary = "the trend of one-way delays, and losses",
                                                .source = "Carlucci 2016; draft-ietf-rmcat-gcc-02",
                                                .parameters = kParameters,
                                                .make = make_estimator<GoogleCongestionControl>};

}  // namespace

GccConfig::GccConfig(const ParameterValues& values) {
  const auto of = [&values](std::string_view name) { return value_of(kParameters, values, name); };
  start_rate = DataRate::bits_per_second(std::llround(1000 * of("start_rate")));
  burst = from_milliseconds(of("burst"));
  window = static_cast<std::size_t>(of("window"));
  smoothing = of("smoothing");
  gain = of("gain");
  threshold = of("threshold");
  threshold_up = of("threshold_up");
  threshold_down = of("threshold_down");
  overuse_time = from_milliseconds(of("overuse_time"));
  decrease = of("decrease");
  increase = of("increase");
  low_loss = of("low_loss");
  high_loss = of("high_loss");
  loss_increase = of("loss_increase");
  pacing = of("pacing");
  probing = of("probing") >= 0.5;
  alr_interval = from_seconds(of("alr_interval"));
  feedback_timeout = from_milliseconds(of("feedback_timeout"));
}

extern const Mode kGccMode = {.name = "gcc",
                              .summary = "for comparison: Google congestion control, as browsers have it",
                              .estimator = &kGoogleCongestionControl,
                              .scaler = &kTargetRate,
                              .gate = &kPacerGate};

}  // namespace counterpoint
