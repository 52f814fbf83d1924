// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/pipelines/audio/clip_levels.h"
#include "app/pipelines/clip/clip_status.h"
#include "ui/controller/clip_state.h"

namespace counterpoint {

/// The window's words for what the host says of a clip; `loop` and `audio` are what the window asked for.
[[nodiscard]] ClipState clip_state(const ClipStatus& status, bool loop, const ClipAudioChoice& audio);
[[nodiscard]] ClipLevels clip_levels(const ClipAudioChoice& audio);
[[nodiscard]] ClipAudioChoice clip_audio(const ClipLevels& levels);

}  // namespace counterpoint
