// SPDX-License-Identifier: GPL-3.0-or-later
// What the peer sees in place of the camera: the screen, and clips.
#include <utility>

#include "app/host/session_host.h"
#include "app/pipelines/video/screen_point.h"
#include "media/capture/video_source_factory.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {

Result<void> SessionHost::share_screen() {
  const auto open_screen = [](const std::string& name) {
    constexpr ScreenCoding kCoding;
    return open_video_source({.name = name, .size = kCoding.box, .frame_rate = kCoding.max_frames}, session_now);
  };
  const auto end_sharing = [this](const std::string& why) {
    post([this, why] {
      observer_.handle_notice("the screen is not shared any more: " + why);
      if (call_) call_->share_screen(nullptr);
    });
  };
  auto opened = CameraThread::open({.name = "screen",
                                    .kind = FrameKind::kScreen,
                                    .open = open_screen,
                                    .local_view = config_.clip_view,
                                    .notice = {},
                                    .on_end = end_sharing});
  if (!opened) return opened.error();
  post([this, screen = std::shared_ptr<CameraThread>(std::move(*opened))] {
    if (call_) return call_->share_screen(screen);
    observer_.handle_notice("there is no call in which the screen could be shared");
  });
  return {};
}

void SessionHost::stop_sharing() {
  post([this] {
    if (call_) call_->share_screen(nullptr);
  });
}

void SessionHost::play_clip(std::string path) {
  control_clip([this, path = std::move(path)](ClipPipeline& clip) { clip.play(path, config_.options.loop_clip); });
}

void SessionHost::resume_clip() {
  control_clip([](ClipPipeline& clip) { clip.resume(); });
}

void SessionHost::pause_clip() {
  control_clip([](ClipPipeline& clip) { clip.pause(); });
}

void SessionHost::seek_clip(Duration time) {
  control_clip([time](ClipPipeline& clip) { clip.seek(time); });
}

void SessionHost::stop_clip() {
  control_clip([](ClipPipeline& clip) { clip.stop(); });
}

void SessionHost::set_clip_loop(bool loop) {
  post([this, loop] {
    config_.options.loop_clip = loop;
    if (call_) call_->set_clip_loop(loop);
  });
}

void SessionHost::set_clip_levels(const ClipLevels& levels) {
  post([this, levels] {
    config_.options.clip_levels = levels;
    if (call_) call_->set_clip_levels(levels);
  });
}

void SessionHost::control_clip(std::function<void(ClipPipeline&)> command) {
  post([this, command = std::move(command)] {
    if (call_) return call_->control_clip(command);
    observer_.handle_notice("there is no call in which a clip could be played");
  });
}

}  // namespace counterpoint
