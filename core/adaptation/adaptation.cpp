// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/adaptation.h"

#include <cmath>
#include <utility>
#include <vector>

#include "core/base/format_text.h"

namespace counterpoint {
namespace {

const Mode& fixed_mode() { return *find_mode("fixed"); }

/// True for a change to more, false for one to less; nothing for none. The larger of the two changes counts, as a
/// ratio, where bits are traded for packets or packets for bits.
std::optional<bool> is_rise(const PlanePosition& from, const PlanePosition& to) {
  const auto change = [](double before, double after) {
    return before > 0 && after > 0 ? std::log(after / before) : 0;
  };
  const double sum = change(from.bit_rate.kilobits_per_second(), to.bit_rate.kilobits_per_second()) +
                     change(from.packet_rate.per_second(), to.packet_rate.per_second());
  return sum != 0 ? std::optional(sum > 0) : std::nullopt;
}

const Mode& mode_of(const ModeChoice& choice) { return choice.mode != nullptr ? *choice.mode : fixed_mode(); }

}  // namespace

Adaptation::Adaptation(const ModeChoice& mode, const AdaptationContext& start, const CircuitBreaker::Config& breaker)
    : mode_(&mode_of(mode)),
      parameters_(mode.parameters),
      context_(start),
      wanted_picture_(start.point.resolution),
      breaker_(breaker) {
  make_algorithms();
}

void Adaptation::make_algorithms() {
  estimator_ = mode_->estimator->make(context_, parameters_);
  // The scaler does not know of the limit: once that is gone, its own choice holds.
  AdaptationContext start = context_;
  start.point.resolution = wanted_picture_;
  scaler_ = mode_->scaler->make(start, parameters_);
}

void Adaptation::handle_feedback(const FeedbackReport& report) {
  breaker_.handle_feedback(report);
  estimator_->handle_feedback(report);
}

void Adaptation::handle_reception(const Reception& reception, Timestamp now) {
  breaker_.handle_reception(reception, context_.point.frame_rate.interval(), now);
}

DepartureGate Adaptation::gate(DataSize in_flight) const {
  DepartureGate gate = mode_->gate->at(estimate(), in_flight);
  gate.closed = gate.closed || video_is_stopped();
  return gate;
}

void Adaptation::poll(const SendBuffer& buffer, Timestamp now) {
  breaker_.poll(now);
  follow_breaker(now);
  estimator_->poll(buffer, now);
  if (stopped_) return;
  const PathEstimate& estimate = estimator_->estimate();
  const bool paused = scaler_->pauses_video();
  const OperatingPoint chosen = scaler_->update(estimate, now);
  wanted_picture_ = chosen.resolution;
  const OperatingPoint next = within_picture_limit(chosen);
  if (scaler_->pauses_video() != paused) {
    const DataRate rate = estimate.rate.value_or(DataRate());
    decide(next, now,
           paused ? message("video is tried again") : message("video stopped: the path is too narrow for it"),
           format_text("%.0f kbit/s for all media", rate.kilobits_per_second()));
  } else if (next != context_.point && !paused) {
    decide(next, now, cause_of(next), estimate.evidence);
  }
}

/// Scalers follow an estimate with a delay, and by steps: what they do now may come from an earlier cause.
Message Adaptation::cause_of(const OperatingPoint& next) const {
  using Tendency = PathEstimate::Tendency;
  const PathEstimate& estimate = estimator_->estimate();
  const OperatingPoint& from = decision_ ? decision_->from : context_.point;
  const auto rise = is_rise(plane_position(from, context_.wire), plane_position(next, context_.wire));
  const bool fits = !rise || estimate.tendency == Tendency::kEither || (estimate.tendency == Tendency::kMore) == *rise;
  if (fits) return estimate.cause;
  if (!estimate.rate) return message("the mode goes to the nearest point of its set");
  const DataRate before = decided_rate_.value_or(*estimate.rate);
  if (*rise && *estimate.rate > before) return message("the estimate is higher than at the last decision");
  if (!*rise && *estimate.rate < before) return message("the estimate is lower than at the last decision");
  return message("another size or number of pictures suits the estimate");
}

void Adaptation::follow_breaker(Timestamp now) {
  if (stopped_ == breaker_.is_open()) return;
  stopped_ = breaker_.is_open();
  OperatingPoint point = context_.point;
  // A user who chose a point gets it back; a mode that adapts begins at the least video.
  if (!stopped_ && mode_ != &fixed_mode()) {
    point.frame_size = context_.limits.min_video_rate * point.frame_rate.interval();
  }
  decide(point, now, breaker_.cause(), breaker_.evidence());
  context_.now = now;
  if (!stopped_) make_algorithms();
}

void Adaptation::switch_to(const ModeChoice& mode, const OperatingPoint& point, Timestamp now) {
  const std::string before(mode_->name);
  mode_ = &mode_of(mode);
  if (point.resolution != context_.point.resolution) wanted_picture_ = point.resolution;
  decide(within_picture_limit(point), now, message("mode %1 chosen by the user", mode_->name), "instead of " + before);
  context_.now = now;
  parameters_ = mode.parameters;
  make_algorithms();
}

void Adaptation::limit_picture(Resolution largest, Message cause, std::string evidence, Timestamp now) {
  largest_picture_ = largest;
  OperatingPoint point = context_.point;
  point.resolution = wanted_picture_;
  decide(within_picture_limit(point), now, std::move(cause), std::move(evidence));
}

OperatingPoint Adaptation::within_picture_limit(OperatingPoint point) const {
  if (largest_picture_ && largest_picture_->area() < point.resolution.area()) point.resolution = *largest_picture_;
  return point;
}

void Adaptation::decide(const OperatingPoint& point, Timestamp now, Message cause, std::string evidence) {
  // Several in a row before anybody asks are one: from where it began to where it ended.
  const OperatingPoint from = decision_ ? decision_->from : context_.point;
  decision_ =
      Decision{.at = now, .from = from, .to = point, .cause = std::move(cause), .evidence = std::move(evidence)};
  context_.point = point;
  decided_rate_ = estimator_->estimate().rate;
}

OperatingSet Adaptation::choices() const {
  const std::vector<PlacedPoint> placed = scaler_->points();
  if (placed.empty()) return free_set(context_.wire, context_.limits);
  std::vector<PlanePosition> positions(placed.size());
  std::ranges::transform(placed, positions.begin(), &PlacedPoint::position);
  return set_of_points(std::move(positions));
}

std::optional<Decision> Adaptation::take_decision() { return std::exchange(decision_, std::nullopt); }

}  // namespace counterpoint
