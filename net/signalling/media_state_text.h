// SPDX-License-Identifier: GPL-3.0-or-later
// The body of the signalling message STATE:
//   Microphone: on\r\nVideo: clip\r\nClip: film.mpg\r\nName: Ada\r\n
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/model/media_state.h"

namespace counterpoint {

/// In bytes; a longer body is refused.
inline constexpr std::size_t kMaxMediaStateText = 1024;

/// The body that says `state`; see make_plain_text() for names that cannot be sent as they are.
[[nodiscard]] std::string write_media_state(const MediaState& state);

/// Reads a body; fields of unknown names are ignored. Errors: kMalformed, naming the field.
[[nodiscard]] Result<MediaState> parse_media_state(std::string_view text);

}  // namespace counterpoint
