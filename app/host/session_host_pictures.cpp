// SPDX-License-Identifier: GPL-3.0-or-later
// SessionHost: the screen and clips, which take the place of the camera.
#include <utility>

#include "app/call/active_call.h"
#include "app/host/host_rendezvous.h"
#include "app/host/session_host.h"
#include "app/pipelines/video/screen_point.h"
#include "media/capture/video_source_factory.h"
#include "net/adapters/session_clock.h"

namespace counterpoint {

void SessionHost::take_screen(Result<std::unique_ptr<VideoSource>> source) {
  if (!source) return post(ScreenShared{.problem = source.error().message});
  const auto once = std::make_shared<Result<std::unique_ptr<VideoSource>>>(std::move(source));
  auto opened = CameraThread::open({.name = "screen",
                                    .kind = FrameKind::kScreen,
                                    .open = [once](const std::string&) { return std::move(*once); },
                                    .local_view = config_.clip_view,
                                    .notice = {},
                                    .on_end = [this](const Message& why) { post(ScreenLost{why}); }});
  post(ScreenOpened{std::move(*opened)});
}

void SessionHost::handle(const ScreenOpened& opened) {
  if (call_) return call_->share_screen(opened.screen, config_.options.share_sound);
  observer_.handle(Notice{message("there is no call in which the screen could be shared")});
}

void SessionHost::handle(const ScreenLost& lost) {
  observer_.handle(Notice{message("the screen is not shared any more: %1", lost.why)});
  if (call_) call_->share_screen(nullptr);
}

void SessionHost::carry_out(const ShareScreen& share) {
  if (share.shared) {
    if (!call_) return observer_.handle(Notice{message("there is no call in which the screen could be shared")});
    constexpr ScreenCoding kCoding;
    return screen_opener_.open({.name = share.what, .size = kCoding.box, .frame_rate = kCoding.max_frames});
  }
  screen_opener_.cancel();
  if (call_) call_->share_screen(nullptr);
}

void SessionHost::carry_out(const ClipCommand& command) {
  const auto* loop = std::get_if<SetClipLoop>(&command);
  if (loop != nullptr) config_.options.loop_clip = loop->on;
  if (call_) return call_->control_clip(command);
  if (loop == nullptr) observer_.handle(Notice{message("there is no call in which a clip could be played")});
}

void SessionHost::carry_out(const SetClipLevels& levels) {
  config_.options.clip_levels = levels.levels;
  if (call_) call_->set_clip_levels(levels.levels);
}

}  // namespace counterpoint
