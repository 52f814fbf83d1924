// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "app/lab/experiment/experiment.h"
#include "net/emulation/emulated_network.h"

namespace counterpoint {

/// The links of an experiment in one direction, recording, with the route of each flow, which has the number that it
/// has in the experiment: backward over the same links from last to first.
[[nodiscard]] EmulatedNetwork make_network(const Experiment& experiment, bool backward, std::uint64_t run_seed);

}  // namespace counterpoint
