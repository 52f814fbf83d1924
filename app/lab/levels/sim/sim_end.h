// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "app/lab/levels/sim/sim_network.h"
#include "core/base/result.h"

namespace counterpoint {

/// One end of a flow in virtual time, from the flow's start to its stop.
class SimEnd {
 public:
  virtual ~SimEnd() = default;
  /// A packet of the flow has come; run() follows at once.
  virtual void handle(PathArrival arrival) = 0;
  /// Does all that is due at `now`.
  [[nodiscard]] virtual Result<void> run(Timestamp now) = 0;
  [[nodiscard]] virtual Timestamp next_deadline() = 0;
  /// Ends it; the last call.
  [[nodiscard]] virtual Result<void> finish(Timestamp /*now*/) { return {}; }
};

/// An end's place in the network.
struct SimPlace {
  SimNetwork* network = nullptr;  ///< Outlives the end.
  std::uint32_t flow = 0;
  bool backward = false;  ///< It sends in the backward direction.
  std::uint64_t seed = 1;

  void send(Bytes data, DataSize wire_size, Timestamp now, Ecn ecn = Ecn::kNotEct) const {
    network->send({.data = std::move(data), .wire_size = wire_size, .flow = flow, .ecn = ecn}, backward, now);
  }
};

}  // namespace counterpoint
