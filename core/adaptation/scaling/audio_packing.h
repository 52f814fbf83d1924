// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Chooses how much audio a packet holds: more, which sounds later, where the path carries so few packets that short
/// ones would take too many of them.
class AudioPacking {
 public:
  /// One of kAudioPacketDurations, for a path that carries `packets`; nothing: any number of them, which needs no
  /// longer packets than the call agreed upon: 0.
  [[nodiscard]] Duration update(std::optional<PacketRate> packets, Timestamp now);

 private:
  Duration time_{};
  Timestamp no_room_at_{};  ///< The last time at which packets could not be shorter.
};

}  // namespace counterpoint
