// SPDX-License-Identifier: GPL-3.0-or-later
// Capacities that change over time as those of paths do, drawn at random.
#pragma once

#include <vector>

#include "core/base/rng.h"
#include "net/emulation/path_config.h"

namespace counterpoint {

/// Two to four changes at times evenly distributed over 10 to 90 % of `duration`, each to `mean` times a factor whose
/// logarithm is evenly distributed over 0.25 to 2.
[[nodiscard]] std::vector<PathStep> stepwise_capacity(DataRate mean, Duration duration, Rng& rng);

/// A cellular link: a Markov chain of five states from 0.1 to 2.2 times `mean`, which it leaves for a neighbour after
/// an exponential time of mean 2 s, times fast fading (log-normal, standard deviation 0.25, anew each 100 ms).
[[nodiscard]] std::vector<PathStep> cellular_capacity(DataRate mean, Duration duration, Rng& rng);

/// A wireless LAN: after waiting for the medium (exponential, mean 6 ms) the link sends at eight times `mean`, for as
/// long as its mean stays `mean`; after an exponential time of mean 10 s a station scans, and nothing is sent for 60 to
/// 200 ms.
[[nodiscard]] std::vector<PathStep> wireless_lan_capacity(DataRate mean, Duration duration, Rng& rng);

}  // namespace counterpoint
