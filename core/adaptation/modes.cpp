// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/adaptation/available_rate_estimator.h"
#include "core/adaptation/fixed_mode.h"
#include "core/adaptation/mode.h"
#include "core/adaptation/target_rate_scaler.h"

namespace counterpoint {
namespace {

const std::array kModes = {
    Mode{.name = "2d",
         .summary = "follows one-way delays; the default",
         .source = "Latecki 2004, Nee 1997, and our own",
         .parameters = AvailableRateEstimator::parameters(),
         .make_estimator = make_available_rate_estimator,
         .make_scaler = make_target_rate_scaler,
         .gate = Gate::kWindow},
    Mode{.name = "fixed",
         .summary = "the point that the user chose, whatever the path does",
         .source = "",
         .parameters = {},
         .make_estimator = make_no_estimator,
         .make_scaler = make_fixed_scaler},
};

}  // namespace

std::span<const Mode> modes() { return kModes; }

const Mode* find_mode(std::string_view name) {
  const auto* const found = std::ranges::find(kModes, name, &Mode::name);
  return found == kModes.end() ? nullptr : found;
}

}  // namespace counterpoint
