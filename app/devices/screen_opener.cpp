// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/screen_opener.h"

#include <utility>

#include "app/devices/portal_screen.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {

void ScreenOpener::open(VideoSourceConfig config) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(opens_, true)) return;
  // The thread before has nothing left to do.
  thread_ = std::jthread([this, config = std::move(config)](const std::stop_token& stop) {
    const bool by_portal = config.name == "screen" && screen_needs_portal();
    auto source = by_portal ? open_portal_screen(config, session_now, stop) : open_video_source(config, session_now);
    {
      const std::lock_guard opening(mutex_);
      opens_ = false;
    }
    if (!stop.stop_requested()) opened_(std::move(source));
  });
}

void ScreenOpener::cancel() {
  const std::lock_guard lock(mutex_);
  thread_.request_stop();
}

}  // namespace counterpoint
