// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/audio_format.h"

namespace counterpoint {

/// Makes what a microphone captures fit to be sent: takes out what it hears of the loudspeaker, noise, and differences
/// of level. Audio that is not live is left as it is. For one thread, which is not the device's.
class AudioProcessor {
 public:
  virtual ~AudioProcessor() = default;
  /// Takes every block that the loudspeaker really plays, in turn; `played.at` is when its first sample is heard. A
  /// microphone hears both loudspeakers: the mid stands for them.
  virtual void play(const AudioBlock& played) = 0;
  /// Changes the next captured block in place; all blocks played that are known by now come before. If that delays the
  /// audio, `captured.at` becomes the earlier time at which its first sample was captured.
  virtual void capture(AudioBlock& captured) = 0;
};

}  // namespace counterpoint
