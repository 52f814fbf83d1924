// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <ctime>
#include <span>
#include <vector>

#include "core/base/time.h"

namespace counterpoint {

/// Lets one thread sleep on descriptors and a deadline, and any other wake it.
class PollInterrupter {
 public:
  PollInterrupter() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  ~PollInterrupter() { close(descriptor_); }
  PollInterrupter(const PollInterrupter&) = delete;
  PollInterrupter& operator=(const PollInterrupter&) = delete;

  /// From any thread, also before the sleeper sleeps: it then does not.
  void wake() {
    const std::uint64_t one = 1;
    // It fails only when the counter is full, and then the sleeper is awake anyway.
    (void)!write(descriptor_, &one, sizeof one);
  }

  /// Sleeps until wake(), one of `others` has an event, or `timeout` is over. Fills in `revents` of the others.
  void wait(std::span<pollfd> others, Duration timeout) {
    all_.assign(1, {.fd = descriptor_, .events = POLLIN, .revents = 0});
    all_.insert(all_.end(), others.begin(), others.end());
    const Duration bounded = timeout < Duration::zero() ? Duration::zero() : timeout;
    const std::timespec span{.tv_sec = static_cast<std::time_t>(bounded.count() / 1'000'000'000),
                             .tv_nsec = static_cast<long>(bounded.count() % 1'000'000'000)};
    ppoll(all_.data(), static_cast<nfds_t>(all_.size()), &span, nullptr);
    for (std::size_t i = 0; i < others.size(); ++i) others[i].revents = all_[i + 1].revents;
    std::uint64_t count = 0;
    (void)!read(descriptor_, &count, sizeof count);
  }

 private:
  int descriptor_;
  std::vector<pollfd> all_;  ///< Belongs to the sleeper, who need not allocate each time.
};

}  // namespace counterpoint
