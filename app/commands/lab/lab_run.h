// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <filesystem>
#include <vector>

#include "app/lab/levels/level.h"
#include "core/base/result.h"

namespace counterpoint {

/// The arguments of `lab run`.
struct LabRunPlan {
  const Level* level = nullptr;
  std::filesystem::path output;
  std::vector<RunRequest> requests;  ///< Each with a folder of its own below `output`.
  std::size_t jobs = 1;
  bool json = false;
  bool compares_draws = false;  ///< The requests are draws of paths, whose modes are compared.
};

/// Carries the plan out: shows its progress, writes the report, prints results and failures. Gives the exit status.
[[nodiscard]] int carry_out(const LabRunPlan& plan);

/// Carries out a plan that compares draws: no run leaves anything but its figures in the report. Gives the exit status.
[[nodiscard]] int compare_draws(const LabRunPlan& plan);

/// The command `lab run`; `arguments` begin with "run".
[[nodiscard]] int lab_run_command(const QStringList& arguments);

}  // namespace counterpoint
