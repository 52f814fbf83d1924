// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/available_rate_estimator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"queue_target", "ms", 1, 100, 8, "q0, the queue that is left alone: what the packets of a frame make"},
    Parameter{"clear_below", "ms", 0, 100, 5, "below this there is no queue, and more is tried"},
    Parameter{"congested_above", "ms", 5, 500, 25,
              "above this the rate falls to what arrives, and the queue is drained"},
    Parameter{"drain_time", "ms", 100, 5000, 400, "in which a queue is to be drained"},
    Parameter{"increase", "kbit/s^2", 1, 1000, 60, "a in r' = a - b (q - q0) r"},
    Parameter{"decrease", "1/s^2", 0.1, 100, 8, "b, by seconds of queue"},
    Parameter{"start_doubling", "round trips", 0.5, 10, 1.5, "in which the rate doubles at the start"},
    Parameter{"growth", "1/s", 0.01, 5, 0.8, "the most by which a rate without queue grows"},
    Parameter{"growth_rise", "1/s^2", 0.01, 10, 1, "by which growth grows while the path stays clear"},
    Parameter{"headroom", "", 1.05, 4, 1.5, "the most that the rate exceeds what arrives"},
    Parameter{"compete_after", "ms", 200, 10000, 1200, "of queue although we give way: it is not ours"},
    Parameter{"compete_decrease", "", 0.3, 0.95, 0.7, "factor on the window at a loss while competing"},
    Parameter{"loss_limit", "", 0.01, 0.5, 0.1, "share of lost packets from which on loss alone lowers the rate"},
    Parameter{"feedback_timeout", "ms", 100, 5000, 500, "of silence, beside two round trips, that lowers the rate"},
};

constexpr Duration kRateWindow = 200ms;
constexpr Duration kLongestStep = 100ms;
constexpr DataSize kSegment = DataSize::bytes(1200);
constexpr DataSize kLeastWindow = DataSize::bytes(4 * 1200);
/// What leaves in bursts without standing in a queue for long: a frame's share of a second at any rate.
constexpr Duration kBurstAllowance = 60ms;

std::string text(const char* format, double a, double b = 0, double c = 0) {
  char line[160];
  std::snprintf(line, sizeof line, format, a, b, c);
  return line;
}

}  // namespace

AvailableRateEstimator::AvailableRateEstimator(const ModeStart& start, const ParameterValues& values)
    : start_(start),
      values_(values),
      queueing_({}),
      delivered_(kRateWindow),
      sent_(kRateWindow),
      updated_at_(start.now) {
  for (const Parameter& parameter : kParameters) values_.try_emplace(std::string(parameter.name), parameter.standard);
  set_rate(plane_position(start.point, start.wire).bit_rate);
}

void AvailableRateEstimator::handle_sent(const SentPacket& packet) {
  sent_.add(packet.size + start_.wire.datagram_overhead, packet.sent_at);
  if (silence_at_ == kNever) silence_at_ = packet.sent_at + 1s;
}

void AvailableRateEstimator::handle_feedback(const FeedbackReport& report) {
  if (report.round_trip_time) round_trip_time_ = std::clamp<Duration>(*report.round_trip_time, 1ms, 5s);
  note_packets(report);
  const Timestamp now = report.received_at;
  silence_at_ = now + std::max<Duration>(from_milliseconds(values_["feedback_timeout"]), 2 * round_trip_time_);
  const std::optional<Duration> queue = queueing_.now();
  if (!queue) return;
  const Duration step = std::clamp<Duration>(now - updated_at_, 0ns, kLongestStep);
  updated_at_ = now;
  if (phase_ == Phase::kCompete) {
    compete(*queue, now);
  } else {
    follow(*queue, step, now);
  }
  acknowledged_ = DataSize();
  lost_ = false;
}

void AvailableRateEstimator::note_packets(const FeedbackReport& report) {
  for (const PacketFeedback& packet : report.packets) {
    const DataSize size = packet.size + start_.wire.datagram_overhead;
    if (packet.arrived_at) {
      delivered_.add(size, *packet.arrived_at);
      queueing_.add(*packet.arrived_at - packet.sent_at, report.received_at);
      acknowledged_ += size;
      loss_ += (0 - loss_) * 0.01;
    } else if (packet.lost) {
      lost_ = true;
      loss_ += (1 - loss_) * 0.01;
    }
  }
}

