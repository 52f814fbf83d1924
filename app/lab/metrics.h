// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "app/lab/run_record.h"

namespace counterpoint {

/// One figure of a run. All of them are in one table, which lab run, reports and expectations share.
struct Metric {
  enum class Scope {
    kRun,    ///< Of the whole run.
    kFlow,   ///< Of any flow.
    kMedia,  ///< Of a media flow.
  };
  std::string_view name;         ///< As in expectations and files: "queueing_delay_p95".
  std::string_view unit;         ///< "ms", "%", "frames/s", "" for ratios.
  std::string_view description;  ///< One sentence, with the formula and its source.
  Scope scope = Scope::kRun;
  /// Nothing when the run has not what it takes. `flow` is an index, of no meaning for kRun.
  std::optional<double> (*compute)(const RunRecord& run, std::size_t flow, const LabSpan& span) = nullptr;
};

[[nodiscard]] std::span<const Metric> metrics();
[[nodiscard]] const Metric* find_metric(std::string_view name);

/// Jain's fairness index of `shares` (Jain, Chiu, Hawe 1984): 1 when all are equal, 1/n when one has all. 1 for none.
[[nodiscard]] double jains_index(std::span<const double> shares);

/// What a run made of one expectation.
struct Verdict {
  Expectation expectation;
  std::optional<double> value;  ///< Nothing: it could not be told, which is a failure.
  bool passed = false;
};
/// Of those expectations that hold in the run's mode.
[[nodiscard]] std::vector<Verdict> judge(const RunRecord& run);

}  // namespace counterpoint
