// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions that an experiment sets for its flows at each time: capacities, demands and shares, as step functions.
#pragma once

#include <functional>
#include <vector>

#include "app/lab/record/run_record.h"

namespace counterpoint {

/// A value that changes at certain times and stays between them.
///
/// 1. The first step is at 0; steps are in order of time, at different times, each with another value than the one
///    before.
/// 2. Values may be infinite ("unlimited").
class StepFunction {
 public:
  struct Step {
    Duration at{};
    double value = 0;
    bool operator==(const Step&) const = default;
  };
  explicit StepFunction(double value = 0) : steps_{{.at = {}, .value = value}} {}

  /// From `at` on (not before the last step), the value is `value`.
  void change(Duration at, double value);
  [[nodiscard]] const std::vector<Step>& steps() const& { return steps_; }
  const std::vector<Step>& steps() && = delete;  ///< Would dangle.
  [[nodiscard]] double at(Duration time) const;
  /// The integral over `span`, in value x seconds.
  [[nodiscard]] double integral(const LabSpan& span) const;

 private:
  std::vector<Step> steps_;
};

/// Applies `operation` to both at each time.
[[nodiscard]] StepFunction combine(const StepFunction& a, const StepFunction& b,
                                   const std::function<double(double, double)>& operation);
[[nodiscard]] StepFunction minimum(const StepFunction& a, const StepFunction& b);

/// bit/s of a path from 0 to `duration`, as rate_steps() gives them and no more than its policer's; infinite where it
/// is unlimited.
[[nodiscard]] StepFunction capacity_of(const PathConfig& path, Duration duration);
/// Propagation in seconds over time.
[[nodiscard]] StepFunction delay_of(const PathConfig& path);
/// The path of `link` that the flow's main direction takes.
[[nodiscard]] const PathConfig& main_path(const LabLink& link, const LabFlow& flow);
/// Minimum of the capacities of the flow's links in its main direction, in bit/s.
[[nodiscard]] StepFunction capacity_for(const Experiment& experiment, const LabFlow& flow);

/// The highest rate that a flow's source can use, in bit/s with headers, over time; 0 before start and after stop.
/// Media: its highest rates (in a pause, of audio alone). Cross traffic: its mean rate. TCP, and media in mode "tcp":
/// infinite. Short transfers: 0, since their demand cannot be known.
[[nodiscard]] StepFunction demand_of(const RunHeader& run, const LabFlow& flow);
/// The rate in bit/s over time that the links leave a flow: on each an equal share of the capacity left by cross
/// traffic, among the media and bulk flows that are active there in the same direction.
[[nodiscard]] StepFunction share_of_links(const RunHeader& run, const LabFlow& flow);
/// The rate in bit/s over time that a flow can have: at most its demand and its share of the links.
[[nodiscard]] StepFunction fair_share(const RunHeader& run, const LabFlow& flow);

}  // namespace counterpoint
