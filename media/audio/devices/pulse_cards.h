// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/result.h"
#include "media/audio/devices/sound_cards.h"

struct pa_context;
struct pa_mainloop_api;

namespace counterpoint {

struct PulseContextDeleter {
  void operator()(pa_context* context) const;
};
using PulseContext = std::unique_ptr<pa_context, PulseContextDeleter>;

/// A context by which this program is known to the sound server, not connected yet; null without memory.
[[nodiscard]] PulseContext make_pulse_context(pa_mainloop_api* api);

/// The sinks and sources of the sound server; nothing if none runs. kUnavailable: it does not answer within a second.
[[nodiscard]] Result<std::optional<std::vector<SoundCard>>> list_pulse_cards();

}  // namespace counterpoint
