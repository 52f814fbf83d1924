// SPDX-License-Identifier: GPL-3.0-or-later
// The window shows what the peer says that it sends.
#include <gtest/gtest.h>

#include "tests/gui/support/window_fixture.h"
#include "ui/video/video_view.h"
#include "ui/widgets/avatar.h"

namespace counterpoint {
namespace {

using Video = MediaState::Video;

TEST_F(WindowTest, APeerWhoseCameraIsOffHasATileWithTheirNameInPlaceOfBlack) {
  enter_call();
  EXPECT_FALSE(shown("peer_tile"));
  controller.become_peer({.video = Video::kOff});
  ASSERT_TRUE(shown("peer_tile"));
  EXPECT_EQ(find<QWidget>("peer_tile")->accessibleName(), "Ada: the camera is off");
  take_screenshot("peer-camera-off");
  controller.remote_sink().show(plain_frame({1280, 720}, 16, 128, 128));
  QCoreApplication::processEvents();
  EXPECT_TRUE(shown("peer_tile")) << "the black frames that are sent meanwhile change nothing";
  controller.become_peer({});
  EXPECT_FALSE(shown("peer_tile"));
}

TEST_F(WindowTest, APeerWhoIsMutedHasAStruckMicrophoneAtTheirName) {
  enter_call();
  EXPECT_FALSE(shown("peer_muted"));
  controller.become_peer({.microphone = false});
  EXPECT_TRUE(shown("peer_muted"));
  EXPECT_EQ(find<QWidget>("peer_muted")->accessibleName(), "Their microphone is off");
  take_screenshot("peer-muted");
  controller.become(CallPhase::kEnded);
  enter_call();
  EXPECT_FALSE(shown("peer_muted")) << "that was another call";
}

TEST_F(WindowTest, ItSaysWhatThePeerShowsInPlaceOfTheCamera) {
  enter_call();
  controller.become_peer({.video = Video::kScreen});
  EXPECT_TRUE(text("peer_state").contains("shares the screen")) << text("peer_state").toStdString();
  controller.become_peer({.video = Video::kClip, .clip = "film.mpg"});
  EXPECT_TRUE(text("peer_state").contains("plays film.mpg"));
  controller.become_peer({.video = Video::kPausedClip, .clip = "film.mpg"});
  EXPECT_TRUE(text("peer_state").contains("paused film.mpg"));
  controller.become_peer({});
  EXPECT_FALSE(text("peer_state").contains("film.mpg"));
}

TEST_F(WindowTest, OfASharedScreenNothingIsCutOff) {
  enter_call();
  window->resize(1280, 720);
  controller.remote_sink().show(plain_frame({1280, 800}, 120, 128, 128));
  QCoreApplication::processEvents();
  auto* view = find<VideoView>("remote_view");
  EXPECT_EQ(view->frame_area(), view->rect()) << "a camera fills the window";
  controller.become_peer({.video = Video::kScreen});
  EXPECT_EQ(view->frame_area().height(), view->height());
  EXPECT_LT(view->frame_area().width(), view->width());
  take_screenshot("peer-screen");
  controller.become_peer({});
  EXPECT_EQ(view->frame_area(), view->rect());
}

TEST(Avatar, HasTheFirstLettersOfTheFirstAndTheLastName) {
  EXPECT_EQ(initials("Ada"), "A");
  EXPECT_EQ(initials("ada king lovelace"), "AL");
  EXPECT_EQ(initials("192.168.1.20:47000"), "1");
  EXPECT_EQ(initials("(Bob) Ross"), "BR");
  EXPECT_EQ(initials("..."), "");
  EXPECT_EQ(colour_of_name("Ada"), colour_of_name("Ada"));
}

}  // namespace
}  // namespace counterpoint
