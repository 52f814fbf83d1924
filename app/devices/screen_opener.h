// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "core/base/result.h"
#include "core/ports/video_source.h"
#include "media/capture/video_source_factory.h"

namespace counterpoint {

/// Opens the screen to share in a thread of its own, one at a time: where the desktop asks its user, that takes as long
/// as the user likes. Any thread may call it.
class ScreenOpener {
 public:
  using Opened = std::function<void(Result<std::unique_ptr<VideoSource>>)>;
  /// `opened` is called in the thread, unless it was cancelled.
  explicit ScreenOpener(Opened opened) : opened_(std::move(opened)) {}

  /// "screen" is what the desktop or its user chooses; other names are those of open_video_source(). Nothing happens
  /// while the one before is being opened.
  void open(VideoSourceConfig config);
  /// Takes the desktop's dialog back, if there is one.
  void cancel();

 private:
  const Opened opened_;
  std::mutex mutex_;
  bool opens_ = false;
  std::jthread thread_;  ///< Destroyed first: what it does is cancelled.
};

}  // namespace counterpoint
