// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <mutex>
#include <utility>

#include "net/session/rtp_session.h"

namespace counterpoint {

/// The one RtpSession of a call, shared by the threads that feed it and the one that owns the socket. The lock is held
/// for microseconds and never by a real-time thread.
class SharedSession {
 public:
  /// `wake` is called after anything that may leave something to transmit; it may do nothing.
  SharedSession(RtpSession session, std::function<void()> wake)
      : session_(std::move(session)), wake_(std::move(wake)) {}

  /// Runs `use(RtpSession&)` under the lock and gives what it gives.
  template <typename Use>
  auto with(Use&& use) {
    const std::lock_guard lock(mutex_);
    return std::forward<Use>(use)(session_);
  }
  void wake() const {
    if (wake_) wake_();
  }

 private:
  std::mutex mutex_;
  RtpSession session_;
  std::function<void()> wake_;
};

}  // namespace counterpoint