void AvailableRateEstimator::follow(Duration queue, Duration step, Timestamp now) {
  const bool clear = queue < from_milliseconds(values_["clear_below"]);
  const bool congested = queue > from_milliseconds(values_["congested_above"]);
  drain_share_ = 1;
  queue_since_ = congested ? std::min(queue_since_, now) : kNever;
  clear_for_ = clear ? clear_for_ + step : Duration::zero();
  if (congested && now - queue_since_ > from_milliseconds(values_["compete_after"]) + round_trip_time_) {
    phase_ = Phase::kCompete;
    window_ = std::max(kLeastWindow, delivered_.rate() * round_trip_time_);
    slow_start_threshold_ = DataSize::bytes(1'000'000'000);
    clear_since_ = kNever;
    return compete(queue, now);
  }
  if (congested || loss_ > values_["loss_limit"]) {
    phase_ = Phase::kFollow;
    return give_way(queue, step);
  }
  if (clear) return grow(step);
  if (phase_ == Phase::kStart) {
    // The first queue: what arrives now is about what the path carries.
    phase_ = Phase::kFollow;
    set_rate(std::min(rate_, delivered_.rate()));
  }
  const double excess = to_seconds(queue) - values_["queue_target"] / 1000;
  const double change =
      values_["increase"] * 1000 - values_["decrease"] * excess * static_cast<double>(rate_.bits_per_second());
  set_rate(rate_ + DataRate::bits_per_second(std::llround(change * to_seconds(step))));
  publish(PathEstimate::Verdict::kClear, "the path is full", text("queue %.0f ms", to_milliseconds(queue)));
}

void AvailableRateEstimator::grow(Duration step) {
  const bool starting = phase_ == Phase::kStart;
  const double growth = starting ? std::numbers::ln2 / (values_["start_doubling"] * to_seconds(round_trip_time_))
                                 : std::min(values_["growth"], values_["growth_rise"] * to_seconds(clear_for_));
  const DataRate most =
      std::max(delivered_.rate(), sent_.rate()) * values_["headroom"] + DataRate::kilobits_per_second(30);
  if (rate_ < most) {
    const DataRate grown = rate_ * std::exp(growth * to_seconds(step)) +
                           DataRate::bits_per_second(std::llround(values_["increase"] * 1000 * to_seconds(step)));
    set_rate(std::min(grown, most));
  }
  publish(PathEstimate::Verdict::kRelief, starting ? "trying how much the path carries" : "the path has room",
          text("clear for %.1f s", to_seconds(clear_for_)));
}

void AvailableRateEstimator::give_way(Duration queue, Duration) {
  const double excess = std::max(0.0, to_seconds(queue) - values_["queue_target"] / 1000);
  drain_share_ = std::max(0.3, 1 - excess / (values_["drain_time"] / 1000));
  set_rate(std::min(rate_, delivered_.rate() * 0.97));
  publish(PathEstimate::Verdict::kCongestion, "one-way delay is rising",
          text("queue %.0f ms, %.0f kbit/s arrive, loss %.1f %%", to_milliseconds(queue),
               delivered_.rate().kilobits_per_second(), 100 * loss_));
}

void AvailableRateEstimator::compete(Duration queue, Timestamp now) {
  const bool clear = queue < from_milliseconds(values_["congested_above"]);
  clear_since_ = clear ? std::min(clear_since_, now) : kNever;
  if (clear && now - clear_since_ > 2 * round_trip_time_) {
    phase_ = Phase::kFollow;
    queue_since_ = kNever;
    return;
  }
  if (lost_ && now - backed_off_at_ > round_trip_time_) {
    backed_off_at_ = now;
    const double factor = values_["compete_decrease"];
    window_ = std::max(kLeastWindow, DataSize::bytes(std::llround(static_cast<double>(window_.bytes()) * factor)));
    slow_start_threshold_ = window_;
  } else if (window_ < slow_start_threshold_) {
    window_ += acknowledged_;
  } else {
    // AIMD that is as fair to TCP as (1, 1/2): a = 3 (1 - b) / (1 + b) (Yang and Lam 2000).
    const double factor = values_["compete_decrease"];
    const double segments = 3 * (1 - factor) / (1 + factor) * (acknowledged_ / window_);
    window_ += DataSize::bytes(std::llround(segments * static_cast<double>(kSegment.bytes())));
  }
  // No more than is made use of.
  window_ = std::min(window_, DataSize::bytes(2 * (start_.limits.max_video_rate * round_trip_time_).bytes() + 20'000));
  set_rate(window_ / round_trip_time_);
  publish(PathEstimate::Verdict::kClear, "sharing the path with others who fill its queue",
          text("queue %.0f ms, window %.0f kB", to_milliseconds(queue), static_cast<double>(window_.bytes()) / 1000));
}

void AvailableRateEstimator::poll(const SendBuffer&, Timestamp now) {
  if (now < silence_at_) return;
  silence_at_ = now + round_trip_time_;
  set_rate(rate_ * 0.7);
  publish(PathEstimate::Verdict::kUnknown, "no report from the peer", {});
}

void AvailableRateEstimator::set_rate(DataRate rate) {
  const DataRate sound = plane_position({.frame_size = {}, .frame_rate = {}}, start_.wire).bit_rate;
  const DataRate most = start_.limits.max_video_rate * 1.1 + sound;
  rate_ = std::clamp(rate, start_.limits.min_video_rate + sound, most);
}

void AvailableRateEstimator::publish(PathEstimate::Verdict verdict, std::string cause, std::string evidence) {
  const Duration queue = queueing_.now().value_or(Duration::zero());
  estimate_.verdict = verdict;
  ++estimate_.number;
  estimate_.rate = rate_ * drain_share_;
  const Duration empty_round_trip = std::max<Duration>(10ms, round_trip_time_ - queue);
  estimate_.window = phase_ == Phase::kCompete ? window_ + kLeastWindow
                                               : std::max(kLeastWindow, rate_ * (empty_round_trip + kBurstAllowance));
  estimate_.cause = std::move(cause);
  estimate_.evidence = std::move(evidence);
}

const EstimatorKind kAvailableRate = {
    .name = "available-rate",
    .summary = "what the path carries, from one-way delays and from what arrives",
    .source = "after Latecki 2004",
    .parameters = kParameters,
    .make = [](const ModeStart& start, const ParameterValues& values) -> std::unique_ptr<Estimator> {
      return std::make_unique<AvailableRateEstimator>(start, values);
    }};

}  // namespace counterpoint
