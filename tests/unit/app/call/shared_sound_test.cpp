// SPDX-License-Identifier: GPL-3.0-or-later
// The sound of a shared screen in a call, beyond the end of the sound server.
#include <gtest/gtest.h>
#include <poll.h>

#include <string>
#include <utility>
#include <variant>

#include "app/call/active_call.h"
#include "app/call/call_signalling.h"
#include "app/devices/camera_thread.h"
#include "app/pipelines/session/call_archive.h"
#include "media/capture/video_source_factory.h"
#include "net/adapters/session_clock.h"
#include "tests/support/idle_device.h"
#include "tests/support/mute_server.h"
#include "tests/unit/app/call/memory_link.h"

namespace counterpoint {
namespace {

class Observer final : public CallObserver {
 public:
  void handle(const CallEvent& event) override {
    const auto* notice = std::get_if<Notice>(&event);
    if (notice != nullptr && notice->text.text().find("no sound server") != std::string::npos) ++notices;
  }
  int notices = 0;
};

CameraThread::Config test_card(FrameKind kind) {
  return {.name = "test-card",
          .kind = kind,
          .open = [](const std::string& name) { return open_video_source({.name = name}, session_now); },
          .notice = [](const Notice&) {}};
}

TEST(SharedSound, IsAskedForAgainWhenTheSoundServerEnds) {
  const MuteServer server;
  IdleDevice device;
  Observer observer;
  auto camera = CameraThread::open(test_card(FrameKind::kCamera));
  ASSERT_TRUE(camera) << camera.error().message;
  auto screen = CameraThread::open(test_card(FrameKind::kScreen));
  ASSERT_TRUE(screen) << screen.error().message;
  CallOptions options;
  options.synthetic = true;
  ActiveCall call(
      {.call = 1, .options = options, .camera = camera->get(), .audio = &device, .observer = &observer, .wake = [] {}},
      *CallArchive::open({}), capabilities(11), nullptr, session_now());
  call.run(session_now());
  call.share_screen(std::move(*screen), true);
  int ended = 0;
  for (const Timestamp end = session_now() + 60s; session_now() < end && ended < 3;) {
    call.run(session_now());
    ended += server.end_connection() ? 1 : 0;
    (void)::poll(nullptr, 0, 5);
  }
  EXPECT_EQ(ended, 3) << "a connection after each one that ended";
  EXPECT_EQ(observer.notices, 1) << "once is enough";
}

}  // namespace
}  // namespace counterpoint
