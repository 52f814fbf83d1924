// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/levels/sim/sim_end.h"
#include "net/emulation/cross_traffic.h"

namespace counterpoint {

/// Sends datagrams as a CrossLoad says; nobody receives them.
class CrossEnd final : public SimEnd {
 public:
  CrossEnd(const CrossLoad& load, const SimPlace& place, Timestamp start)
      : place_(place),
        traffic_({.rate = load.rate,
                  .packet_size = load.packet_size,
                  .on = load.on,
                  .off = load.off,
                  .exponential = load.exponential},
                 place.seed, start) {}

  void handle(PathArrival) override {}
  [[nodiscard]] Result<void> run(Timestamp now) override {
    while (const std::optional<DataSize> size = traffic_.poll(now)) place_.send({}, *size, now);
    return {};
  }
  [[nodiscard]] Timestamp next_deadline() override { return traffic_.next_deadline(); }

 private:
  SimPlace place_;
  CrossTraffic traffic_;
};

}  // namespace counterpoint
