// SPDX-License-Identifier: GPL-3.0-or-later
// Frames and audio that a person at one end of a scenario would see and hear, with times since the start.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/ports/audio_device.h"
#include "core/ports/frame_sink.h"
#include "media/audio/audio_input.h"

namespace counterpoint {

/// A part of a call, counted from its start.
struct Span {
  Duration from{};
  Duration to = Duration::max();
  [[nodiscard]] bool contains(Duration t) const { return t >= from && t < to; }
};

/// The screen, and whoever looks at it.
class Screen final : public FrameSink {
 public:
  struct Shown {
    Duration at{};
    Duration delay{};                     ///< Time since the frame was taken.
    std::optional<Duration> skew;         ///< Delay of the audio heard just then relative to its frame.
    std::optional<std::uint32_t> number;  ///< The mark in a test card; nothing in a synthetic frame.
    bool flash = false;
  };
  /// `now` and `audio_delay` are asked at each frame; the delay of audio is nothing before any was heard.
  Screen(Timestamp start, std::function<Timestamp()> now, std::function<std::optional<Duration>()> audio_delay)
      : start_(start), now_(std::move(now)), audio_delay_(std::move(audio_delay)) {}

  void show(const VideoFrame& frame) override;

  [[nodiscard]] const std::vector<Shown>& shown() const { return shown_; }
  [[nodiscard]] double frames_per_second(Span span) const;
  /// The longest time without a new frame, also at either end of `span`.
  [[nodiscard]] Duration longest_freeze(Span span) const;
  /// Capture to display: the share `p` (0 to 1) of frames was not later; zero without any.
  [[nodiscard]] Duration delay(Span span, double p) const;
  /// The largest |skew|; the longest possible time without any frame or audio.
  [[nodiscard]] Duration largest_skew(Span span) const;
  /// The times at which the flash of the test card came on.
  [[nodiscard]] std::vector<Duration> flashes() const;

 private:
  Timestamp start_;
  std::function<Timestamp()> now_;
  std::function<std::optional<Duration>()> audio_delay_;
  std::vector<Shown> shown_;
};

/// Microphone and earphone on one clock, which may run faster or slower than time itself.
class Headset final : public AudioDevice {
 public:
  struct Heard {
    Duration at{};
    float level = 0;  ///< The loudest sample of the block, 0 to 1.
  };
  /// `microphone` null: silence. `clock_error_ppm`: positive for a clock that is too fast.
  Headset(std::unique_ptr<AudioInput> microphone, double clock_error_ppm);

  [[nodiscard]] Result<void> start(AudioCallback& callback, Timestamp now) override;
  void stop() override { callback_ = nullptr; }
  void poll(Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] Message description() const override { return "headset"; }

  /// The longest time in `span` in which nothing was heard at all.
  [[nodiscard]] Duration longest_silence(Span span) const;
  /// The times at which the beeps of the source "marks" were heard.
  [[nodiscard]] std::vector<Duration> beeps() const;

 private:
  [[nodiscard]] Timestamp block_start(std::int64_t block) const;

  std::unique_ptr<AudioInput> microphone_;
  Duration block_duration_;
  AudioCallback* callback_ = nullptr;
  Timestamp start_{};
  std::int64_t blocks_ = 0;
  std::vector<Heard> heard_;
  std::vector<float> samples_;
};

}  // namespace counterpoint
