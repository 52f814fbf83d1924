// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/scenario/witness.h"

#include <algorithm>
#include <cmath>

#include "core/model/audio_format.h"
#include "media/capture/marks.h"
#include "tests/support/beep_finder.h"

namespace counterpoint {
namespace {

/// A frame that is smaller has no marks.
constexpr int kMinMarkedWidth = 64;
/// 46 dB below full scale: below what concealment makes of a tone or a voice, above what a codec makes of silence.
constexpr float kAudible = 0.005F;

}  // namespace

void Screen::show(const VideoFrame& frame) {
  const Timestamp now = now_();
  Shown shown{.at = now - start_, .delay = now.time_since_epoch() - frame.media_time};
  if (const std::optional<Duration> heard = audio_delay_()) shown.skew = *heard - shown.delay;
  if (frame.buffer->size().width >= kMinMarkedWidth) {
    shown.number = read_frame_number(*frame.buffer);
    shown.flash = flash_is_on(*frame.buffer);
  }
  shown_.push_back(shown);
}

double Screen::frames_per_second(Span span) const {
  const auto frames = std::ranges::count_if(shown_, [&](const Shown& s) { return span.contains(s.at); });
  return static_cast<double>(frames) / to_seconds(span.to - span.from);
}

Duration Screen::longest_freeze(Span span) const {
  Duration longest{};
  Duration last = span.from;
  for (const Shown& s : shown_) {
    if (!span.contains(s.at)) continue;
    longest = std::max(longest, s.at - last);
    last = s.at;
  }
  return std::max(longest, span.to - last);
}

Duration Screen::delay(Span span, double p) const {
  std::vector<Duration> delays;
  for (const Shown& s : shown_) {
    if (span.contains(s.at)) delays.push_back(s.delay);
  }
  if (delays.empty()) return {};
  const auto rank = static_cast<std::ptrdiff_t>(std::floor(p * static_cast<double>(delays.size() - 1)));
  std::ranges::nth_element(delays, delays.begin() + rank);
  return delays[static_cast<std::size_t>(rank)];
}

Duration Screen::largest_skew(Span span) const {
  std::optional<Duration> largest;
  for (const Shown& s : shown_) {
    if (!span.contains(s.at) || !s.skew) continue;
    largest = std::max(largest.value_or(Duration::zero()), std::chrono::abs(*s.skew));
  }
  return largest.value_or(Duration::max());
}

std::vector<Duration> Screen::flashes() const {
  std::vector<Duration> times;
  bool on = false;
  for (const Shown& s : shown_) {
    if (s.flash && !on) times.push_back(s.at);
    on = s.flash;
  }
  return times;
}

Headset::Headset(std::unique_ptr<AudioInput> microphone, double clock_error_ppm)
    : microphone_(std::move(microphone)),
      block_duration_(from_seconds(to_seconds(kAudioBlockDuration) / (1 + clock_error_ppm * 1e-6))) {}

Result<void> Headset::start(AudioCallback& callback, Timestamp now) {
  callback_ = &callback;
  start_ = now;
  return {};
}

Timestamp Headset::block_start(std::int64_t block) const { return start_ + block * block_duration_; }

Timestamp Headset::next_deadline() const { return callback_ == nullptr ? kNever : block_start(blocks_ + 1); }

void Headset::poll(Timestamp now) {
  while (next_deadline() <= now) {
    AudioBlock captured{.at = block_start(blocks_)};
    if (microphone_) microphone_->read(captured.samples);
    AudioBlock playback{.at = block_start(++blocks_)};
    callback_->handle_captured(captured);
    callback_->fill_playback(playback, playback.at);
    const auto loudest = std::ranges::max(playback.samples, {}, [](float sample) { return std::abs(sample); });
    heard_.push_back({.at = playback.at - start_, .level = std::abs(loudest)});
    samples_.insert(samples_.end(), playback.samples.begin(), playback.samples.end());
  }
}

Duration Headset::longest_silence(Span span) const {
  Duration longest{};
  Duration last = span.from;
  for (const Heard& heard : heard_) {
    if (!span.contains(heard.at)) continue;
    if (heard.level >= kAudible) last = heard.at + block_duration_;
    longest = std::max(longest, heard.at + block_duration_ - last);
  }
  return longest;
}

std::vector<Duration> Headset::beeps() const {
  std::vector<Duration> times = find_beeps(samples_);
  // The first sample is heard one block after the start; the device's second is not quite a second.
  for (Duration& time : times) {
    time = block_duration_ + from_seconds(to_seconds(time) * to_seconds(block_duration_) / 0.010);
  }
  return times;
}

}  // namespace counterpoint
