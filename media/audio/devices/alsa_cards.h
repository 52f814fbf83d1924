// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/result.h"
#include "media/audio/devices/sound_cards.h"

namespace counterpoint {

/// The sound cards of the kernel, the first of each direction as default. kUnavailable: ALSA does not answer within a
/// second; a configuration may have it ask a sound server, which may hang.
[[nodiscard]] Result<std::vector<SoundCard>> list_alsa_cards();

/// Has ALSA complain no more on standard error; failures come back as errors.
void silence_alsa();

}  // namespace counterpoint
