// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "core/base/queue/spsc_ring.h"
#include "core/model/audio_format.h"
#include "media/audio/devices/pulse_handles.h"
#include "media/audio/stereo_input.h"

struct pa_sink_input_info;

namespace counterpoint {

/// Whatever other programs play on this computer, by PulseAudio or PipeWire: the streams of up to kMostStreams
/// programs, mixed. The streams of this program are left out, so that a peer does not hear themselves, and so are those
/// of filters that the server has before a sink, since they carry this program's sound, too.
///
/// Each stream is recorded before the mix of its sink. Connecting, and following what begins and ends, is done by a
/// thread of libpulse; nothing here waits for the server.
class ComputerSound final : public StereoInput {
 public:
  static constexpr std::size_t kMostStreams = 8;

  ComputerSound();
  ~ComputerSound() override;
  ComputerSound(const ComputerSound&) = delete;
  ComputerSound& operator=(const ComputerSound&) = delete;

  void read(AudioBlock& block) override;
  /// True if there is no sound server, or none any more.
  [[nodiscard]] bool ended() const { return ended_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::uint8_t kChannels = 2;
  using Samples = std::array<float, kChannels * kAudioBlockSamples>;  ///< 10 ms, interleaved.
  struct Callbacks;  ///< libpulse's, as functions in C; they run in its thread and hold the loop's lock.

  /// The recording of one stream.
  struct Recording {
    // The loop's thread.
    ComputerSound* owner = nullptr;
    std::uint32_t input = 0;  ///< The server's number of the stream.
    bool was_ready = false;
    PulseStreamHandle stream;  ///< Null while unused.
    Samples filling{};
    std::size_t filled = 0;
    // Both threads.
    SpscRing<Samples> blocks{kMostBlocks};
    // The reader.
    bool plays = false;
    Samples reading{};
    std::size_t left = 0;  ///< Samples at the end of `reading` that were not read yet.
  };
  /// 320 ms: a reader that is later than that loses sound.
  static constexpr std::size_t kMostBlocks = 32;

  void ask_for(std::uint32_t input);
  void follow(const pa_sink_input_info& input);
  void take(Recording& recording);
  void add(Recording& recording, AudioBlock& block);

  std::atomic<bool> ended_ = false;
  std::array<Recording, kMostStreams> recordings_;
  PulseConnection connection_;
};

}  // namespace counterpoint
