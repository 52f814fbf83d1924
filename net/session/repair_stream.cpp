// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/repair_stream.h"

namespace counterpoint {

// The SSRC is random, and so is the first number (RFC 3550 section 5.1), which is 1 circle up, as in Unwrapper.
RepairStream::RepairStream(std::uint8_t payload_type, std::uint32_t ssrc)
    : payload_type_(payload_type), ssrc_(ssrc), next_sequence_(0x10000 + static_cast<std::int64_t>(ssrc % 0x8000)) {}

std::optional<PacedPacket> RepairStream::add(ByteView packet, bool ends_frame, double share, std::uint32_t timestamp,
                                             Timestamp now) {
  if (payload_type_ == 0 || share <= 0) {
    group_ = {};
    frames_ = 0;
    return std::nullopt;
  }
  group_.add(packet);
  if (ends_frame) ++frames_;
  if (static_cast<double>(group_.size()) * share < 1 && frames_ < kMaxFrames) return std::nullopt;
  frames_ = 0;
  const RtpPacket repair = group_.take({.payload_type = payload_type_,
                                        .sequence = static_cast<std::uint16_t>(next_sequence_),
                                        .timestamp = timestamp,
                                        .ssrc = ssrc_});
  return PacedPacket{.data = serialize(repair),
                     .stream = StreamKind::kVideo,
                     .ssrc = ssrc_,
                     .sequence = next_sequence_++,
                     .enqueued_at = now};
}

}  // namespace counterpoint
