// SPDX-License-Identifier: GPL-3.0-or-later
// The compressed header of a VP8 frame (RFC 6386 section 19.2).
#pragma once

#include <optional>

#include "core/base/bytes.h"

namespace counterpoint {

struct Vp8Header {
  int loop_filter_level = 0;  ///< 0 to 63.
  /// Later frames are decoded as well without it. Segments and adjustments of the filter do not count, of which libvpx
  /// tells all in each frame.
  bool non_reference = false;
};

/// Nothing when the frame ends within its header.
[[nodiscard]] std::optional<Vp8Header> parse_vp8_header(ByteView frame);

}  // namespace counterpoint
