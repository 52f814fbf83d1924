// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace counterpoint {

/// The names of the devices to use when the user names none: the real ones where there are any, else what is generated,
/// so that a call is possible on every machine. Slow (up to a second): they ask the sound system.
[[nodiscard]] std::string default_camera();      ///< "camera" or "test-card".
[[nodiscard]] std::string default_microphone();  ///< "default" or "voice".
[[nodiscard]] std::string default_speaker();     ///< "default" or "none".

}  // namespace counterpoint
