// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/sim/sim_network.h"

#include <algorithm>
#include <utility>

#include "core/base/rng.h"

namespace counterpoint {

SimNetwork::SimNetwork(const Experiment& experiment, std::uint64_t seed, Timestamp start)
    : start_(start), directions_{make_network(experiment, false, seed), make_network(experiment, true, seed)} {
  (void)receive(start);  // The schedules count from here.
}

void SimNetwork::send(PathPacket packet, bool backward, Timestamp now) {
  directions_[backward ? 1 : 0].send(std::move(packet), now);
}

std::optional<SimNetwork::Arrival> SimNetwork::receive(Timestamp now) {
  for (const bool backward : {false, true}) {
    if (std::optional<PathArrival> arrival = directions_[backward ? 1 : 0].receive(now)) {
      return Arrival{.arrival = std::move(*arrival), .backward = backward};
    }
  }
  return std::nullopt;
}

Timestamp SimNetwork::next_deadline() const {
  return std::min(directions_[0].next_deadline(), directions_[1].next_deadline());
}

std::vector<PacketOutcome> SimNetwork::take_outcomes() {
  std::vector<PacketOutcome> outcomes;
  for (const bool backward : {false, true}) {
    for (const PathRecord& record : directions_[backward ? 1 : 0].take_records()) {
      outcomes.push_back({.at = record.at - start_,
                          .flow = record.flow,
                          .backward = backward,
                          .wire_size = record.wire_size,
                          .queued = record.queued,
                          .fate = record.fate});
    }
  }
  std::ranges::stable_sort(outcomes, {}, &PacketOutcome::at);
  return outcomes;
}

}  // namespace counterpoint
