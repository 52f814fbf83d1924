// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/scaler.h"

namespace counterpoint {

/// Two-dimensional scaling with "recent success" (Nee 1997, 3.2): steps in bit-rate or in packet-rate, in the dimension
/// that helped last, until it does not help any more.
///
/// 1. Its points are frame sizes in half packets times frame rates, with small packets sharing datagrams.
/// 2. A step in bit-rate goes to smaller frames at no more packets a second, and at no fewer frames. A step in
///    packet-rate is one of the frame rate, as in one-dimensional scaling.
/// 3. Congestion: a step down in the current dimension. When so many in a row did not end it, or none is left, the
///    other dimension becomes the current one. Now and then the first one has its turn again.
/// 4. Relief: a step up, first in the dimension that was not the trouble, then in the current one, then larger frames
///    that need more packets too.
/// 5. The point of the start stands until the first verdict; then the nearest of the set takes its place.
extern const ScalerKind kRecentSuccess;

}  // namespace counterpoint
