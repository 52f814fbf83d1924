// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Chooses how much audio a packet holds: more, which sounds later, where the path carries so little that the headers
/// of short ones would take too much of it, or so few packets that they would take too many.
class AudioPacking {
 public:
  /// One of kAudioPacketDurations, for a path that carries `rate` in `packets`; nothing: as much as there is.
  [[nodiscard]] Duration update(std::optional<DataRate> rate, std::optional<PacketRate> packets, Timestamp now);

 private:
  Duration time_{};
  Timestamp no_room_at_{};  ///< The last time at which packets could not be shorter.
};

}  // namespace counterpoint
