// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/clip_mixer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <utility>

namespace counterpoint {
namespace {

/// A device's time stamps waver: samples follow each other without a gap until they are this far off.
constexpr Duration kMaxDrift = 15ms;

std::int64_t samples_in(Duration time) { return std::llround(to_seconds(time) * kAudioSampleRate); }

/// Adds `sound` to the block that begins at `start`.
void add_overlap(const ClipSound& sound, Duration start, AudioBlock& block) {
  const std::int64_t offset = samples_in(sound.time - start);
  const auto size = static_cast<std::int64_t>(sound.samples.size());
  const std::int64_t from = std::max<std::int64_t>(offset, 0);
  const std::int64_t to = std::min<std::int64_t>(offset + size, kAudioBlockSamples);
  for (std::int64_t i = from; i < to; ++i) {
    float& sample = block.samples[static_cast<std::size_t>(i)];
    sample = std::clamp(sample + sound.samples[static_cast<std::size_t>(i - offset)], -1.0F, 1.0F);
  }
}

}  // namespace

void ClipMixer::add(std::vector<ClipSound> sounds) {
  const std::lock_guard lock(mutex_);
  for (ClipSound& sound : sounds) sounds_.push_back(std::move(sound));
}

void ClipMixer::place(std::optional<Timestamp> begins_at) {
  const std::lock_guard lock(mutex_);
  begins_at_ = begins_at;
}

void ClipMixer::clear() {
  const std::lock_guard lock(mutex_);
  sounds_.clear();
  next_.reset();
}

void ClipMixer::mix_into(AudioBlock& block) {
  const std::lock_guard lock(mutex_);
  if (!begins_at_ || sounds_.empty()) return;
  Duration start = block.at - *begins_at_;
  if (next_ && std::chrono::abs(start - *next_) < kMaxDrift) start = *next_;
  next_ = start + kAudioBlockDuration;
  while (!sounds_.empty() && sounds_.front().time + audio_duration(sounds_.front().samples.size()) <= start) {
    sounds_.pop_front();
  }
  for (const ClipSound& sound : sounds_) {
    if (sound.time >= *next_) break;
    add_overlap(sound, start, block);
  }
}

}  // namespace counterpoint
