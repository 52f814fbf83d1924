// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/estimator.h"

namespace counterpoint {

/// Sees congestion in lost packets and in a round trip that grows, report by report (Nee 1997, 3.1).
///
/// 1. The feedback of each second makes one report: packets that were lost, and the mean round trip.
/// 2. Congestion: more than 2 packets lost, or a round trip above 1.5 times the mean of the five reports before. Also,
///    since feedback itself gets lost: two seconds without any although packets were sent.
/// 3. Relief: four reports in a row without congestion; then counting begins anew.
/// 4. Knows no rate: scalers that step by verdicts go with it.
extern const EstimatorKind kLossAndLatency;

}  // namespace counterpoint
