// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop is a real X server without a monitor; the test plays its window manager.
#include <gmock/gmock.h>
#include <xcb/xcb.h>

#include <array>
#include <string_view>
#include <thread>
#include <vector>

#include "media/capture/video_source_factory.h"
#include "media/capture/x11_display.h"
#include "tests/support/xvfb.h"

namespace counterpoint {
namespace {

constexpr int kMinWhite = 200;
constexpr int kMaxBlack = 40;

class X11WindowTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NE(server_.display(), "") << "Xvfb does not start";
    setenv("DISPLAY", server_.display().c_str(), 1);
    unsetenv("XDG_SESSION_TYPE");
    connection_ = xcb_connect(nullptr, nullptr);
    ASSERT_EQ(xcb_connection_has_error(connection_), 0);
    screen_ = xcb_setup_roots_iterator(xcb_get_setup(connection_)).data;
  }
  void TearDown() override { xcb_disconnect(connection_); }

  void sync() { free(xcb_get_input_focus_reply(connection_, xcb_get_input_focus(connection_), nullptr)); }

  xcb_window_t open_window(Resolution size, bool white, std::string_view name) {
    const xcb_window_t window = xcb_generate_id(connection_);
    const std::uint32_t colour = white ? screen_->white_pixel : screen_->black_pixel;
    xcb_create_window(connection_, XCB_COPY_FROM_PARENT, window, screen_->root, 100, 100,
                      static_cast<std::uint16_t>(size.width), static_cast<std::uint16_t>(size.height), 0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, screen_->root_visual, XCB_CW_BACK_PIXEL, &colour);
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, window, XCB_ATOM_WM_NAME, XCB_ATOM_STRING, 8,
                        static_cast<std::uint32_t>(name.size()), name.data());
    xcb_map_window(connection_, window);
    windows_.push_back(window);
    constexpr std::string_view kList = "_NET_CLIENT_LIST";
    auto* atom =
        xcb_intern_atom_reply(connection_, xcb_intern_atom(connection_, 0, kList.size(), kList.data()), nullptr);
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, screen_->root, atom->atom, XCB_ATOM_WINDOW, 32,
                        static_cast<std::uint32_t>(windows_.size()), windows_.data());
    free(atom);
    sync();
    return window;
  }

  static Result<std::unique_ptr<VideoSource>> open(const std::string& name) {
    return open_video_source({.name = name, .size = {1920, 1080}, .frame_rate = FrameRate::per_second(30)}, steady_now);
  }
  /// The name in the list of what can be shared.
  static std::string name_of(const std::string& description) {
    const auto display = X11Display::open("");
    if (!display) return {};
    for (const DeviceInfo& screen : (*display)->list_screens()) {
      if (screen.description.text() == description) return screen.name;
    }
    return {};
  }
  /// Gives the luma in the middle of a frame.
  static int luma_of(const VideoFrame& frame) {
    const Resolution size = frame.buffer->size();
    return frame.buffer->row(0, size.height / 2)[static_cast<std::size_t>(size.width / 2)];
  }

  Xvfb server_{"-br"};
  xcb_connection_t* connection_ = nullptr;
  xcb_screen_t* screen_ = nullptr;
  std::vector<xcb_window_t> windows_;
};

TEST_F(X11WindowTest, AWindowIsFoundByItsNameAndSeenAlone) {
  EXPECT_EQ(name_of("The whole screen"), "screen");
  open_window({200, 100}, true, "Quarterly report");
  const std::string name = name_of("Quarterly report");
  ASSERT_TRUE(name.starts_with("window:0x")) << name;
  const auto source = open(name);
  ASSERT_TRUE(source) << source.error().message;
  const auto seen = (*source)->read();
  ASSERT_TRUE(seen && *seen);
  EXPECT_EQ((*seen)->buffer->size(), (Resolution{200, 100}));
  EXPECT_GT(luma_of(**seen), kMinWhite);
  open_window({400, 300}, false, "Private letter");
  for (int i = 0; i < 5; ++i) {
    const auto covered = (*source)->read();
    ASSERT_TRUE(covered && *covered);
    EXPECT_GT(luma_of(**covered), kMinWhite) << "another window is seen through it";
  }
}

TEST_F(X11WindowTest, FollowsItsSizeAndTellsWhenItIsClosed) {
  const xcb_window_t window = open_window({200, 100}, true, "Report");
  const auto source = open(name_of("Report"));
  ASSERT_TRUE(source) << source.error().message;
  ASSERT_TRUE((*source)->read());
  for (const Resolution size : {Resolution{300, 220}, Resolution{120, 80}}) {
    const std::array<std::uint32_t, 2> sides = {static_cast<std::uint32_t>(size.width),
                                                static_cast<std::uint32_t>(size.height)};
    xcb_configure_window(connection_, window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, sides.data());
    sync();
    const auto frame = (*source)->read();
    ASSERT_TRUE(frame && *frame);
    EXPECT_EQ((*frame)->buffer->size(), size);
  }
  xcb_destroy_window(connection_, window);
  sync();
  const auto gone = (*source)->read();
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(gone.error().message.text(), testing::HasSubstr("closed"));
}

TEST_F(X11WindowTest, AMinimisedWindowIsWaitedForUntilInterrupted) {
  const xcb_window_t window = open_window({200, 100}, true, "Report");
  const auto source = open(name_of("Report"));
  ASSERT_TRUE(source) << source.error().message;
  ASSERT_TRUE((*source)->read());
  xcb_unmap_window(connection_, window);
  sync();
  std::jthread reader([&] {
    const auto frame = (*source)->read();
    EXPECT_TRUE(frame && !*frame);
  });
  (*source)->interrupt();
}

TEST_F(X11WindowTest, APartOfTheScreenIsSeenAlone) {
  open_window({200, 100}, true, "Report");
  const auto source = open("monitor:200x100+100+100");
  ASSERT_TRUE(source) << source.error().message;
  const auto frame = (*source)->read();
  ASSERT_TRUE(frame && *frame);
  EXPECT_EQ((*frame)->buffer->size(), (Resolution{200, 100}));
  EXPECT_GT(luma_of(**frame), kMinWhite);
  const auto beside = open("monitor:100x100+300+300");
  ASSERT_TRUE(beside) << beside.error().message;
  const auto dark = (*beside)->read();
  ASSERT_TRUE(dark && *dark);
  EXPECT_LT((*dark)->buffer->row(0, 5)[5], kMaxBlack);
}

TEST_F(X11WindowTest, WhatIsNotThereIsNamed) {
  for (const char* name : {"window:0x12345678", "window:", "window:7", "monitor:", "monitor:0x0+0+0",
                           "monitor:100x100+0+0 ", "monitor:9000x9000+0+0"}) {
    const auto source = open(name);
    EXPECT_FALSE(source) << name;
  }
}

}  // namespace
}  // namespace counterpoint
