// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/portaudio_device.h"

#include <portaudio.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <utility>

#include "core/base/spsc_ring.h"
#include "media/audio/block_clock.h"
#include "media/audio/portaudio_library.h"

namespace counterpoint {
namespace {

using Samples = std::array<float, kAudioBlockSamples>;

constexpr Duration kWriteInterval = 50ms;      // How often `output` is written to.
constexpr std::size_t kUnwrittenBlocks = 200;  // 2 s: what poll() may be late.
constexpr double kLongestLead = 2;             // Seconds until playback; even Bluetooth takes less.
constexpr double kLongestAge = 0.1;            // Seconds since capture, beyond twice the latency of the stream.

struct Direction {
  std::optional<PaStreamParameters> parameters;  ///< Nothing when this side is no hardware.
  std::string name;

  [[nodiscard]] const PaStreamParameters* get() const { return parameters ? &*parameters : nullptr; }
  [[nodiscard]] int channels() const { return parameters ? parameters->channelCount : 0; }
};

Direction make_direction(int device, SoundDirection direction, Duration latency) {
  const PaDeviceInfo& info = *Pa_GetDeviceInfo(device);
  const bool capture = direction == SoundDirection::kCapture;
  const PaTime recommended = capture ? info.defaultLowInputLatency : info.defaultLowOutputLatency;
  return {.parameters = PaStreamParameters{.device = device,
                                           .channelCount = 1,
                                           .sampleFormat = paFloat32,
                                           .suggestedLatency = std::max(recommended, to_seconds(latency)),
                                           .hostApiSpecificStreamInfo = nullptr},
          .name = info.name};
}

/// Tries mono and stereo on each side until the sound system agrees; leaves mono when it never does.
PaError choose_channels(Direction& capture, Direction& playback) {
  PaError first_error = paNoError;
  for (const auto& [in, out] : {std::pair(1, 1), std::pair(1, 2), std::pair(2, 1), std::pair(2, 2)}) {
    if (capture.parameters) capture.parameters->channelCount = in;
    if (playback.parameters) playback.parameters->channelCount = out;
    const PaError code = Pa_IsFormatSupported(capture.get(), playback.get(), kAudioSampleRate);
    if (code == paFormatIsSupported) return paNoError;
    if (first_error == paNoError) first_error = code;
  }
  return first_error;
}

class PortAudioStream final : public PortAudioDevice {
 public:
  PortAudioStream(PortAudioConfig config, std::function<Timestamp()> clock, std::unique_ptr<PortAudioLibrary> library)
      : config_(std::move(config)),
        clock_(std::move(clock)),
        library_(std::move(library)),
        unwritten_(config_.output ? kUnwrittenBlocks : 1) {}
  ~PortAudioStream() override {
    if (stream_ != nullptr) Pa_CloseStream(stream_);
  }
  PortAudioStream(const PortAudioStream&) = delete;
  PortAudioStream& operator=(const PortAudioStream&) = delete;

  Result<void> open();

  [[nodiscard]] Result<void> start(AudioCallback& callback, Timestamp now) override;
  void stop() override;
  void poll(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return next_write_; }
  [[nodiscard]] std::string description() const override;
  [[nodiscard]] AudioDeviceStats stats() const override;

 private:
  static int run(const void* in, void* out, unsigned long frames, const PaStreamCallbackTimeInfo* times,
                 PaStreamCallbackFlags flags, void* self);
  void run_block(const float* in, float* out, const PaStreamCallbackTimeInfo& times);
  void count(PaStreamCallbackFlags flags);
  void drain();

  PortAudioConfig config_;
  std::function<Timestamp()> clock_;
  std::unique_ptr<PortAudioLibrary> library_;
  Direction capture_;
  Direction playback_;
  PaStream* stream_ = nullptr;
  double input_latency_ = 0;  ///< Seconds, by PortAudio's account; stands in for times that it does not give.
  double output_latency_ = 0;
  Timestamp next_write_ = kNever;

  // Used by the audio thread alone while the stream runs.
  AudioCallback* callback_ = nullptr;
  BlockClock capture_clock_;
  BlockClock playback_clock_;
  AudioBlock captured_;
  AudioBlock played_;

