// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/devices/device_thread.h"
#include "core/ports/audio_device.h"
#include "media/audio/ring_tone.h"

namespace counterpoint {

/// Rings on a device from its start to its end, with which the device is free again. The microphone is not heard.
class Ringer final : private AudioCallback {
 public:
  /// `device` outlives this.
  Ringer(AudioDevice& device, RingTone::Kind kind) : tone_(kind), thread_(device) {}

  /// Errors are those of the device.
  [[nodiscard]] Result<void> start() { return thread_.start(*this); }

 private:
  void handle_captured(const AudioBlock&) noexcept override {}
  void fill_playback(AudioBlock& playback, Timestamp) noexcept override { tone_.read(playback.samples); }

  RingTone tone_;
  DeviceThread thread_;  ///< Ends before what it plays.
};

}  // namespace counterpoint
