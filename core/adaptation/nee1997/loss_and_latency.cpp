// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/nee1997/loss_and_latency.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <numeric>
#include <utility>

#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"report_interval", "Time of a report", "ms", 200, 5000, 1000,
              "the time that one report is about (Nee 1997, 3.1)"},
    Parameter{"loss_limit", "Limit of loss", "packets", 0, 100, 2,
              "more than these lost in a report are congestion (Nee 1997, 3.1)"},
    Parameter{"latency_rise", "Rise of the latency", "", 1.05, 5, 1.5,
              "times the mean round trip before: more is congestion (Nee 1997, 3.1)"},
    Parameter{"latency_reports", "Reports in the mean", "reports", 1, 60, 5,
              "before, that the mean is taken of (Nee 1997, 3.1)"},
    Parameter{
        "latency_margin", "Growth that tells nothing", "ms", 0, 200, 10,
        "a round trip that grew by less tells of hosts, not of queues; the paper, on a path of 20 hops, has none"},
    Parameter{"clean_reports", "Good reports until relief", "reports", 1, 60, 4, "in a row are relief (Nee 1997, 3.1)"},
    Parameter{"silent_reports", "Reports that are missing", "reports", 1, 60, 2,
              "in a row without any feedback are congestion; the paper does not say"},
};

/// A longer one was not measured but made up.
constexpr Duration kMaxRoundTrip = 10s;

struct Config {
  explicit Config(const ParameterValues& values)
      : report_interval(from_milliseconds(value_of(kParameters, values, "report_interval"))),
        loss_limit(value_of(kParameters, values, "loss_limit")),
        latency_rise(value_of(kParameters, values, "latency_rise")),
        latency_reports(static_cast<std::size_t>(value_of(kParameters, values, "latency_reports"))),
        latency_margin_ms(value_of(kParameters, values, "latency_margin")),
        clean_reports(value_of(kParameters, values, "clean_reports")),
        silent_reports(value_of(kParameters, values, "silent_reports")) {}

  Duration report_interval;
  double loss_limit;
  double latency_rise;
  std::size_t latency_reports;
  double latency_margin_ms;
  double clean_reports;
  double silent_reports;
};

/// The report of the paper's receiver, once a second.
struct Report {
  int sent = 0;
  int reports = 0;  ///< Reports of the peer, RFC 8888.
  int lost = 0;
  int round_trips = 0;
  double round_trip_sum_ms = 0;
};

class LossAndLatency final : public Estimator {
 public:
  LossAndLatency(const AdaptationContext& start, const ParameterValues& values)
      : config_(values), due_(start.now + config_.report_interval) {}

  void handle_sent(const SentPacket&) override { ++report_.sent; }
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return due_; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  void judge(const Report& report);
  void judge_silence();
  void remember(double round_trip_ms);

  Config config_;
  Timestamp due_;
  Report report_;
  std::deque<double> round_trips_ms_;  ///< Those of the reports before.
  Timestamp lost_sent_at_ = kNever;
  int clean_ = 0;
  int silent_ = 0;
  PathEstimate estimate_;
};

void LossAndLatency::handle_feedback(const FeedbackReport& report) {
  ++report_.reports;
  for (const PacketFeedback& packet : report.packets) {
    // Packets that left together shared a datagram: the network has lost one.
    if (!packet.lost || packet.sent_at == lost_sent_at_) continue;
    lost_sent_at_ = packet.sent_at;
    ++report_.lost;
  }
  if (!report.round_trip_time) return;
  ++report_.round_trips;
  report_.round_trip_sum_ms +=
      to_milliseconds(std::clamp<Duration>(*report.round_trip_time, Duration::zero(), kMaxRoundTrip));
}

void LossAndLatency::poll(const SendBuffer&, Timestamp now) {
  if (now < due_) return;
  due_ += config_.report_interval;
  if (due_ <= now) due_ = now + config_.report_interval;
  const Report report = std::exchange(report_, {});
  if (report.reports > 0) {
    silent_ = 0;
    judge(report);
  } else if (report.sent > 0) {
    judge_silence();
  }
}

void LossAndLatency::judge(const Report& report) {
  const double round_trip = report.round_trips > 0 ? report.round_trip_sum_ms / report.round_trips : 0;
  const double mean = round_trips_ms_.empty() ? round_trip
                                              : std::accumulate(round_trips_ms_.begin(), round_trips_ms_.end(), 0.0) /
                                                    static_cast<double>(round_trips_ms_.size());
  if (report.round_trips > 0) remember(round_trip);
  const std::string evidence = format_text("%d packets lost in %.1f s, round trip %.0f ms after %.0f ms", report.lost,
                                           to_seconds(config_.report_interval), round_trip, mean);
  const bool losing = report.lost > config_.loss_limit;
  const bool slower = round_trip > config_.latency_rise * mean && round_trip > mean + config_.latency_margin_ms;
  if (losing || slower) {
    clean_ = 0;
    return estimate_.conclude(PathEstimate::Verdict::kCongestion,
                              losing ? message("packets are lost") : message("the round trip grows"), evidence);
  }
  if (++clean_ < config_.clean_reports) {
    return estimate_.conclude(PathEstimate::Verdict::kClear, message("no sign of congestion"), evidence);
  }
  clean_ = 0;
  estimate_.conclude(PathEstimate::Verdict::kHeadroom, message("no sign of congestion for long enough to try more"),
                     evidence);
}

void LossAndLatency::judge_silence() {
  clean_ = 0;
  if (++silent_ < config_.silent_reports) return;
  estimate_.conclude(PathEstimate::Verdict::kCongestion, message("the peer is not heard"),
                     format_text("no report for %.1f s", silent_ * to_seconds(config_.report_interval)));
}

void LossAndLatency::remember(double round_trip_ms) {
  round_trips_ms_.push_back(round_trip_ms);
  if (round_trips_ms_.size() > config_.latency_reports) round_trips_ms_.pop_front();
}

}  // namespace

const EstimatorKind kLossAndLatency = {.name = "loss-and-latency",
                                       .summary = "lost packets and a growing round trip, in reports of a second",
                                       .source = "Nee 1997, 3.1",
                                       .parameters = kParameters,
                                       .make = make_estimator<LossAndLatency>};

}  // namespace counterpoint
