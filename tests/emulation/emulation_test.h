// SPDX-License-Identifier: GPL-3.0-or-later
// The programs of this folder share this: they print figures, try a case again where a busy machine may have spoilt it,
// and end with status 77 and the reason where they cannot run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "tests/support/timing.h"

namespace counterpoint {

struct CaseResult {
  std::string figures;
  std::vector<std::string> failures;  ///< Bounds that were not kept; empty for success.

  void expect(bool condition, const std::string& otherwise) {
    if (!condition) failures.push_back(otherwise);
  }
  /// The same for what a busy machine spoils: see judges_timing().
  void expect_in_time(bool condition, const std::string& otherwise) {
    expect(condition || !judges_timing(), otherwise);
  }
};

struct EmulationOptions {
  Duration duration{};    ///< --duration SECONDS: of each case.
  int attempts = 1;       ///< --attempts N: tries that a case has.
  std::string only;       ///< --only TEXT: cases whose name contains it.
  bool parallel = false;  ///< All cases at once: they wait more than they compute.
};

struct EmulationCase {
  std::string name;
  /// Errors: the case could not be carried out.
  std::function<Result<CaseResult>(const EmulationOptions&)> run;
};

/// Runs the cases that the command line asks for and gives the exit status: 0, 1 when one failed, 2 for wrong use, and
/// 77 with the reason when `why_not` has one.
[[nodiscard]] int run_emulation_cases(const std::vector<std::string>& arguments, EmulationOptions options,
                                      const std::vector<EmulationCase>& cases,
                                      const std::optional<std::string>& why_not);

/// The reason why there can be no KernelHosts here; nothing if there can.
[[nodiscard]] std::optional<std::string> why_no_kernel_hosts();

/// A figure with `digits` behind the point.
[[nodiscard]] std::string figure(double value, int digits = 2);

}  // namespace counterpoint
