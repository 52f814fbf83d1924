// SPDX-License-Identifier: GPL-3.0-or-later
// RTP payload formats of video: VP8 (RFC 7741), VP9 (RFC 9628) and MPEG-1/2 (RFC 2250). Opus (RFC 7587) needs none: a
// packet is the payload.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/encoded_frame.h"

namespace counterpoint {

/// The RTP timestamp clock of all formats, in Hz.
inline constexpr int kVideoClockRate = 90'000;

/// The place of a frame in temporal layers, of which the base, 0, refers to itself alone.
struct TemporalLayer {
  std::uint8_t layer = 0;
  std::uint8_t base_index = 0;  ///< Counts the base's frames modulo 2^8: its own, or that of the last one before.
  bool refers_to_base = false;  ///< It refers to the last base frame alone. Base frames refer to the one before.
  bool non_reference = false;   ///< No other frame refers to it.
  bool operator==(const TemporalLayer&) const = default;
};

/// Content of one packet's payload.
struct VideoPayload {
  bool frame_start = false;
  bool key_frame = false;  ///< Valid at frame_start only.
  /// Counts frames modulo 2^15. Nothing when the sender leaves it out or uses the 7-bit form, which wraps too early.
  std::optional<std::uint16_t> picture_id;
  std::optional<TemporalLayer> temporal_layer;  ///< VP8's, where the sender tells all of it.
  ByteView data;  ///< The piece of the frame, never empty; points into the payload that was given.
  /// Bytes that a decoder needs in front of this piece when those before it are missing; nothing if the piece is
  /// useless then.
  std::optional<Bytes> resumption;
};

enum class FrameCut : std::uint8_t {
  kEven,         ///< All pieces of the same size, to one byte of frame data.
  kBodyAndTail,  ///< Full ones and what is left, which may be small enough to share a datagram (Nee 1997, 3.2).
};

/// The numbers that tell a frame from others of its stream.
struct FrameNumbers {
  std::uint16_t picture_id = 0;  ///< Counts frames modulo 2^15.
  std::uint8_t base_index =
      0;  ///< Counts frames of temporal layer 0, this one included, modulo 2^8; VP8 alone tells it.
};

/// Cuts `frame` into the fewest payloads of at most `max_payload` (descriptor included; at least 64 bytes). Set the RTP
/// marker on the last. No payload for an empty frame. VP9 goes in the non-flexible mode with one layer. MPEG is cut as
/// packetize_mpeg_video() does, without regard to `cut` and `numbers`.
[[nodiscard]] std::vector<Bytes> packetize_video(const EncodedVideoFrame& frame, FrameNumbers numbers,
                                                 DataSize max_payload, FrameCut cut = FrameCut::kEven);

/// Reads a payload of `codec`. Layers of scalable streams are understood as parts of one frame.
/// Errors: kMalformed.
Result<VideoPayload> depacketize_video(VideoCodec codec, ByteView payload);

}  // namespace counterpoint
