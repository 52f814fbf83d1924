// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"

namespace counterpoint {

/// True if an Opus packet of one frame of up to 20 ms carries a low bit-rate copy of the packet before it (RFC 6716
/// 3.1, 4.2.3). False for packets of several frames, which this program does not send.
[[nodiscard]] bool opus_packet_has_fec(ByteView packet);

}  // namespace counterpoint
