// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/camera_thread.h"

#include <chrono>
#include <utility>

#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {
constexpr const char* kNothing = "none";
constexpr const char* kStandIn = "test-card";
}  // namespace

Result<std::unique_ptr<CameraThread>> CameraThread::open(Config config) {
  std::unique_ptr<CameraThread> thread(new CameraThread(std::move(config)));
  if (thread->wanted_ == kNothing) return thread;
  auto source = thread->config_.open(thread->wanted_);
  if (!source) return source.error();
  thread->source_ = std::move(*source);
  return thread;
}

CameraThread::~CameraThread() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    if (source_) source_->interrupt();
  }
  changed_.notify_all();
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

void CameraThread::choose(const std::string& name) {
  {
    const std::lock_guard lock(mutex_);
    if (name == wanted_) return;
    wanted_ = name;
    chosen_ = true;
    if (source_) source_->interrupt();
  }
  changed_.notify_all();
}

std::string CameraThread::description() const {
  const std::lock_guard lock(mutex_);
  return source_ ? source_->description() : kNothing;
}

void CameraThread::run() {
  while (follow_choice()) read_one();
}

/// Opens what was chosen, or what is to come back. False: it is time to stop.
bool CameraThread::follow_choice() {
  std::unique_lock lock(mutex_);
  // Without a source there is nothing to do until one is chosen.
  if (!source_) changed_.wait(lock, [this] { return stop_ || chosen_; });
  if (stop_) return false;
  const bool is_new = std::exchange(chosen_, false);
  const std::string wanted = wanted_;
  lock.unlock();
  if (!is_new) {
    if (session_now() >= next_try_) look_again(wanted);
    return true;
  }
  next_try_ = kNever;
  // A camera can be open only once.
  put_in(nullptr);
  if (wanted == kNothing) {
    if (config_.local_view != nullptr) config_.local_view->show({});
    return true;
  }
  auto source = config_.open(wanted);
  if (source) {
    put_in(std::move(*source));
  } else {
    stand_in(source.error().message);
  }
  return true;
}

void CameraThread::put_in(std::unique_ptr<VideoSource> source) {
  const std::lock_guard lock(mutex_);
  std::swap(source_, source);
  start_ = session_now();
}

void CameraThread::stand_in(const std::string& why) {
  auto card = config_.open(kStandIn);
  put_in(card ? std::move(*card) : nullptr);
  next_try_ = session_now() + kRetryInterval;
  config_.notice(why + "; the test card stands in until it is there");
}

void CameraThread::look_again(const std::string& wanted) {
  next_try_ = session_now() + kRetryInterval;
  auto source = config_.open(wanted);
  // What is found by itself may be the test card again.
  if (!source || !(*source)->is_live()) return;
  next_try_ = kNever;
  put_in(std::move(*source));
  config_.notice("pictures are back: " + description());
}

void CameraThread::read_one() {
  if (!source_) return;
  Result<std::optional<VideoFrame>> read = source_->read();
  {
    const std::lock_guard lock(mutex_);
    if (stop_ || chosen_) return;
  }
  if (read && *read) {
    VideoFrame frame = std::move(**read);
    if (source_->is_live() || pace(frame)) deliver(frame);
    return;
  }
  const std::string why = read ? "the video source has come to its end" : read.error().message;
  if (source_->is_live() && !config_.on_end) return stand_in(why);
  put_in(nullptr);
  if (config_.on_end) return config_.on_end(why);
  config_.notice("no more video is sent: " + why);
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
  return !changed_.wait_until(lock, due, [this] { return stop_ || chosen_; });
}

void CameraThread::deliver(const VideoFrame& frame) {
  if (config_.local_view != nullptr) config_.local_view->show(frame);
  std::shared_ptr<Mailbox<VideoFrame>> mailbox;
  {
    const std::lock_guard lock(mutex_);
    mailbox = mailbox_;
  }
  if (mailbox) mailbox->push(frame);
}

}  // namespace counterpoint
