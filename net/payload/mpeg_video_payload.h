// SPDX-License-Identifier: GPL-3.0-or-later
// RTP payload format of MPEG-1 and MPEG-2 video elementary streams (RFC 2250 section 3), "MPV" in SDP.
#pragma once

#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "core/model/mpeg_picture.h"

namespace counterpoint {

/// The least that a payload must be able to hold: a sequence header with both matrices in one piece, behind the payload
/// header with its extension. RFC 2250 section 3.1 wants 261, for a quant matrix extension with four, which is as rare
/// as it is long: in smaller payloads it goes in pieces.
inline constexpr DataSize kMinMpegPayload = DataSize::bytes(8 + 140);

/// Content of one packet's payload.
struct MpegVideoPayload {
  /// Picture header fields of the packet; `coding_extension` when it has the MPEG-2 extension of the header.
  MpegPictureHeader picture;
  bool picture_start = false;    ///< It begins with the headers of its picture.
  bool sequence_header = false;  ///< S: one of them is a sequence header.
  bool slice_start = false;      ///< B: a slice begins first thing, or right behind these headers.
  bool slice_end = false;        ///< E: it ends with the end of a slice.
  ByteView data;                 ///< It is never empty, and points into the payload that was given.
};

/// Cuts one coded picture (a frame or a field, with the headers before it and all that follows up to the next picture)
/// into payloads of at most `max_payload`, at least kMinMpegPayload. Set the RTP marker on the last.
///
/// 1. Slices stay whole where they fit. One that is larger begins a payload, after headers at most, and goes into the
///    fewest pieces of equal size; nothing follows its end in the same payload.
/// 2. Headers stay whole unless user data or matrices make one larger than a payload.
/// 3. Pictures of MPEG-2 have the header extension in every payload, so that what follows a lost one can be decoded.
///    It leaves out composite display information, which describes an analogue tape.
/// 4. No payload for what has no picture header.
[[nodiscard]] std::vector<Bytes> packetize_mpeg_video(ByteView picture, DataSize max_payload);

/// Errors: kMalformed.
[[nodiscard]] Result<MpegVideoPayload> depacketize_mpeg_video(ByteView payload);

}  // namespace counterpoint
