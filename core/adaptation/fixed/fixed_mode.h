// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/estimator.h"
#include "core/adaptation/mode/scaler.h"

namespace counterpoint {

extern const EstimatorKind kNoEstimate;  ///< Looks at nothing.
extern const ScalerKind kFixedPoint;     ///< Stays at the point that the user chose.

}  // namespace counterpoint
