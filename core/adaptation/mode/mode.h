// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/adaptation/mode/estimator.h"
#include "core/adaptation/mode/gate.h"
#include "core/adaptation/mode/parameter.h"
#include "core/adaptation/mode/scaler.h"

namespace counterpoint {

/// A way to adapt: what the path carries, which operating point makes the best of it, and when a packet may leave. All
/// modes stand in one table.
struct Mode {
  std::string_view name;     ///< "2d", as users and logs know it.
  std::string_view summary;  ///< One line.
  const EstimatorKind* estimator;
  const ScalerKind* scaler;
  const GateKind* gate;
};

/// The estimator's, then the scaler's; no two have one name.
[[nodiscard]] std::vector<Parameter> parameters_of(const Mode& mode);

/// A mode as a user chooses it.
struct ModeChoice {
  const Mode* mode = nullptr;  ///< Nothing: `fixed`.
  ParameterValues parameters;  ///< Have passed check_parameters().
  bool operator==(const ModeChoice&) const = default;
};

/// The name for logs.
[[nodiscard]] inline std::string mode_name(const ModeChoice& choice) {
  return choice.mode != nullptr ? std::string(choice.mode->name) : "fixed";
}

[[nodiscard]] std::span<const Mode> modes();
/// Nothing when there is no such mode.
[[nodiscard]] const Mode* find_mode(std::string_view name);

}  // namespace counterpoint
