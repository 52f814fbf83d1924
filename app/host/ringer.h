// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/ports/audio_device.h"
#include "media/audio/ring_tone.h"

namespace counterpoint {

/// Rings on a device from its start to its end, with which the device is free again. The microphone is not heard.
class Ringer final : private AudioCallback {
 public:
  /// `device` outlives this.
  Ringer(AudioDevice& device, RingTone::Kind kind) : device_(device), tone_(kind) {}
  ~Ringer() override;

  /// Errors are those of the device.
  [[nodiscard]] Result<void> start();

 private:
  void handle_captured(const AudioBlock&) noexcept override {}
  void fill_playback(AudioBlock& playback, Timestamp) noexcept override { tone_.read(playback.samples); }
  void run();

  AudioDevice& device_;
  RingTone tone_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace counterpoint
