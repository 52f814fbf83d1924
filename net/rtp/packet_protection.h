// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"
#include "core/base/units.h"

namespace counterpoint {

/// Protection of the packets of one session, both ways: SRTP in calls. Each function changes the packet in place and
/// gives false if that is impossible; the packet is to be dropped then.
class PacketProtection {
 public:
  virtual ~PacketProtection() = default;
  [[nodiscard]] virtual bool protect_rtp(Bytes& packet) = 0;
  [[nodiscard]] virtual bool protect_rtcp(Bytes& packet) = 0;
  /// False for a packet that is not authentic, or has come before.
  [[nodiscard]] virtual bool unprotect_rtp(Bytes& packet) = 0;
  [[nodiscard]] virtual bool unprotect_rtcp(Bytes& packet) = 0;
  /// The growth of each RTP packet.
  [[nodiscard]] virtual DataSize rtp_overhead() const = 0;
};

}  // namespace counterpoint
