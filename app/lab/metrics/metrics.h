// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/record/run_record.h"

namespace counterpoint {

/// Stands for the whole run in place of a flow's index.
inline constexpr std::size_t kWholeRun = std::numeric_limits<std::size_t>::max();

/// One figure of a run. All of them are in one table, which lab run, reports and expectations share.
///
/// 1. A flow counts where it is active: a span is narrowed to the flow's time from start to stop.
/// 2. Rates and sizes are those of whole IP packets in a flow's main direction, unless a metric says otherwise.
/// 3. Media flows are those of the experiment, also in mode "tcp", where TCP replaces them.
struct Metric {
  enum class Scope {
    kRun,
    kFlow,        ///< Any flow.
    kRunAndFlow,  ///< The whole run and any flow.
    kMedia,
  };
  std::string_view name;         ///< The name in expectations and files: "queueing_delay_p95".
  std::string_view unit;         ///< "ms", "%", "frames/s", "" for ratios.
  std::string_view description;  ///< One sentence, with the formula and its source.
  Scope scope = Scope::kRun;
  /// Nothing when the run lacks the data. `flow` is an index, or kWholeRun.
  std::optional<double> (*compute)(const RunRecord& run, std::size_t flow, const LabSpan& span) = nullptr;

  [[nodiscard]] bool is_of_run() const { return scope == Scope::kRun || scope == Scope::kRunAndFlow; }
  [[nodiscard]] bool is_of(const LabFlow& flow) const {
    return scope == Scope::kFlow || scope == Scope::kRunAndFlow || (scope == Scope::kMedia && flow.is_media());
  }
};

[[nodiscard]] std::span<const Metric> metrics();
[[nodiscard]] const Metric* find_metric(std::string_view name);

/// Jain's fairness index of `shares` (Jain, Chiu, Hawe 1984): 1 when all are equal, 1/n when one has all. 1 for none.
[[nodiscard]] double jains_index(std::span<const double> shares);

/// Checks that the experiment's expectations name metrics and flows that exist. Errors: kInvalidArgument, naming those
/// that do.
[[nodiscard]] Result<void> check_expectations(const Experiment& experiment);

/// The outcome of one expectation in a run.
struct Verdict {
  Expectation expectation;
  std::optional<double> value;  ///< Nothing: it could not be measured, which is a failure.
  bool passed = false;
};
/// Verdicts on those expectations that hold in the run's mode. One that names no flow is about the whole run; if its
/// metric is one of flows alone, each flow that has it gets a verdict.
[[nodiscard]] std::vector<Verdict> judge(const RunRecord& run);

}  // namespace counterpoint
