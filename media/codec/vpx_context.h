// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vpx/vpx_codec.h>

#include <memory>
#include <string>

namespace counterpoint {

struct DestroyVpxContext {
  void operator()(vpx_codec_ctx_t* context) const {
    vpx_codec_destroy(context);
    delete context;
  }
};

/// An initialised libvpx encoder or decoder.
using VpxContext = std::unique_ptr<vpx_codec_ctx_t, DestroyVpxContext>;

/// libvpx's words for what went wrong last.
[[nodiscard]] inline std::string vpx_error_text(vpx_codec_ctx_t* context) {
  const char* detail = vpx_codec_error_detail(context);
  return detail != nullptr ? detail : vpx_codec_error(context);
}

}  // namespace counterpoint
