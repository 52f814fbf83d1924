// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/camera_thread.h"

#include <chrono>
#include <utility>

#include "net/adapters/session_clock.h"

namespace counterpoint {

CameraThread::CameraThread(std::unique_ptr<VideoSource> source, FrameSink* local_view,
                           std::function<void(std::string)> on_failure)
    : source_(std::move(source)), local_view_(local_view), on_failure_(std::move(on_failure)) {}

CameraThread::~CameraThread() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopped_.notify_all();
  source_->interrupt();
  if (thread_.joinable()) thread_.join();
}

void CameraThread::start(Timestamp start) {
  if (thread_.joinable()) return;
  start_ = start;
  thread_ = std::thread([this] { run(); });
}

void CameraThread::attach(std::shared_ptr<Mailbox<VideoFrame>> mailbox) {
  const std::lock_guard lock(mutex_);
  mailbox_ = std::move(mailbox);
}

void CameraThread::run() {
  while (true) {
    Result<std::optional<VideoFrame>> read = source_->read();
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return;
    }
    if (!read) return on_failure_(read.error().message);
    if (!*read) return on_failure_("the video source has come to its end");
    VideoFrame frame = std::move(**read);
    if (!source_->is_live() && !pace(frame)) return;
    deliver(frame);
  }
}

bool CameraThread::pace(VideoFrame& frame) {
  frame.at = start_ + frame.media_time;
  const Timestamp now = session_now();
  if (now - frame.at > kMaxLag) {
    start_ += now - frame.at;
    frame.at = now;
  }
  std::unique_lock lock(mutex_);
  // Timestamps are of the steady clock (session_now()), so the wait needs no conversion but the type's.
  const std::chrono::steady_clock::time_point due(frame.at.time_since_epoch());
  return !stopped_.wait_until(lock, due, [this] { return stop_; });
}

void CameraThread::deliver(const VideoFrame& frame) {
  if (local_view_ != nullptr) local_view_->show(frame);
  std::shared_ptr<Mailbox<VideoFrame>> mailbox;
  {
    const std::lock_guard lock(mutex_);
    mailbox = mailbox_;
  }
  if (mailbox) mailbox->push(frame);
}

}  // namespace counterpoint
