// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

#include "core/model/audio_format.h"

namespace counterpoint {

enum class AudioDirection { kCapture, kPlayback };

/// One direction of a sound card: 48 kHz, blocks of 10 ms. A microphone is mono, a loudspeaker stereo.
///
/// Microphone and loudspeaker have a stream each, even of the same card, so that one that is late or lost does not
/// disturb the other. No function waits for the sound system for longer than a second, whatever state that is in.
class SoundStream {
 public:
  /// Runs in the stream's thread for each block: reads the captured samples, or fills samples and side of what is to be
  /// played, which are silence. `distance` is how long ago the first of them was captured, or how soon it will be
  /// heard.
  using Handler = std::function<void(AudioBlock& block, Duration distance)>;

  virtual ~SoundStream() = default;
  /// Waits for nothing: whether it succeeded is told by the first block, or by ended().
  virtual void start() = 0;
  /// After this, the handler does not run any more. A stream can be started again.
  virtual void stop() = 0;
  /// True if the sound system refused the stream, or ended it, after start().
  [[nodiscard]] virtual bool ended() const = 0;
  /// Times that the system lost captured audio, or ran out of audio to play.
  [[nodiscard]] virtual std::uint64_t breaks() const = 0;
};

}  // namespace counterpoint
