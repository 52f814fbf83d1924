// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "net/sdp/offer_answer.h"

namespace counterpoint {

/// A host that speaks of itself as little as offer and answer allow; `ssrc` and the two numbers behind it are its own.
inline MediaCapabilities min_capabilities(std::uint32_t ssrc) {
  return {.port = 9,
          .audio_ssrc = ssrc,
          .video_ssrc = ssrc + 1,
          .rtx_ssrc = ssrc + 2,
          .tls_id = "12345678901234567890",
          .cname = "test",
          .session_id = ssrc};
}

}  // namespace counterpoint
