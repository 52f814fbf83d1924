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
  /// One of kAudioPacketDurations, for a path that carries `packets`; nothing: any number of them. 0 where that is so
  /// and has been: what the call agreed upon.
  [[nodiscard]] Duration update(std::optional<PacketRate> packets, Timestamp now);

 private:
  Duration time_{};
  Timestamp changed_at_{};
};

}  // namespace counterpoint
