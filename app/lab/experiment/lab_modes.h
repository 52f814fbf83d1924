// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
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

/// The flow as `mode` sends it: in mode "tcp" a media flow becomes a bulk transfer over TCP Reno of the same times.
[[nodiscard]] LabFlow flow_in_mode(const LabFlow& flow, std::string_view mode);

}  // namespace counterpoint
