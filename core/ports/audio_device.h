// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/model/audio_format.h"

namespace counterpoint {

/// What a device calls for every 10 ms. It runs in the device's real-time thread: no lock, no allocation, no log.
class AudioCallback {
 public:
  virtual ~AudioCallback() = default;
  /// `captured.at` is when its first sample reached the microphone. Fill `playback.samples`; `playback.at` is when its
  /// first sample will be heard. The same call may come for a device that only captures or only plays (silence).
  virtual void process(const AudioBlock& captured, AudioBlock& playback) noexcept = 0;
};

/// A microphone and a loudspeaker on one clock: one duplex device, files, or a clocked null.
///
/// 1. A device with its own clock (hardware) calls back from its own thread; next_deadline() is kNever or the time at
///    which it wants poll() for its housekeeping.
/// 2. A device without one (files, null, test voice) calls back from within poll(now), once for each 10 ms due since
///    start(); next_deadline() says when the next is due. So the same device serves real and virtual time.
/// 3. After stop() no callback runs any more.
class AudioDevice {
 public:
  virtual ~AudioDevice() = default;
  [[nodiscard]] virtual Result<void> start(AudioCallback& callback, Timestamp now) = 0;
  virtual void stop() = 0;
  virtual void poll(Timestamp now) = 0;
  [[nodiscard]] virtual Timestamp next_deadline() const = 0;
  /// For people: "microphone: voice.wav, loudspeaker: none".
  [[nodiscard]] virtual std::string description() const = 0;
};

}  // namespace counterpoint
