// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/emulation/queue/queue_discipline.h"

namespace counterpoint {

inline constexpr Timestamp kQueueStart = Timestamp(1000s);

/// A packet that comes `at` after kQueueStart.
inline QueuedPacket packet_at(Duration at, Ecn ecn = Ecn::kNotEct, FlowNumber flow = 0,
                              DataSize size = DataSize::bytes(1000)) {
  return {.packet = {.data = {}, .wire_size = size, .flow = flow, .ecn = ecn}, .since = kQueueStart + at};
}

}  // namespace counterpoint
