// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/base/result.h"
#include "net/rtp/rtp_packet.h"

namespace counterpoint {

/// `original` as a retransmission (RFC 4588 section 4): the header of the retransmission stream, the payload preceded
/// by the original sequence number. Timestamp, marker, contributing sources and extensions stay.
[[nodiscard]] RtpPacket make_rtx(const RtpPacket& original, std::uint8_t payload_type, std::uint32_t ssrc,
                                 std::uint16_t sequence);

/// The original again; `payload_type` and `ssrc` are the original stream's. The payload is empty when the sender only
/// probed with padding. Errors: kMalformed when there is no original sequence number.
Result<RtpPacket> restore_from_rtx(const RtpPacket& rtx, std::uint8_t payload_type, std::uint32_t ssrc);

}  // namespace counterpoint
