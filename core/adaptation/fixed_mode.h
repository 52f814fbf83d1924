// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/adaptation/mode.h"

namespace counterpoint {

/// Mode `fixed`: looks at nothing and stays at the point that the user chose.
[[nodiscard]] std::unique_ptr<Estimator> make_no_estimator(const ModeStart& start, const ParameterValues& values);
[[nodiscard]] std::unique_ptr<Scaler> make_fixed_scaler(const ModeStart& start, const ParameterValues& values);

}  // namespace counterpoint
