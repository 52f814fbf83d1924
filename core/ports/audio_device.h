// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/model/audio_format.h"

namespace counterpoint {

/// Callback of a device for every 10 ms of audio in each direction. It runs in the device's real-time threads, one for
/// both directions or one for each: no lock, no allocation, no log.
class AudioCallback {
 public:
  virtual ~AudioCallback() = default;
  /// `captured.at` is when its first sample reached the microphone.
  virtual void handle_captured(const AudioBlock& captured) noexcept = 0;
  /// Fill samples and side of `playback`, which are silence; `playback.at` is when the first of them will be heard.
  virtual void fill_playback(AudioBlock& playback, Timestamp now) noexcept = 0;
};

/// A microphone and a loudspeaker, be they hardware (each with a clock of its own), files or a clocked null.
///
/// 1. A device with its own clock (hardware) calls back from its own threads; next_deadline() is kNever or the time at
///    which it wants poll() for its housekeeping.
/// 2. A device without one (files, null, test voice) calls back from within poll(now), once in each direction for
///    each 10 ms due since start(); next_deadline() says when the next is due. So the same device serves real and
///    virtual time.
/// 3. After stop(), no callback runs any more.
class AudioDevice {
 public:
  virtual ~AudioDevice() = default;
  [[nodiscard]] virtual Result<void> start(AudioCallback& callback, Timestamp now) = 0;
  virtual void stop() = 0;
  virtual void poll(Timestamp now) = 0;
  [[nodiscard]] virtual Timestamp next_deadline() const = 0;
  /// A text for people: "microphone: voice.wav, loudspeaker: none".
  [[nodiscard]] virtual Message description() const = 0;
};

}  // namespace counterpoint
