// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "app/lab/levels/kernel/kernel_hosts.h"
#include "core/base/units.h"

namespace counterpoint {

/// Time-stamped UDP packets of constant size and rate, sent from one host to the other over flow 0.
struct ProbeTraffic {
  DataRate rate;         ///< Counts whole IP packets.
  DataSize packet_size;  ///< The whole IP packet: 44 to 1500 bytes.
  Duration duration{};
  bool backward = false;
};

/// One probe, by the clock of session_now(): as the sockets saw it, whatever the router says.
struct Probe {
  Timestamp sent_at{};
  std::optional<Timestamp> received_at;  ///< The kernel's time stamp; nothing: it never came.
};

/// In order of sending. Waits for what is under way for `grace` after the last one. Errors: kUnavailable.
[[nodiscard]] Result<std::vector<Probe>> send_probes(const KernelHosts& hosts, const ProbeTraffic& traffic,
                                                     Duration grace);

}  // namespace counterpoint
