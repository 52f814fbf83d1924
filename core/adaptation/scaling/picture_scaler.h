// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/scaler.h"

namespace counterpoint {

/// Spends the estimate's rate by what is seen (docs/modes/2d.md):
///
/// 1. Audio first. The picture's size follows the sustained rate, and there is at most one change in 10 s unless the
///    rate falls to half.
/// 2. There are as many frames as that size has bits for, each as large as what is left. They get fewer, down to 10 a
/// second,
///    before pictures get smaller than 320x180.
/// 3. Video pauses where not even the least of it fits beside audio.
extern const ScalerKind kPicture;

}  // namespace counterpoint
