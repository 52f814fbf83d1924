// SPDX-License-Identifier: GPL-3.0-or-later
// Opens files for reading by libavformat. For .cpp files only: it pulls in libav's headers.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "media/ffmpeg/ffmpeg_handles.h"

namespace counterpoint {

/// The file or URL `name` with all that libavformat finds out about its streams. `what` it should be is for people: "a
/// video". `interrupt` may end it sooner. Errors: kInvalidArgument (a folder), kUnavailable (not there), kMalformed.
[[nodiscard]] Result<FfmpegHandle<AVFormatContext>> open_media(const std::string& name, std::string_view what,
                                                               AVIOInterruptCB interrupt);

/// Explains libav's error `code` to the user who wanted to open `name`.
[[nodiscard]] Error media_open_error(const std::string& name, int code, std::string_view what);

}  // namespace counterpoint
