// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/lab/experiment/experiment.h"

namespace counterpoint {

/// Control of an experiment's media flows: the program's adaptation modes, and TCP for comparison.
struct LabMode {
  std::string_view name;
  std::string_view summary;
  bool control = false;  ///< A control for comparison: it does not adapt as the program does.
};
[[nodiscard]] std::span<const LabMode> lab_modes();

/// The flow as a run in `mode` sends it: in mode "tcp" a media flow without a mode of its own becomes a bulk transfer
/// over TCP Reno of the same times.
[[nodiscard]] LabFlow flow_in_mode(const LabFlow& flow, std::string_view mode);

/// The mode of a flow in a run in `mode`: its own, if it has one.
[[nodiscard]] std::string mode_of(const LabFlow& flow, std::string_view mode);
/// The parameters of that mode for the flow.
[[nodiscard]] ParameterValues parameters_of(const Experiment& experiment, const LabFlow& flow, std::string_view mode);

}  // namespace counterpoint
