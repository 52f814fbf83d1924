// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "core/model/audio_format.h"
#include "media/audio/devices/portaudio_library.h"

namespace counterpoint {

/// One direction of a sound card, by PortAudio: 48 kHz, blocks of 10 ms; a device without a mono mode is opened in
/// stereo and mixed.
///
/// Microphone and loudspeaker have a stream each, even of the same card: PortAudio ties the directions of a duplex
/// stream together, so that one late buffer of the loudspeaker throws captured audio away and starts both anew, and at
/// a sound server (ALSA's plugin for PulseAudio and PipeWire) the stream may end with that.
class AudioStream final {
 public:
  using Samples = std::array<float, kAudioBlockSamples>;
  /// Runs in the stream's real-time thread for each block: reads the captured samples, or fills those to be played,
  /// which are silence. `distance` is how long ago the first of them was captured, or how soon it will be heard.
  using Handler = std::function<void(Samples& samples, Duration distance)>;

  /// kUnavailable: no such device (the message lists those there are) or it does not open. The library must outlive the
  /// stream. `latency` is what the sound system is asked to buffer, no less than it recommends itself.
  [[nodiscard]] static Result<std::unique_ptr<AudioStream>> open(PortAudioLibrary& library, const std::string& device,
                                                                 AudioDirection direction, Duration latency,
                                                                 Handler handler);
  /// Closes the stream, which may take for ever if it ended.
  ~AudioStream();
  AudioStream(const AudioStream&) = delete;
  AudioStream& operator=(const AudioStream&) = delete;

  [[nodiscard]] Result<void> start();
  /// After this, the handler does not run any more.
  void stop();
  /// True if the sound system ended the stream between start() and stop(). PortAudio's thread may have died holding a
  /// lock then, so starting the stream could wait for ever, as closing it (PortAudio 19.6 when ALSA's plugin for
  /// PulseAudio loses its sink).
  [[nodiscard]] bool ended() const;

  /// The device's name.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Times that the system lost captured audio, or ran out of audio to play.
  [[nodiscard]] std::uint64_t breaks() const { return breaks_.load(std::memory_order_relaxed); }

 private:
  AudioStream(PortAudioLibrary& library, AudioDirection direction, Handler handler)
      : library_(library), direction_(direction), handler_(std::move(handler)) {}
  [[nodiscard]] Result<void> open_device(int device, Duration latency);
  void run(const float* in, float* out, double distance);

  struct Callback;  ///< PortAudio's, as a function in C.

  PortAudioLibrary& library_;
  AudioDirection direction_;
  Handler handler_;
  std::string name_;
  void* stream_ = nullptr;  ///< PaStream*.
  bool started_ = false;    ///< At least once.
  std::size_t channels_ = 1;
  double usual_latency_ = 0;  ///< Seconds, by PortAudio's account; stands in for times that it does not give.
  Samples samples_{};         ///< The real-time thread's.
  std::atomic<std::uint64_t> breaks_ = 0;
};

}  // namespace counterpoint
