// SPDX-License-Identifier: GPL-3.0-or-later
// The uncompressed header of a VP8 or VP9 frame, read before any library allocates memory on its word.
#pragma once

#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/model/encoded_frame.h"

namespace counterpoint {

struct VpxFrameHeader {
  bool key_frame = false;
  Resolution size;  ///< {0, 0} when it is that of a frame before.
};

/// The header of one frame: RFC 6386 section 9.1, or the VP9 bitstream specification 7.2 (profile 0). kMalformed when
/// it is cut off, of another profile, or larger than kMaxPictureSide.
[[nodiscard]] Result<VpxFrameHeader> parse_vpx_frame_header(VideoCodec codec, ByteView frame);

/// The frames of a VP9 superframe (VP9 bitstream specification annex B), or `data` alone when it is none. kMalformed
/// when the index does not fit the data.
[[nodiscard]] Result<std::vector<ByteView>> split_vp9_superframe(ByteView data);

}  // namespace counterpoint
