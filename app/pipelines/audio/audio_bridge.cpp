// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/audio/audio_bridge.h"

namespace counterpoint {

void AudioBridge::handle_captured(const AudioBlock& captured) noexcept {
  if (!captured_.push(captured)) overruns_.fetch_add(1, std::memory_order_relaxed);
  called_.release();
}

void AudioBridge::fill_playback(AudioBlock& playback, Timestamp now) noexcept {
  player_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  Playback block;
  if (playback_.pop(block)) {
    playing_ = true;
    playback.samples = block.samples;
    playback.side = block.side;
    if (block.capture_time >= Duration::zero()) {
      playout_delay_.store((playback.at.time_since_epoch() - block.capture_time).count(), std::memory_order_relaxed);
    }
    output_latency_.store((playback.at - now).count(), std::memory_order_relaxed);
    // Only this thread lowers it, and whoever took it meanwhile has seen the lower value.
    const std::size_t left = playback_.size();
    if (left < least_left_.load(std::memory_order_relaxed)) least_left_.store(left, std::memory_order_relaxed);
  } else {
    playback.samples.fill(0);
    playback.side.fill(0);
    // Before the first block, there is nothing to run out of.
    if (playing_) underruns_.fetch_add(1, std::memory_order_relaxed);
  }
  // Lost only when the audio thread has not come for 320 ms; the stamps tell so.
  played_.push(playback);
  called_.release();
}

std::optional<Duration> AudioBridge::playout_delay() const {
  const std::int64_t delay = playout_delay_.load(std::memory_order_relaxed);
  if (delay == kUnknown) return std::nullopt;
  return Duration(delay);
}

}  // namespace counterpoint
