// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "core/base/result.h"
#include "core/ports/video_source.h"
#include "media/capture/video_source_factory.h"

namespace counterpoint {

/// True if this desktop shows its screen by its portal alone: it runs on Wayland, or has no X11 display.
[[nodiscard]] bool screen_needs_portal();

/// Opens the monitor or window that the user chooses in a dialog of the desktop, and waits as long as that takes, or
/// until `stop`. The name in `config` is not used. kUnavailable: there is no portal, or the user or the desktop
/// refused. The source ends with kUnavailable when the desktop ends it.
[[nodiscard]] Result<std::unique_ptr<VideoSource>> open_portal_screen(const VideoSourceConfig& config,
                                                                      std::function<Timestamp()> clock,
                                                                      const std::stop_token& stop);

}  // namespace counterpoint
