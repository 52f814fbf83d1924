// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/portaudio_device.h"

#include <atomic>
#include <utility>

#include "core/base/spsc_ring.h"
#include "media/audio/devices/audio_stream.h"
#include "media/audio/devices/block_clock.h"
#include "media/audio/devices/portaudio_library.h"

namespace counterpoint {
namespace {

using Samples = AudioStream::Samples;

constexpr Duration kPollInterval = 50ms;       // Interval of writes to `output`.
constexpr std::size_t kUnwrittenBlocks = 200;  // 2 s: what poll() may be late.

class PortAudio final : public PortAudioDevice {
 public:
  PortAudio(PortAudioConfig config, std::function<Timestamp()> clock, std::unique_ptr<PortAudioLibrary> library)
      : config_(std::move(config)),
        clock_(std::move(clock)),
        library_(std::move(library)),
        unwritten_(config_.output ? kUnwrittenBlocks : 1) {}

  Result<void> open();

  [[nodiscard]] Result<void> start(AudioCallback& callback, Timestamp now) override;
  void stop() override;
  void poll(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return next_poll_; }
  [[nodiscard]] Message description() const override;
  [[nodiscard]] AudioDeviceStats stats() const override;
  [[nodiscard]] bool lost() const override;

 private:
  void capture(Samples& samples, Duration age);
  void play(Samples& samples, Duration lead);
  void drain();

  PortAudioConfig config_;
  std::function<Timestamp()> clock_;
  std::unique_ptr<PortAudioLibrary> library_;
  AudioCallback* callback_ = nullptr;
  Timestamp next_poll_ = kNever;

  // Each used by one real-time thread alone while the streams run: that of the microphone, and that of the loudspeaker.
  // A side that is no hardware goes along with the other one.
  BlockClock capture_clock_;
  AudioBlock captured_;
  BlockClock playback_clock_;
  AudioBlock played_;

  SpscRing<Samples> unwritten_;  ///< The real-time thread leaves them to poll().
  std::atomic<std::uint64_t> blocks_ = 0;
  std::atomic<std::uint64_t> unwritten_lost_ = 0;

  // The last ones, so that no thread of theirs outlives what it uses.
  std::unique_ptr<AudioStream> microphone_;
  std::unique_ptr<AudioStream> loudspeaker_;
};

Result<void> PortAudio::open() {
  if (!config_.input) {
    auto stream = AudioStream::open(*library_, config_.microphone, AudioDirection::kCapture, config_.latency,
                                    [this](Samples& samples, Duration age) { capture(samples, age); });
    if (!stream) return stream.error();
    microphone_ = std::move(*stream);
  }
  if (!config_.output) {
    auto stream = AudioStream::open(*library_, config_.speaker, AudioDirection::kPlayback, config_.latency,
                                    [this](Samples& samples, Duration lead) { play(samples, lead); });
    if (!stream) return stream.error();
    loudspeaker_ = std::move(*stream);
  }
  return {};
}

Result<void> PortAudio::start(AudioCallback& callback, Timestamp now) {
  callback_ = &callback;
  capture_clock_ = BlockClock();
  playback_clock_ = BlockClock();
  for (AudioStream* stream : {loudspeaker_.get(), microphone_.get()}) {
    if (stream == nullptr) continue;
    if (Result<void> started = stream->start(); !started) {
      stop();
      return started.error();
    }
  }
  next_poll_ = now + kPollInterval;
  return {};
}

void PortAudio::stop() {
  if (microphone_) microphone_->stop();
  if (loudspeaker_) loudspeaker_->stop();
  drain();
  next_poll_ = kNever;
}

void PortAudio::poll(Timestamp now) {
  if (next_poll_ > now) return;
  next_poll_ = now + kPollInterval;
  drain();
}

Message PortAudio::description() const {
  return message("microphone: %1, loudspeaker: %2",
                 config_.input ? config_.input->description() : Message::verbatim(microphone_->name()),
                 config_.output ? config_.output->description() : Message::verbatim(loudspeaker_->name()));
}

AudioDeviceStats PortAudio::stats() const {
  const auto breaks = [](const auto& stream) { return stream ? stream->breaks() : 0; };
  return {.blocks = blocks_,
          .capture_overflows = breaks(microphone_),
          .playback_underflows = breaks(loudspeaker_),
          .unwritten_blocks = unwritten_lost_};
}

bool PortAudio::lost() const {
  return (microphone_ && microphone_->ended()) || (loudspeaker_ && loudspeaker_->ended());
}

void PortAudio::capture(Samples& samples, Duration age) {
  const Timestamp now = clock_();
  captured_.samples = samples;
  captured_.at = capture_clock_.next(now - age);
  captured_.live = true;
  callback_->handle_captured(captured_);
  blocks_.fetch_add(1, std::memory_order_relaxed);
  if (!config_.output) return;
  played_.samples.fill(0);
  played_.at = playback_clock_.next(now);
  callback_->fill_playback(played_, now);
  if (!unwritten_.push(played_.samples)) unwritten_lost_.fetch_add(1, std::memory_order_relaxed);
}

void PortAudio::play(Samples& samples, Duration lead) {
  const Timestamp now = clock_();
  if (config_.input) {
    config_.input->read(captured_.samples);
    captured_.at = capture_clock_.next(now - kAudioBlockDuration);
    callback_->handle_captured(captured_);
    blocks_.fetch_add(1, std::memory_order_relaxed);
  }
  played_.samples.fill(0);
  played_.at = playback_clock_.next(now + lead);
  played_.live = true;
  callback_->fill_playback(played_, now);
  samples = played_.samples;
}

void PortAudio::drain() {
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
  auto device = std::make_unique<PortAudio>(std::move(config), std::move(clock), std::move(library).value());
  if (const auto opened = device->open(); !opened) return opened.error();
  return std::unique_ptr<PortAudioDevice>(std::move(device));
}

}  // namespace counterpoint
