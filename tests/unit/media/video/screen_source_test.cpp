// SPDX-License-Identifier: GPL-3.0-or-later
// The screen is a real X server without a monitor.
#include <gmock/gmock.h>

#include <thread>
#include <vector>

#include "media/capture/video_source_factory.h"
#include "tests/support/timing.h"
#include "tests/support/xvfb.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

double mean_luma(const FrameBuffer& picture) {
  double sum = 0;
  for (int y = 0; y < picture.size().height; ++y) {
    for (const std::uint8_t sample : picture.row(0, y)) sum += sample;
  }
  return sum / static_cast<double>(picture.size().area());
}

TEST(Screen, IsSharedWholeAtTheSizeAndRateAskedFor) {
  for (const auto& [root, luma] : {std::pair("-wr", 235.0), std::pair("-br", 16.0)}) {
    const Xvfb server(root);
    ASSERT_NE(server.display(), "") << "Xvfb does not start";
    auto source = open_video_source({.name = "screen:" + server.display(),
                                     .size = {.width = 400, .height = 400},
                                     .frame_rate = FrameRate::per_second(20)},
                                    steady_now);
    ASSERT_TRUE(source.ok()) << source.error().message;
    EXPECT_TRUE((*source)->is_live());
    Duration last_time = -1ns;
    for (int i = 0; i < 10; ++i) {
      const Timestamp before = steady_now();
      const auto frame = (*source)->read();
      ASSERT_TRUE(frame.ok()) << frame.error().message;
      ASSERT_TRUE(frame.value().has_value());
      const VideoFrame& shot = *frame.value();
      EXPECT_EQ(shot.buffer->size(), (Resolution{400, 300}));
      EXPECT_NEAR(mean_luma(*shot.buffer), luma, 2);  // The pointer alone differs.
      EXPECT_GT(shot.at, before - 1s);
      EXPECT_LE(shot.at, steady_now());
      EXPECT_GT(shot.media_time, last_time);
      last_time = shot.media_time;
    }
    EXPECT_GT(last_time, 9 * 50ms * 0.8);
  }
}

TEST(Screen, StopsWhenInterrupted) {
  const Xvfb server("-wr");
  ASSERT_NE(server.display(), "");
  auto source = open_video_source({.name = "screen:" + server.display()}, steady_now);
  ASSERT_TRUE(source.ok()) << source.error().message;
  std::thread reader([&] {
    for (;;) {
      const auto frame = (*source)->read();
      if (!frame.ok() || !frame.value().has_value()) return;
    }
  });
  (*source)->interrupt();
  const Timestamp interrupted_at = steady_now();
  reader.join();
  EXPECT_LT(to_seconds(steady_now() - interrupted_at), time_limit(5));
}

TEST(Screen, SaysSoWhenItGoesAway) {
  auto server = std::make_unique<Xvfb>("-wr");
  ASSERT_NE(server->display(), "");
  auto source = open_video_source({.name = "screen:" + server->display()}, steady_now);
  ASSERT_TRUE(source.ok()) << source.error().message;
  ASSERT_TRUE((*source)->read().ok());
  server.reset();
  const Timestamp gone_at = steady_now();
  for (;;) {
    const auto frame = (*source)->read();
    if (!frame.ok()) {
      EXPECT_EQ(frame.error().kind, ErrorKind::kUnavailable);
      EXPECT_THAT(frame.error().message.text(), testing::HasSubstr("screen"));
      break;
    }
    ASSERT_LT(to_seconds(steady_now() - gone_at), time_limit(5)) << "still gives pictures of a screen that is gone";
  }
}

TEST(Screen, NamesTheDisplayThatIsNotThere) {
  const auto source = open_video_source({.name = "screen::98765"}, steady_now);
  ASSERT_FALSE(source.ok());
  EXPECT_EQ(source.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(source.error().message.text(), testing::HasSubstr(":98765"));
  unsetenv("DISPLAY");
  const auto none = open_video_source({.name = "screen"}, steady_now);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(none.error().message.text(), testing::HasSubstr("DISPLAY"));
}

TEST(Screen, OfAWaylandDesktopIsNotShownBlackButRefused) {
  setenv("XDG_SESSION_TYPE", "wayland", 1);
  setenv("DISPLAY", ":0", 1);
  const auto source = open_video_source({.name = "screen"}, steady_now);
  unsetenv("XDG_SESSION_TYPE");
  ASSERT_FALSE(source.ok());
  EXPECT_EQ(source.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(source.error().message.text(), testing::HasSubstr("share it from the window"));
}

}  // namespace
}  // namespace counterpoint
