// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/base/bounded_queue.h"
#include "core/ports/frame_sink.h"
#include "core/ports/video_source.h"

namespace counterpoint {

/// Reads a video source in a thread of its own, at the source's pace, and hands each picture to the local view and to
/// whoever is attached.
class CameraThread {
 public:
  /// `local_view` may be null. `on_failure` is called, in the thread, when the source ends or breaks.
  CameraThread(std::unique_ptr<VideoSource> source, FrameSink* local_view, std::function<void(std::string)> on_failure);
  ~CameraThread();
  CameraThread(const CameraThread&) = delete;
  CameraThread& operator=(const CameraThread&) = delete;

  /// Starts reading; a stored source's first picture belongs to `start`. Nothing happens when it reads already.
  void start(Timestamp start);
  /// Where pictures go from now on; null for nowhere.
  void attach(std::shared_ptr<Mailbox<VideoFrame>> mailbox);
  [[nodiscard]] std::string description() const { return source_->description(); }

 private:
  void run();
  [[nodiscard]] bool pace(VideoFrame& frame);
  void deliver(const VideoFrame& frame);

  /// A stored source that fell behind by more than this (a suspended machine) goes on from now, not in a rush.
  static constexpr Duration kMaxLag = 500ms;

  std::unique_ptr<VideoSource> source_;
  FrameSink* local_view_;
  std::function<void(std::string)> on_failure_;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stop_ = false;
  std::shared_ptr<Mailbox<VideoFrame>> mailbox_;
  Timestamp start_{};  ///< The thread's, once it runs.
  std::thread thread_;
};

}  // namespace counterpoint
