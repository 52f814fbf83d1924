// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/adaptation/mode.h"

namespace counterpoint {

/// Spends the estimate's rate: sound first, then as many frames as the limits allow, each as large as what is left.
[[nodiscard]] std::unique_ptr<Scaler> make_target_rate_scaler(const ModeStart& start, const ParameterValues& values);

}  // namespace counterpoint
