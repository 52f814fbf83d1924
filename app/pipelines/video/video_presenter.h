// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/time.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Holds decoded frames until they are due, and watches how smoothly they are shown.
class VideoPresenter {
 public:
  struct Counters {
    std::uint64_t rendered = 0;
    std::uint64_t dropped = 0;   ///< Overtaken by a newer frame that was due as well.
    std::uint64_t freezes = 0;   ///< See freezeCount in webrtc-stats.
    Duration freeze_duration{};  ///< See totalFreezesDuration in webrtc-stats.
  };

  /// The source of the frames, as the sender describes it.
  struct Source {
    Timestamp changed_at{};  ///< When it became another one, or began or ceased to stand still.
    bool stands = false;     ///< No frames come of it, on purpose.
  };

  /// While the source stands, and in a gap that begins before its last change or within kSettling of it, the picture
  /// is not frozen.
  void set_source(const Source& source) { source_ = source; }
  /// A frame with the time at which it is to be shown in `at`. Frames are shown in the order of `media_time`, up to
  /// kMaxReordering, however they come (B frames come behind what they are shown before); one that comes after its
  /// turn is dropped.
  void add(VideoFrame frame);
  /// The newest frame that is due; older ones are dropped.
  [[nodiscard]] std::optional<VideoFrame> take_due(Timestamp now);
  /// The time at which the next frame is due; kNever without one.
  [[nodiscard]] Timestamp next_deadline() const { return waiting_.empty() ? kNever : waiting_.front().at; }
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  /// True when `frame` is to be shown before one of `media_time`, which came earlier.
  [[nodiscard]] static bool belongs_before(const VideoFrame& frame, Duration media_time);
  void record_shown(Timestamp now);
  void drop_first();

  static constexpr std::size_t kMaxWaiting = 60;
  /// Luma samples, a second of 1920x1080 (96 MB): the largest frames take some bytes each to send, and 25 MB each here.
  static constexpr std::int64_t kMaxWaitingSamples = 64'000'000;
  /// A new source takes as long to open, and its first large frame to arrive at a low rate.
  static constexpr Duration kSettling = 1s;
  /// More than any group of B frames takes. A larger step back is a clock that was set, not an order.
  static constexpr Duration kMaxReordering = 1s;

  std::deque<VideoFrame> waiting_;
  std::int64_t waiting_samples_ = 0;
  Counters counters_;
  Source source_;
  std::optional<Timestamp> last_shown_;
  Duration shown_media_time_{};  ///< Media time of the frame shown last.
  double mean_interval_ = 0;     ///< Seconds, of the last frames (smoothed).
};

}  // namespace counterpoint
