// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <string>

#include "media/audio/devices/pulse_handles.h"
#include "media/audio/devices/sound_stream.h"

namespace counterpoint {

/// A stream of a sound server that speaks PulseAudio's protocol, with a connection and a thread of its own while it is
/// started. All of its requests are sent without waiting for the answer.
class PulseStream final : public SoundStream {
 public:
  /// `device` is the id of a sink or source; empty for the one that the desktop chooses, now and later. `latency` is
  /// what is asked for between handing over and hearing; the server gives at least what its device needs.
  PulseStream(std::string device, AudioDirection direction, Duration latency, Handler handler);
  ~PulseStream() override;

  void start() override;
  void stop() override;
  [[nodiscard]] bool ended() const override { return ended_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t breaks() const override { return breaks_.load(std::memory_order_relaxed); }

 private:
  struct Callbacks;  ///< libpulse's, as functions in C; they run in its thread and hold the loop's lock.

  void connect_stream();
  [[nodiscard]] bool was_moved_to_monitor(const char* device) const;
  void read();
  void write();
  void take(const float* samples, std::size_t count, Duration age);
  [[nodiscard]] Duration latency_now() const;

  const std::string device_;
  const AudioDirection direction_;
  const Duration latency_;
  const Handler handler_;
  std::atomic<bool> ended_ = false;
  std::atomic<std::uint64_t> breaks_ = 0;
  AudioBlock block_;
  std::array<float, 2 * kAudioBlockSamples> interleaved_{};  ///< The block on its way to a loudspeaker.
  std::size_t filled_ = 0;                                   ///< Samples of the captured block that is not whole yet.

  PulseConnection connection_;
  PulseStreamHandle stream_;
};

}  // namespace counterpoint
