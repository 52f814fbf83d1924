// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/scaler.h"

namespace counterpoint {

/// Spends the estimate's rate: audio first, then as many frames as the limits allow, each as large as what is left.
extern const ScalerKind kTargetRate;

}  // namespace counterpoint
