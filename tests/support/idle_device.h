// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ports/audio_device.h"

namespace counterpoint {

/// An audio device that calls back only when a test does it in its place.
class IdleDevice : public AudioDevice {
 public:
  Result<void> start(AudioCallback& callback, Timestamp) override {
    if (fails) return Error{ErrorKind::kUnavailable, "it is gone"};
    callback_ = &callback;
    return {};
  }
  void stop() override { callback_ = nullptr; }
  void poll(Timestamp) override {}
  Timestamp next_deadline() const override { return kNever; }
  Message description() const override { return "a device"; }

  [[nodiscard]] bool started() const { return callback_ != nullptr; }
  /// The callback of the latest start.
  [[nodiscard]] AudioCallback& callback() const { return *callback_; }

  bool fails = false;  ///< True: it cannot be started.

 private:
  AudioCallback* callback_ = nullptr;
};

}  // namespace counterpoint
