// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/base/result.h"
#include "media/audio/devices/sound_cards.h"

namespace counterpoint {

/// The sinks and sources of the sound server; nothing if none runs. A monitor of a sink is no default microphone.
/// kUnavailable: it does not answer within a second, or
/// not any more.
[[nodiscard]] Result<std::optional<std::vector<SoundCard>>> list_pulse_cards();

}  // namespace counterpoint
