// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/audio/clip_mixer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "core/model/stereo.h"

namespace counterpoint {
namespace {

/// A device's time stamps waver: samples follow each other without a gap until they are this far off.
constexpr Duration kMaxDrift = 15ms;

std::int64_t samples_in(Duration time) { return std::llround(to_seconds(time) * kAudioSampleRate); }

/// Adds what begins at `offset` of a block.
void add_overlap(std::span<const float> audio, std::int64_t offset, AudioSamples& block) {
  const auto size = static_cast<std::int64_t>(audio.size());
  const std::int64_t from = std::max<std::int64_t>(offset, 0);
  const std::int64_t to = std::min<std::int64_t>(offset + size, kAudioBlockSamples);
  for (std::int64_t i = from; i < to; ++i) {
    block[static_cast<std::size_t>(i)] += audio[static_cast<std::size_t>(i - offset)];
  }
}

/// Adds `added` to `samples`, ever less or more of it from gain `from` to gain `to`.
void blend_into(AudioSamples& samples, const AudioSamples& added, float from, float to) {
  const float step = (to - from) / static_cast<float>(samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] += (from + step * static_cast<float>(i + 1)) * added[i];
  }
}

}  // namespace

void ClipMixer::add(std::vector<ClipAudio> audio) {
  const std::lock_guard lock(mutex_);
  for (ClipAudio& chunk : audio) audio_.push_back(std::move(chunk));
}

void ClipMixer::set_start_time(std::optional<Timestamp> begins_at) {
  const std::lock_guard lock(mutex_);
  begins_at_ = begins_at;
}

void ClipMixer::clear() {
  const std::lock_guard lock(mutex_);
  audio_.clear();
  next_.reset();
}

void ClipMixer::set_levels(const ClipLevels& levels) {
  const std::lock_guard lock(mutex_);
  levels_ = levels;
}

void ClipMixer::mix_into(AudioBlock& block) {
  const std::lock_guard lock(mutex_);
  const auto gain = static_cast<float>(levels_.volume * levels_.volume);
  const float peer_gain = levels_.to_peer ? gain : 0;
  const float our_gain = levels_.to_us ? gain : 0;
  const float peer_gain_before = std::exchange(peer_gain_, peer_gain);
  const float our_gain_before = std::exchange(our_gain_, our_gain);
  if (!begins_at_ || audio_.empty()) return;
  const Channels audio = take(block.at);
  blend_into(block.samples, audio.samples, peer_gain_before, peer_gain);
  blend_into(block.side, audio.side, peer_gain_before, peer_gain);
  limit_channels(block.samples, block.side);
  if (our_gain_before == 0 && our_gain == 0) return;
  if (monitor_.size() == kMonitorHolds) monitor_.pop_front();
  Channels& heard = monitor_.emplace_back();
  blend_into(heard.samples, audio.samples, our_gain_before, our_gain);
  blend_into(heard.side, audio.side, our_gain_before, our_gain);
}

void ClipMixer::monitor_into(AudioSamples& samples, AudioSamples& side) {
  const std::lock_guard lock(mutex_);
  if (monitor_.size() >= kMonitorBegins) monitor_plays_ = true;
  if (monitor_.empty()) monitor_plays_ = false;
  if (!monitor_plays_) return;
  blend_into(samples, monitor_.front().samples, 1, 1);
  blend_into(side, monitor_.front().side, 1, 1);
  limit_channels(samples, side);
  monitor_.pop_front();
}

ClipMixer::Channels ClipMixer::take(Timestamp at) {
  Channels due;
  Duration start = at - *begins_at_;
  if (next_ && std::chrono::abs(start - *next_) < kMaxDrift) start = *next_;
  next_ = start + kAudioBlockDuration;
  while (!audio_.empty() && audio_.front().time + audio_duration(audio_.front().samples.size()) <= start) {
    audio_.pop_front();
  }
  for (const ClipAudio& audio : audio_) {
    if (audio.time >= *next_) break;
    const std::int64_t offset = samples_in(audio.time - start);
    add_overlap(audio.samples, offset, due.samples);
    add_overlap(audio.side, offset, due.side);
  }
  return due;
}

}  // namespace counterpoint
