// SPDX-License-Identifier: GPL-3.0-or-later
// Opens files for reading by libavformat. Only .cpp files include this: it pulls in libav's headers.
#pragma once

#include <string>

#include "core/base/result.h"
#include "media/ffmpeg/ffmpeg_handles.h"
#include "media/ffmpeg/media_decoder.h"

namespace counterpoint {

/// The file or URL `name` with all that libavformat finds out about its streams. `kind` is what it
/// should be. `interrupt` may end it sooner. Errors: kInvalidArgument (a folder), kUnavailable (not there), kMalformed.
[[nodiscard]] Result<FfmpegHandle<AVFormatContext>> open_media(const std::string& name, MediaKind kind,
                                                               AVIOInterruptCB interrupt);

/// Explains libav's error `code` to the user who wanted to open `name`.
[[nodiscard]] Error media_open_error(const std::string& name, int code, MediaKind kind);

}  // namespace counterpoint
