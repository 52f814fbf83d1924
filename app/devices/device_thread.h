// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "core/ports/audio_device.h"

namespace counterpoint {

/// Drives a audio device that no call has: polls it in a thread of its own, from start() to its end, with which the
/// device is free again.
class DeviceThread {
 public:
  /// `tick`, which may be empty, is called by the thread at once and then each 100 ms. `device` outlives this.
  explicit DeviceThread(AudioDevice& device, std::function<void()> tick = {});
  ~DeviceThread();

  /// `callback` outlives this. Errors are those of the device.
  [[nodiscard]] Result<void> start(AudioCallback& callback);

 private:
  void run();

  AudioDevice& device_;
  std::function<void()> tick_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace counterpoint
