// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/camera_thread.h"

#include <chrono>
#include <utility>

#include "net/adapters/session_clock.h"

namespace counterpoint {
namespace {
constexpr const char* kNoCamera = "none";
constexpr const char* kStandIn = "test-card";
constexpr const char* kOff = "black";
}  // namespace

CameraThread::CameraThread(Config config)
    : config_(std::move(config)),
      wanted_(config_.name),
      attention_(config_.preview ? Attention::kNone : Attention::kActive) {}

Result<std::unique_ptr<CameraThread>> CameraThread::open(Config config) {
  std::unique_ptr<CameraThread> thread(new CameraThread(std::move(config)));
  if (thread->wanted_ == kNoCamera) return thread;
  if (thread->config_.preview) {
    thread->chosen_ = true;
    return thread;
  }
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

void CameraThread::attach(std::shared_ptr<Mailbox<CapturedFrame>> mailbox) {
  {
    const std::lock_guard lock(mutex_);
    mailbox_ = std::move(mailbox);
  }
  changed_.notify_all();
}

Attention CameraThread::set_attention(Attention attention) {
  const Attention before = [&] {
    const std::lock_guard lock(mutex_);
    return std::exchange(attention_, attention);
  }();
  changed_.notify_all();
  return before;
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

void CameraThread::reopen() {
  {
    const std::lock_guard lock(mutex_);
    chosen_ = true;
    if (source_) source_->interrupt();
  }
  changed_.notify_all();
}

void CameraThread::set_on(bool on) {
  {
    const std::lock_guard lock(mutex_);
    if (on == on_) return;
    on_ = on;
    chosen_ = true;
    if (source_) source_->interrupt();
  }
  changed_.notify_all();
}

bool CameraThread::has_choice() const {
  const std::lock_guard lock(mutex_);
  return wanted_ != kNoCamera;
}

void CameraThread::hold(bool held) {
  const std::lock_guard lock(mutex_);
  held_ = held;
}

Message CameraThread::description() const {
  const std::lock_guard lock(mutex_);
  return source_ ? source_->description() : Message(kNoCamera);
}

void CameraThread::run() {
  while (follow_choice()) read_one();
}

bool CameraThread::has_work() const {
  if (!source_) return chosen_ && is_wanted();
  // A new choice replaces the old source at once, so that nobody sees that any longer.
  return chosen_ || source_->is_live() || is_wanted();
}

/// Opens what was chosen, or what is to come back. False: it is time to stop.
bool CameraThread::follow_choice() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stop_ || has_work(); });
  if (stop_) return false;
  const bool is_new = std::exchange(chosen_, false);
  const std::string wanted = wanted_;
  const bool on = on_;
  lock.unlock();
  if (is_new) {
    take(wanted, on);
  } else if (session_now() >= next_try_) {
    look_again(wanted);
  }
  return true;
}

void CameraThread::take(const std::string& choice, bool on) {
  next_try_ = kNever;
  // A camera can be open only once.
  put_in(nullptr);
  if (choice == kNoCamera) {
    if (config_.local_view != nullptr) config_.local_view->show({});
    return;
  }
  auto source = config_.open(on ? choice : kOff);
  if (source) {
    put_in(std::move(*source));
  } else {
    stand_in(source.error().message);
  }
}

void CameraThread::put_in(std::unique_ptr<VideoSource> source) {
  {
    const std::lock_guard lock(mutex_);
    std::swap(source_, source);
    wanted_at_ = start_ = session_now();
  }
  if (config_.on_source && source_) config_.on_source(*source_);
}

void CameraThread::stand_in(const Message& why) {
  auto card = config_.open(kStandIn);
  put_in(card ? std::move(*card) : nullptr);
  next_try_ = session_now() + kRetryInterval;
  config_.notice({message("%1; the test card stands in until it is there", why)});
}

