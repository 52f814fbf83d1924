// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// The change from one group of packets to the next.
struct InterGroupVariation {
  Duration sent{};     ///< Time between the last packets of both, at the sender.
  Duration arrived{};  ///< The same at the receiver.
  Timestamp at{};      ///< Arrival of the later group's last packet.
};

/// Groups packets that left, or were released by the path, in one burst (draft-ietf-rmcat-gcc-02, 5.2 and 5.3).
class PacketGroups {
 public:
  /// `burst` > 0: packets that leave within it are one group.
  explicit PacketGroups(Duration burst) : burst_(burst) {}

  /// Packets by their arrival. The variation between the last two whole groups, when the packet begins a new one; one
  /// that left before the present group began is left out.
  [[nodiscard]] std::optional<InterGroupVariation> add(Timestamp sent_at, Timestamp arrived_at);

 private:
  struct Group {
    Timestamp first_sent{};
    Timestamp last_sent{};
    Timestamp first_arrived{};
    Timestamp last_arrived{};
  };
  [[nodiscard]] bool belongs(Timestamp sent_at, Timestamp arrived_at) const;

  Duration burst_;
  std::optional<Group> current_;
  std::optional<Group> previous_;
};

}  // namespace counterpoint
