// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/experiment_network.h"

#include <algorithm>
#include <utility>

#include "app/lab/experiment/seed_of.h"

namespace counterpoint {

EmulatedNetwork make_network(const Experiment& experiment, bool backward, std::uint64_t run_seed) {
  std::vector<PathConfig> links;
  for (const LabLink& link : experiment.links) {
    PathConfig path = backward ? link.backward : link.forward;
    // Runs with different seeds differ even if the experiment gives a seed.
    path.seed = seed_of(run_seed + path.seed, (backward ? "backward link " : "forward link ") + link.name);
    links.push_back(std::move(path));
  }
  EmulatedNetwork network(links);
  for (const LabFlow& flow : experiment.flows) {
    EmulatedNetwork::Route route{.links = flow.links, .access_delay = flow.access_delay};
    if (backward) std::ranges::reverse(route.links);
    network.add_flow(std::move(route));
  }
  network.start_recording();
  return network;
}

}  // namespace counterpoint
