// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/video/video_presenter.h"

#include <algorithm>
#include <iterator>

namespace counterpoint {
namespace {

std::int64_t samples_of(const VideoFrame& frame) { return frame.buffer ? frame.buffer->size().area() : 0; }

}  // namespace

void VideoPresenter::drop_first() {
  waiting_samples_ -= samples_of(waiting_.front());
  waiting_.pop_front();
}

void VideoPresenter::add(VideoFrame frame) {
  if (last_shown_ && belongs_before(frame, shown_media_time_)) {
    ++counters_.dropped;
    return;
  }
  waiting_samples_ += samples_of(frame);
  while (!waiting_.empty() && (waiting_.size() == kMaxWaiting || waiting_samples_ > kMaxWaitingSamples)) {
    drop_first();
    ++counters_.dropped;
  }
  auto place = waiting_.end();
  while (place != waiting_.begin() && belongs_before(frame, std::prev(place)->media_time)) --place;
  // Lip-sync may move due times a little; frames never overtake each other.
  if (place != waiting_.begin()) frame.at = std::max(frame.at, std::prev(place)->at);
  for (auto later = place; later != waiting_.end(); ++later) {
    later->at = std::max(later->at, frame.at + (later->media_time - frame.media_time));
  }
  waiting_.insert(place, std::move(frame));
}

bool VideoPresenter::belongs_before(const VideoFrame& frame, Duration media_time) {
  return frame.media_time < media_time && media_time - frame.media_time < kMaxReordering;
}

std::optional<VideoFrame> VideoPresenter::take_due(Timestamp now) {
  std::optional<VideoFrame> due;
  while (!waiting_.empty() && waiting_.front().at <= now) {
    if (due) ++counters_.dropped;
    due = waiting_.front();
    drop_first();
  }
  if (due) {
    shown_media_time_ = due->media_time;
    record_shown(now);
  }
  return due;
}

void VideoPresenter::record_shown(Timestamp now) {
  ++counters_.rendered;
  if (last_shown_) {
    const Duration interval = now - *last_shown_;
    const double seconds = to_seconds(interval);
    // webrtc-stats: a freeze is a gap of three mean intervals, or of the mean and 150 ms, whichever is longer.
    if (mean_interval_ > 0 && seconds >= std::max(3 * mean_interval_, mean_interval_ + 0.150)) {
      const bool wanted = source_.stands || *last_shown_ <= source_.changed_at + kSettling;
      if (!wanted) ++counters_.freezes;
      if (!wanted) counters_.freeze_duration += interval;
    } else {
      constexpr double kWeight = 1.0 / 30;  // The statistic averages over the last 30 frames.
      mean_interval_ = mean_interval_ > 0 ? mean_interval_ + kWeight * (seconds - mean_interval_) : seconds;
    }
  }
  last_shown_ = now;
}

}  // namespace counterpoint
