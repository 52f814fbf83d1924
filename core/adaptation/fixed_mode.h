// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/estimator.h"
#include "core/adaptation/scaler.h"

namespace counterpoint {

extern const EstimatorKind kNoEstimate;  ///< Looks at nothing.
extern const ScalerKind kUsersPoint;     ///< Stays at the point that the user chose.

}  // namespace counterpoint
