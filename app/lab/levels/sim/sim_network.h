// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "app/lab/levels/experiment_network.h"
#include "app/lab/record/run_record.h"
#include "net/emulation/emulated_network.h"

namespace counterpoint {

/// The links of an experiment, both directions, in virtual time, and the outcome of each packet. Flows have the numbers
/// of the experiment.
class SimNetwork {
 public:
  /// A packet that has left its last link.
  struct Arrival {
    PathArrival arrival;
    bool backward = false;
  };

  SimNetwork(const Experiment& experiment, std::uint64_t seed, Timestamp start);

  void send(PathPacket packet, bool backward, Timestamp now);
  [[nodiscard]] std::optional<Arrival> receive(Timestamp now);
  [[nodiscard]] Timestamp next_deadline() const;
  /// Outcomes of all packets that were carried or dropped up to the last receive(), in order of time; each is given
  /// once.
  [[nodiscard]] std::vector<PacketOutcome> take_outcomes();

 private:
  Timestamp start_;
  std::array<EmulatedNetwork, 2> directions_;  // Forward, backward.
};

}  // namespace counterpoint
