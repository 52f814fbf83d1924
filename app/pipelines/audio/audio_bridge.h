// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <semaphore>
#include <thread>

#include "core/base/queue/spsc_ring.h"
#include "core/ports/audio_device.h"

namespace counterpoint {

/// Stands between the device's real-time threads and the audio thread: three rings and a semaphore, nothing
/// that could block.
class AudioBridge final : public AudioCallback {
 public:
  /// A block for the loudspeaker.
  struct Playback {
    AudioSamples samples{};
    AudioSamples side{};
    /// When its first sample was captured, on the peer's clock; negative for "unknown".
    Duration capture_time{-1};
  };

  // The device's side.
  void handle_captured(const AudioBlock& captured) noexcept override;
  void fill_playback(AudioBlock& playback, Timestamp now) noexcept override;

  // The audio thread's side.
  [[nodiscard]] bool take_captured(AudioBlock& block) { return captured_.pop(block); }
  [[nodiscard]] std::size_t captured_blocks() const { return captured_.size(); }
  /// Gives the next block that the device really got to play, silence included.
  [[nodiscard]] bool take_played(AudioBlock& block) { return played_.pop(block); }
  void give_playback(const Playback& block) { playback_.push(block); }
  [[nodiscard]] std::size_t playback_blocks() const { return playback_.size(); }
  /// The least number of blocks that were left behind one that was played, since it was taken last; kBlocks if none
  /// was.
  [[nodiscard]] std::size_t take_least_left() { return least_left_.exchange(kBlocks, std::memory_order_relaxed); }
  /// Waits until the device has called, or `timeout` is over.
  void wait(Duration timeout) {
    (void)called_.try_acquire_for(timeout);
    while (called_.try_acquire()) {
    }
  }
  void notify() { called_.release(); }

  /// True when the device plays from a thread of its own, for which the caller's thread may be too late.
  [[nodiscard]] bool plays_by_itself() const {
    const std::thread::id player = player_.load(std::memory_order_relaxed);
    return player != std::thread::id() && player != std::this_thread::get_id();
  }
  /// True when it has played in the caller's thread last.
  [[nodiscard]] bool plays_here() const {
    return player_.load(std::memory_order_relaxed) == std::this_thread::get_id();
  }
  /// When it is heard here minus when it was captured there, of the newest block played; nothing before the first.
  [[nodiscard]] std::optional<Duration> playout_delay() const;
  /// The device's own part of it: from handing a block over to hearing it.
  [[nodiscard]] Duration output_latency() const { return Duration(output_latency_.load(std::memory_order_relaxed)); }
  [[nodiscard]] std::uint64_t underruns() const { return underruns_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t overruns() const { return overruns_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::int64_t kUnknown = INT64_MIN;
  static constexpr std::size_t kBlocks = 32;  ///< 320 ms: an audio thread that is later than that has lost anyway.

  SpscRing<AudioBlock> captured_{kBlocks};
  SpscRing<Playback> playback_{kBlocks};
  SpscRing<AudioBlock> played_{kBlocks};
  // A counting semaphore's bound is only a hint of how often it may be released unheard; more than that cannot be in
  // the rings.
  std::counting_semaphore<> called_{0};
  bool playing_ = false;  ///< The device's playing thread only.
  std::atomic<std::thread::id> player_ = std::thread::id();
  std::atomic<std::int64_t> playout_delay_ = kUnknown;
  std::atomic<std::int64_t> output_latency_ = 0;
  std::atomic<std::size_t> least_left_ = kBlocks;
  std::atomic<std::uint64_t> underruns_ = 0;
  std::atomic<std::uint64_t> overruns_ = 0;
};

}  // namespace counterpoint
