// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "app/lab/experiment/experiment.h"
#include "net/emulation/emulated_network.h"

namespace counterpoint {

/// A seed of its own for each part of a run: the same for the same run and part, unrelated to that of any other.
[[nodiscard]] std::uint64_t seed_of(std::uint64_t run_seed, std::string_view part);

/// The links of an experiment in one direction, recording, with the route of each flow, which has the number that it
/// has in the experiment: backward over the same links from last to first.
[[nodiscard]] EmulatedNetwork make_network(const Experiment& experiment, bool backward, std::uint64_t run_seed);

}  // namespace counterpoint