void CameraThread::look_again(const std::string& wanted) {
  auto source = config_.open(wanted);
  // Opening may have taken long.
  next_try_ = session_now() + kRetryInterval;
  // The automatic choice may be the test card again.
  if (!source || !(*source)->is_live()) return;
  next_try_ = kNever;
  put_in(std::move(*source));
  config_.notice({message("pictures are back: %1", description()), Notice::Kind::kNews});
}

/// True: nobody has wanted the preview's camera for so long that it is closed now. Whoever does opens it by his choice.
bool CameraThread::close_unwanted() {
  const Timestamp now = session_now();
  {
    const std::lock_guard lock(mutex_);
    if (!config_.preview || !source_->is_live() || is_wanted() || held_) wanted_at_ = now;
    if (now - wanted_at_ < (config_.preview ? config_.preview->linger : Duration::max())) return false;
    chosen_ = true;
  }
  put_in(nullptr);
  if (config_.local_view != nullptr) config_.local_view->show({});
  return true;
}

void CameraThread::read_one() {
  if (!source_ || close_unwanted()) return;
  const bool wanted = next_is_wanted();
  Result<std::optional<VideoFrame>> read = wanted ? source_->read() : source_->skip();
  {
    const std::lock_guard lock(mutex_);
    if (stop_ || chosen_) return;
  }
  if (read && *read) {
    VideoFrame frame = std::move(**read);
    if (!source_->is_live()) {
      place_in_time(frame);
      if (!wanted) {
        frame.buffer = nullptr;
      } else if (!wait_until(frame.at)) {
        return;
      }
    }
    return deliver(frame);
  }
  const Message why = read ? message("the video source has come to its end") : read.error().message;
  if (source_->is_live() && !config_.on_end) return stand_in(why);
  put_in(nullptr);
  if (config_.on_end) return config_.on_end(why);
  config_.notice({message("no more video is sent: %1", why)});
}

/// Decides by the time at which the next frame is expected, if only the preview wants frames.
bool CameraThread::next_is_wanted() {
  const std::lock_guard lock(mutex_);
  if (mailbox_ || !config_.preview) return true;
  return is_for_view(last_at_ + interval_, interval_);
}

/// True for a frame, `interval` after the one before, that the preview shows. The caller holds the lock.
bool CameraThread::is_for_view(Timestamp at, Duration interval) const {
  if (!is_seen()) return false;
  if (!config_.preview) return true;
  const auto& [alone, beside, idle, linger] = *config_.preview;
  const Duration distance = mailbox_ ? beside : attention_ == Attention::kIdle ? idle : alone;
  return at + interval / 2 - last_shown_ >= distance;
}

void CameraThread::place_in_time(VideoFrame& frame) {
  frame.at = start_ + frame.media_time;
  const Timestamp now = session_now();
  if (now - frame.at > kMaxLag) {
    start_ += now - frame.at;
    frame.at = now;
  }
}

/// False: whatever was waited for is not wanted any more.
bool CameraThread::wait_until(Timestamp at) {
  std::unique_lock lock(mutex_);
  // Timestamps are of the steady clock (session_now()), so the wait needs no conversion but the type's.
  const std::chrono::steady_clock::time_point due(at.time_since_epoch());
  return !changed_.wait_until(lock, due, [this] { return stop_ || chosen_; });
}

void CameraThread::deliver(const VideoFrame& frame) {
  interval_ = frame.at - std::exchange(last_at_, frame.at);
  if (!frame.buffer) return;
  std::shared_ptr<Mailbox<CapturedFrame>> mailbox;
  bool show = false;
  {
    const std::lock_guard lock(mutex_);
    mailbox = mailbox_;
    show = is_for_view(frame.at, interval_);
  }
  if (show) {
    last_shown_ = frame.at;
    config_.local_view->show(frame);
  }
  if (mailbox) mailbox->push({.frame = frame, .kind = config_.kind});
}

}  // namespace counterpoint
