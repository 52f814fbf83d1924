// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/model/encoded_frame.h"
#include "net/payload/video_payload.h"

namespace counterpoint {

/// One RTP packet of video with its payload descriptor already taken off.
struct VideoPacket {
  std::int64_t sequence = 0;   ///< RTP sequence number, unwrapped.
  std::int64_t timestamp = 0;  ///< RTP timestamp, unwrapped, 90 kHz.
  VideoCodec codec = VideoCodec::kVp8;
  bool marker = false;                      ///< Last packet of its frame.
  bool frame_start = false;                 ///< First packet of its frame.
  bool key_frame = false;                   ///< Valid at frame_start.
  std::optional<std::uint16_t> picture_id;  ///< 15 bits, as on the wire.
  std::optional<TemporalLayer> temporal_layer;
  Bytes data;                       ///< This packet's part of the frame.
  std::optional<Bytes> resumption;  ///< See VideoPayload.
  Timestamp arrived_at{};
  bool retransmitted = false;  ///< It came as an answer to a NACK.
};

/// One RTP packet of audio: one Opus packet.
struct AudioPacket {
  std::int64_t sequence = 0;   ///< RTP sequence number, unwrapped.
  std::int64_t timestamp = 0;  ///< RTP timestamp, unwrapped, 48 kHz.
  Bytes payload;
  Timestamp arrived_at{};
};

}  // namespace counterpoint
