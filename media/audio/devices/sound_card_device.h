// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/ports/audio_device.h"
#include "media/audio/audio_input.h"
#include "media/audio/audio_output.h"

namespace counterpoint {

struct SoundCardConfig {
  /// "default" or a part of a device's name (any case); unused when `input` is given.
  std::string microphone = "default";
  /// Named like `microphone`; unused when `output` is given.
  std::string speaker = "default";
  /// Stands in for the microphone; null for a real one.
  std::unique_ptr<AudioInput> input;
  /// Stands in for the loudspeaker; null for a real one. Written from poll(). It and `input` are not given together.
  std::unique_ptr<AudioOutput> output;
  /// 5 ms to 500 ms; what the sound system is asked to buffer in each direction, no less than it recommends itself.
  /// Default: two blocks, the least that survives one late wake-up.
  Duration latency = 20ms;
};

/// Statistics of a hardware device.
struct AudioDeviceStats {
  std::uint64_t blocks = 0;             ///< Captured so far.
  std::uint64_t capture_overflows = 0;  ///< Times the system lost captured audio.
  std::uint64_t playback_underflows = 0;
  std::uint64_t unwritten_blocks = 0;  ///< Blocks lost because poll() came too late to write them to `output`.
};

/// A sound card (contract 1 of AudioDevice): 48 kHz, blocks of 10 ms, a SoundStream for each direction that is
/// hardware. No function waits for the sound system for longer than a second; start() does not wait at
/// all, and what it cannot start is lost.
class SoundCardDevice : public AudioDevice {
 public:
  /// kUnavailable: no such device (the message lists those there are), or the sound system does not answer. `clock` is
  /// read in the audio callback, so it must neither lock nor allocate. The card is used from start() to stop() alone.
  [[nodiscard]] static Result<std::unique_ptr<SoundCardDevice>> open(SoundCardConfig config,
                                                                     std::function<Timestamp()> clock);
  [[nodiscard]] virtual AudioDeviceStats stats() const = 0;
  /// True if the sound system refused a stream or ended it, or has had no block for 3 s: the device no longer calls
  /// back and has to be replaced.
  [[nodiscard]] virtual bool lost() const = 0;
  /// True if each stream has had a block since start().
  [[nodiscard]] virtual bool sounding() const = 0;
};

}  // namespace counterpoint
