// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "core/base/result.h"

namespace counterpoint {

enum class AudioDirection { kCapture, kPlayback };

/// PortAudio, for as long as this object lives. PortAudio looks for devices when the first one is made.
///
/// ALSA and JACK like to complain on standard error about devices that were only tried; they are told to be quiet by
/// their own error handlers, where those libraries are loaded. Real failures come back as errors.
class PortAudioLibrary {
 public:
  [[nodiscard]] static Result<std::unique_ptr<PortAudioLibrary>> load();
  ~PortAudioLibrary();
  PortAudioLibrary(const PortAudioLibrary&) = delete;
  PortAudioLibrary& operator=(const PortAudioLibrary&) = delete;

  /// Opening and closing a stream needs this lock: PortAudio's list of them has none. After a second it is done
  /// without: who has the lock waits for the sound system then, and is done with the list.
  [[nodiscard]] static std::unique_lock<std::timed_mutex> lock();

  /// PortAudio's index of the device `name`: "default", its full name, or a part of it in any case. kUnavailable, with
  /// a list of those there are, when there is none.
  [[nodiscard]] Result<int> find_device(const std::string& name, AudioDirection direction) const;

 private:
  PortAudioLibrary() = default;
};

/// Description of the error `code` by PortAudio or the sound system below it.
[[nodiscard]] std::string portaudio_error_text(int code);

}  // namespace counterpoint
