// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/rtp/rtx.h"

#include <utility>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

/// `source` with the header of another stream.
RtpPacket move_to_stream(const RtpPacket& source, std::uint8_t payload_type, std::uint32_t ssrc, std::uint16_t sequence,
                         Bytes payload) {
  return {.marker = source.marker,
          .payload_type = payload_type,
          .sequence = sequence,
          .timestamp = source.timestamp,
          .ssrc = ssrc,
          .csrcs = source.csrcs,
          .extensions = source.extensions,
          .payload = std::move(payload)};
}

}  // namespace

RtpPacket make_rtx(const RtpPacket& original, std::uint8_t payload_type, std::uint32_t ssrc, std::uint16_t sequence) {
  ByteWriter payload(2 + original.payload.size());
  payload.u16(original.sequence);
  payload.view(original.payload);
  return move_to_stream(original, payload_type, ssrc, sequence, payload.take());
}

Result<RtpPacket> restore_from_rtx(const RtpPacket& rtx, std::uint8_t payload_type, std::uint32_t ssrc) {
  ByteReader reader(rtx.payload);
  const std::uint16_t original_sequence = reader.u16();
  if (!reader.ok()) {
    return Error{ErrorKind::kMalformed, "RTX packet dropped: it ends before the original sequence number"};
  }
  const ByteView payload = reader.rest();
  return move_to_stream(rtx, payload_type, ssrc, original_sequence, Bytes(payload.begin(), payload.end()));
}

}  // namespace counterpoint
