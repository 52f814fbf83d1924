// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/repair_stream.h"

#include <algorithm>

namespace counterpoint {

// The SSRC is random, and so is the first number (RFC 3550 section 5.1), which is 1 circle up, as in Unwrapper.
RepairStream::RepairStream(std::uint8_t payload_type, std::uint32_t ssrc)
    : payload_type_(payload_type), ssrc_(ssrc), next_sequence_(0x10000 + static_cast<std::int64_t>(ssrc % 0x8000)) {}

std::optional<PacedPacket> RepairStream::add(ByteView packet, double share, std::uint32_t timestamp, Timestamp now) {
  if (payload_type_ == 0 || share <= 0) {
    group_ = {};
    credit_ = 0;
    return std::nullopt;
  }
  if (group_.size() > 0 && now - began_at_ > kMaxAge) group_ = {};
  if (group_.size() == 0) began_at_ = now;
  group_.add(packet);
  credit_ += share * static_cast<double>(packet.size());
  const auto cost = static_cast<double>(kRtpHeaderSize + group_.repair_size());
  // Parity of one packet would be a copy.
  if (credit_ < cost || group_.size() == 1) {
    credit_ = std::min(credit_, cost);
    return std::nullopt;
  }
  credit_ -= cost;
  const RtpPacket repair = group_.take({.payload_type = payload_type_,
                                        .sequence = static_cast<std::uint16_t>(next_sequence_),
                                        .timestamp = timestamp,
                                        .ssrc = ssrc_});
  return PacedPacket{.data = serialize(repair),
                     .stream = StreamKind::kRetransmission,
                     .ssrc = ssrc_,
                     .sequence = next_sequence_++,
                     .enqueued_at = now};
}

}  // namespace counterpoint
