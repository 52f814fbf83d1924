// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/rtp/packet_protection.h"

namespace counterpoint {

/// Plain RTP, for receivers of a stream that know nothing of our keys. Calls are never without SRTP.
class UnprotectedPackets final : public PacketProtection {
 public:
  [[nodiscard]] bool protect_rtp(Bytes&) override { return true; }
  [[nodiscard]] bool protect_rtcp(Bytes&) override { return true; }
  [[nodiscard]] bool unprotect_rtp(Bytes&) override { return true; }
  [[nodiscard]] bool unprotect_rtcp(Bytes&) override { return true; }
  [[nodiscard]] DataSize rtp_overhead() const override { return {}; }
};

}  // namespace counterpoint
