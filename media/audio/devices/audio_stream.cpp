// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/audio_stream.h"

#include <portaudio.h>

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {

constexpr double kMaxLatency = 2;  // Seconds; what claims to be later is a host API's mistake.

Error cannot(const char* what, const std::string& name, PaError code) {
  return {ErrorKind::kUnavailable, std::string("Cannot ") + what + " the sound device \"" + name + "\" at 48 kHz: " +
                                       portaudio_error_text(code) + "; choose another one, or \"none\""};
}

}  // namespace

struct AudioStream::Callback {
  static int run(const void* in, void* out, unsigned long frames, const PaStreamCallbackTimeInfo* times,
                 PaStreamCallbackFlags flags, void* self) {
    auto& stream = *static_cast<AudioStream*>(self);
    if (flags != 0 && (flags & paPrimingOutput) == 0) stream.breaks_.fetch_add(1, std::memory_order_relaxed);
    const bool capture = stream.direction_ == AudioDirection::kCapture;
    // PortAudio keeps to the buffer size that it was given; a host API that broke that must not write out of bounds.
    if (frames != kAudioBlockSamples) {
      if (out != nullptr) std::fill_n(static_cast<float*>(out), frames * stream.channels_, 0.0F);
      return paContinue;
    }
    // Host APIs that do not know give zeros; a distance out of all proportion is taken for the same.
    const PaTime at = capture ? times->inputBufferAdcTime : times->outputBufferDacTime;
    const double distance = capture ? times->currentTime - at : at - times->currentTime;
    const bool believable = at > 0 && distance >= 0 && distance <= kMaxLatency;
    stream.run(static_cast<const float*>(in), static_cast<float*>(out), believable ? distance : stream.usual_latency_);
    return paContinue;
  }
};

Result<std::unique_ptr<AudioStream>> AudioStream::open(PortAudioLibrary& library, const std::string& device,
                                                       AudioDirection direction, Duration latency, Handler handler) {
  const Result<int> index = library.find_device(device, direction);
  if (!index) return index.error();
  std::unique_ptr<AudioStream> stream(new AudioStream(library, direction, std::move(handler)));
  if (Result<void> opened = stream->open_device(*index, latency); !opened) return opened.error();
  return stream;
}

Result<void> AudioStream::open_device(int device, Duration latency) {
  const PaDeviceInfo& info = *Pa_GetDeviceInfo(device);
  const bool capture = direction_ == AudioDirection::kCapture;
  name_ = info.name;
  const PaTime recommended = capture ? info.defaultLowInputLatency : info.defaultLowOutputLatency;
  PaStreamParameters parameters{.device = device,
                                .channelCount = 1,
                                .sampleFormat = paFloat32,
                                .suggestedLatency = std::max(recommended, to_seconds(latency)),
                                .hostApiSpecificStreamInfo = nullptr};
  const PaStreamParameters* in = capture ? &parameters : nullptr;
  const PaStreamParameters* out = capture ? nullptr : &parameters;
  PaError code = Pa_IsFormatSupported(in, out, kAudioSampleRate);
  if (code != paFormatIsSupported) {
    parameters.channelCount = 2;
    if (Pa_IsFormatSupported(in, out, kAudioSampleRate) != paFormatIsSupported) return cannot("open", name_, code);
  }
  channels_ = static_cast<std::size_t>(parameters.channelCount);
  const auto lock = PortAudioLibrary::lock();
  code = Pa_OpenStream(&stream_, in, out, kAudioSampleRate, kAudioBlockSamples, paNoFlag, &Callback::run, this);
  if (code != paNoError) return cannot("open", name_, code);
  if (const PaStreamInfo* stream = Pa_GetStreamInfo(stream_)) {
    usual_latency_ = capture ? stream->inputLatency : stream->outputLatency;
  }
  return {};
}

AudioStream::~AudioStream() {
  if (stream_ == nullptr) return;
  if (ended() && !started_) {
    // PortAudio has joined its thread already, and closing it would do so again, now or when all is terminated.
    static_cast<void>(Pa_Initialize());
    return;
  }
  if (ended()) Pa_AbortStream(stream_);  // It may never return, and so comes before the lock.
  const auto lock = PortAudioLibrary::lock();
  Pa_CloseStream(stream_);
}

Result<void> AudioStream::start() {
  const PaError code = Pa_StartStream(stream_);
  if (code != paNoError) return cannot("start", name_, code);
  started_ = true;
  return {};
}

void AudioStream::stop() {
  if (Pa_IsStreamStopped(stream_) == 0 && !ended()) Pa_AbortStream(stream_);
}

bool AudioStream::ended() const { return Pa_IsStreamStopped(stream_) == 0 && Pa_IsStreamActive(stream_) == 0; }

void AudioStream::run(const float* in, float* out, double distance) {
  samples_.fill(0);
  if (in != nullptr && channels_ == 1) {
    std::copy_n(in, kAudioBlockSamples, samples_.begin());
  } else if (in != nullptr) {
    for (std::size_t i = 0; i < kAudioBlockSamples; ++i) samples_[i] = (in[2 * i] + in[2 * i + 1]) / 2;
  }
  handler_(samples_, from_seconds(distance));
  if (out == nullptr) return;
  for (std::size_t i = 0; i < kAudioBlockSamples; ++i) std::fill_n(out + i * channels_, channels_, samples_[i]);
}

}  // namespace counterpoint
