// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ports/audio_device.h"
#include "media/capture/device_list.h"

namespace counterpoint {

/// Input and output of audio.
struct AudioDeviceConfig {
  /// "default" (or empty): the system's microphone; "voice", "tone:HZ", "marks" (see media/audio/beep.h), "silence" or
  /// "none"; the path of an audio file; anything else is a part of a device's name.
  std::string microphone = "default";
  /// "default" (or empty): the system's loudspeaker; "none"; a path that ends in .wav, to record there; anything else
  /// is a part of a device's name.
  std::string speaker = "default";
};

/// Opens a device: hardware if either side is, else a ClockedDevice. `clock` is read in the audio callback of hardware,
/// so it must neither lock nor allocate. kInvalidArgument, kUnavailable or kMalformed, naming what is wrong.
[[nodiscard]] Result<std::unique_ptr<AudioDevice>> open_audio_device(const AudioDeviceConfig& config,
                                                                     std::function<Timestamp()> clock);

/// Everything that can be a source or a sink here: cameras, the screen, microphones, loudspeakers, generated sources.
/// Slow (asks the sound system, up to a second): not for the thread that paints.
[[nodiscard]] std::vector<DeviceInfo> list_devices();

/// True if the sound system has a microphone and a loudspeaker to open as "default", or does not answer, so that
/// opening them will tell. Takes up to a second.
[[nodiscard]] bool has_sound_card();

}  // namespace counterpoint