  SpscRing<Samples> unwritten_;  ///< From the audio thread to poll().
  std::atomic<std::uint64_t> blocks_ = 0;
  std::atomic<std::uint64_t> overflows_ = 0;
  std::atomic<std::uint64_t> underflows_ = 0;
  std::atomic<std::uint64_t> lost_ = 0;
};

Result<void> PortAudioStream::open() {
  if (!config_.input) {
    const auto device = library_->find_device(config_.microphone, SoundDirection::kCapture);
    if (!device) return device.error();
    capture_ = make_direction(device.value(), SoundDirection::kCapture, config_.latency);
  }
  if (!config_.output) {
    const auto device = library_->find_device(config_.speaker, SoundDirection::kPlayback);
    if (!device) return device.error();
    playback_ = make_direction(device.value(), SoundDirection::kPlayback, config_.latency);
  }
  PaError code = choose_channels(capture_, playback_);
  if (code == paNoError) {
    code = Pa_OpenStream(&stream_, capture_.get(), playback_.get(), kAudioSampleRate, kAudioBlockSamples, paNoFlag,
                         &PortAudioStream::run, this);
  }
  if (code != paNoError) {
    return Error{ErrorKind::kUnavailable, "Cannot open " + description() + " at 48 kHz: " + portaudio_error_text(code) +
                                              "; choose other devices, or \"none\" for one of them"};
  }
  if (const PaStreamInfo* info = Pa_GetStreamInfo(stream_)) {
    input_latency_ = info->inputLatency;
    output_latency_ = info->outputLatency;
  }
  return {};
}

Result<void> PortAudioStream::start(AudioCallback& callback, Timestamp now) {
  callback_ = &callback;
  capture_clock_ = BlockClock();
  playback_clock_ = BlockClock();
  const PaError code = Pa_StartStream(stream_);
  if (code != paNoError) {
    return Error{ErrorKind::kUnavailable,
                 "Cannot start " + description() + ": " + portaudio_error_text(code) + "; choose other devices"};
  }
  if (config_.output) next_write_ = now + kWriteInterval;
  return {};
}

void PortAudioStream::stop() {
  if (Pa_IsStreamStopped(stream_) == 0) Pa_AbortStream(stream_);
  drain();
  next_write_ = kNever;
}

void PortAudioStream::poll(Timestamp now) {
  if (next_write_ > now) return;
  drain();
  next_write_ = now + kWriteInterval;
}

std::string PortAudioStream::description() const {
  return "microphone: " + (config_.input ? config_.input->description() : capture_.name) +
         ", loudspeaker: " + (config_.output ? config_.output->description() : playback_.name);
}

AudioDeviceStats PortAudioStream::stats() const {
  return {.blocks = blocks_,
          .capture_overflows = overflows_,
          .playback_underflows = underflows_,
          .unwritten_blocks = lost_};
}

int PortAudioStream::run(const void* in, void* out, unsigned long frames, const PaStreamCallbackTimeInfo* times,
                         PaStreamCallbackFlags flags, void* self) {
  auto* stream = static_cast<PortAudioStream*>(self);
  stream->count(flags);
  // PortAudio keeps to the buffer size that it was given; a host API that broke that must not write out of bounds.
  if (frames == kAudioBlockSamples) {
    stream->run_block(static_cast<const float*>(in), static_cast<float*>(out), *times);
  } else if (out != nullptr) {
    const auto samples = frames * static_cast<unsigned long>(stream->playback_.channels());
    std::fill_n(static_cast<float*>(out), samples, 0.0F);
  }
  return paContinue;
}

void PortAudioStream::run_block(const float* in, float* out, const PaStreamCallbackTimeInfo& times) {
  const Timestamp now = clock_();
  // Host APIs that do not know a time give zero. PulseAudio claims ages of half a second while it starts, which
  // loop-back measurements belie. And the first sample is a block old at least: the last has only just come.
  const double age = times.currentTime - times.inputBufferAdcTime;
  const bool know_age = times.inputBufferAdcTime > 0 && age < kLongestAge + 2 * input_latency_;
  const Duration capture_age = std::max(kAudioBlockDuration, from_seconds(know_age ? age : input_latency_));
  const double lead = times.outputBufferDacTime - times.currentTime;
  const bool know_lead = times.outputBufferDacTime > 0 && lead < kLongestLead;
  const Duration playback_lead = std::max(Duration::zero(), from_seconds(know_lead ? lead : output_latency_));
  captured_.at = capture_clock_.next(now - (config_.input ? kAudioBlockDuration : capture_age));
  played_.at = playback_clock_.next(now + (config_.output ? Duration::zero() : playback_lead));

  if (config_.input) {
    config_.input->read(captured_.samples);
  } else if (in == nullptr) {
    captured_.samples.fill(0);  // PortAudio has lost this block.
  } else if (capture_.channels() == 1) {
    std::copy_n(in, kAudioBlockSamples, captured_.samples.begin());
  } else {
    for (std::size_t i = 0; i < kAudioBlockSamples; ++i) captured_.samples[i] = (in[2 * i] + in[2 * i + 1]) / 2;
  }
  played_.samples.fill(0);
  callback_->process(captured_, played_);
  blocks_.fetch_add(1, std::memory_order_relaxed);
  if (config_.output) {
    if (!unwritten_.push(played_.samples)) lost_.fetch_add(1, std::memory_order_relaxed);
  } else {
    const auto channels = static_cast<std::size_t>(playback_.channels());
    for (std::size_t i = 0; i < kAudioBlockSamples; ++i) std::fill_n(out + i * channels, channels, played_.samples[i]);
  }
}

void PortAudioStream::count(PaStreamCallbackFlags flags) {
  if ((flags & (paInputOverflow | paInputUnderflow)) != 0) overflows_.fetch_add(1, std::memory_order_relaxed);
  if ((flags & (paOutputUnderflow | paOutputOverflow)) != 0) underflows_.fetch_add(1, std::memory_order_relaxed);
}

void PortAudioStream::drain() {
  Samples samples;
  while (unwritten_.pop(samples)) {
    if (config_.output) config_.output->write(samples);
  }
}

}  // namespace

Result<std::unique_ptr<PortAudioDevice>> PortAudioDevice::open(PortAudioConfig config,
                                                               std::function<Timestamp()> clock) {
  if (config.input && config.output) {
    return Error{ErrorKind::kInvalidArgument, "No side of this sound device is hardware; use a clocked device instead"};
  }
  auto library = PortAudioLibrary::load();
  if (!library) return library.error();
  auto stream = std::make_unique<PortAudioStream>(std::move(config), std::move(clock), std::move(library).value());
  if (const auto opened = stream->open(); !opened) return opened.error();
  return std::unique_ptr<PortAudioDevice>(std::move(stream));
}

}  // namespace counterpoint
