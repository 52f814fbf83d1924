// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/adaptation.h"

#include <utility>

namespace counterpoint {
namespace {

const Mode& mode_of(const ModeChoice& choice) { return choice.mode != nullptr ? *choice.mode : *find_mode("fixed"); }

}  // namespace

Adaptation::Adaptation(const ModeChoice& mode, const ModeStart& start) : mode_(&mode_of(mode)), start_(start) {
  make_algorithms(mode.parameters);
}

void Adaptation::make_algorithms(const ParameterValues& parameters) {
  estimator_ = mode_->estimator->make(start_, parameters);
  scaler_ = mode_->scaler->make(start_, parameters);
}

void Adaptation::poll(const SendBuffer& buffer, Timestamp now) {
  estimator_->poll(buffer, now);
  const PathEstimate& estimate = estimator_->estimate();
  const OperatingPoint next = scaler_->update(estimate, now);
  if (next != start_.point) decide(next, now, estimate.cause, estimate.evidence);
}

void Adaptation::switch_to(const ModeChoice& mode, const OperatingPoint& point, Timestamp now) {
  if (point != start_.point) decide(point, now, "chosen by the user", {});
  start_.now = now;
  mode_ = &mode_of(mode);
  make_algorithms(mode.parameters);
}

void Adaptation::decide(const OperatingPoint& point, Timestamp now, std::string cause, std::string evidence) {
  // Several in a row before anybody asks are one: from where it began to where it ended.
  const OperatingPoint from = decision_ ? decision_->from : start_.point;
  decision_ =
      Decision{.at = now, .from = from, .to = point, .cause = std::move(cause), .evidence = std::move(evidence)};
  start_.point = point;
}

std::optional<Decision> Adaptation::take_decision() { return std::exchange(decision_, std::nullopt); }

}  // namespace counterpoint
