// SPDX-License-Identifier: GPL-3.0-or-later
// Clips and the screen in real calls with a second host over the loopback interface.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <cstdio>
#include <string>
#include <utility>

#include "tests/gui/support/real_call_fixture.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

/// Pictures of a width that the test card does not come in, and a tone.
class RealClipTest : public RealCallTest {
 protected:
  static constexpr int kWidth = 176;

  [[nodiscard]] std::string make_clip(const char* name, const std::string& coding) const {
    const std::string path = folder_.filePath(name).toStdString();
    EXPECT_TRUE(
        ffmpeg("-f lavfi -i testsrc2=size=176x144:rate=25:duration=60 -f lavfi -i "
               "sine=frequency=1000:duration=60 " +
               coding + " " + path));
    return path;
  }
  void drop(const std::string& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(path))});
    QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window_.get(), &enter);
    QDropEvent let_go(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window_.get(), &let_go);
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(window_->windowHandle(), key, modifiers);
  }
};

TEST_F(RealClipTest, AClipThatIsDroppedIsPlayedToThePeerAndSteeredAndThenTheCameraIsAsItWas) {
  const std::string clip = make_clip("film.mpg", "-c:v mpeg2video -g 10 -bf 2 -q:v 2 -c:a mp2");
  int shown_here = 0;
  QObject::connect(&controller_->clip_sink(), &FrameMailbox::frame_ready, window_.get(),
                   [&shown_here] { ++shown_here; });
  dial();
  click("mute");
  click("camera_off");
  ASSERT_TRUE(wait_for([this] { return peer_.brightness < 40 && peer_.level < 0.01; }));
  drop(clip);
  ASSERT_TRUE(wait_for([this] { return peer_.width == kWidth; })) << text("toast_text").toStdString();
  EXPECT_TRUE(wait_for([this] { return peer_.level > 0.05; })) << "the peer hears the clip, though we are muted";
  EXPECT_TRUE(wait_for([this] { return peer_.seen().video == MediaState::Video::kClip; }));
  EXPECT_EQ(peer_.seen().clip, "film.mpg");
  EXPECT_TRUE(wait_for([&shown_here] { return shown_here > 10; })) << "we see what the peer gets";
  EXPECT_TRUE(wait_for([this] { return controller_->clip().flow.sent_frames.per_second() > 20; }));
  EXPECT_TRUE(controller_->clip().path.ends_with("/film.mpg")) << controller_->clip().path;
  EXPECT_GT(controller_->clip().flow.share, 0.1);
  EXPECT_NEAR(to_seconds(controller_->clip().duration.value_or(Duration())), 60, 0.5);
  take_screenshot("real-clip");

  press(Qt::Key_M, Qt::ShiftModifier);
  EXPECT_TRUE(wait_for([this] { return peer_.level < 0.01; })) << "its sound is muted";
  press(Qt::Key_M, Qt::ShiftModifier);
  EXPECT_TRUE(wait_for([this] { return peer_.level > 0.05; }));

  press(Qt::Key_Space);
  ASSERT_TRUE(wait_for([this] { return controller_->clip().phase == ClipStatus::Phase::kPaused; }));
  EXPECT_TRUE(wait_for([this] { return peer_.seen().video == MediaState::Video::kPausedClip; }));
  const Duration paused_at = controller_->clip().position;
  press(Qt::Key_Right, Qt::ControlModifier);
  ASSERT_TRUE(wait_for([&] { return controller_->clip().position > paused_at + 8s; }));
  EXPECT_LT(controller_->clip().position, paused_at + 11s);
  press(Qt::Key_Space);
  ASSERT_TRUE(wait_for([this] { return controller_->clip().phase == ClipStatus::Phase::kPlaying; }));

  press(Qt::Key_P, Qt::ShiftModifier);
  ASSERT_TRUE(wait_for([this] { return !shown("clip_bar"); }));
  EXPECT_TRUE(wait_for([this] { return peer_.width != kWidth && peer_.brightness < 40; })) << "the camera, still off";
  EXPECT_TRUE(wait_for([this] { return peer_.level < 0.01; })) << "and the microphone, still muted";
  click("camera_off");
  EXPECT_TRUE(wait_for([this] { return peer_.brightness > 100; }));
}

TEST_F(RealClipTest, TheScreenIsSharedInPlaceOfTheCameraAndBack) {
  dial();
  press(Qt::Key_S);
  if (qEnvironmentVariableIsEmpty("DISPLAY")) {
    ASSERT_TRUE(wait_for([this] { return shown("toast"); }));
    EXPECT_TRUE(text("toast_text").contains("screen cannot be shared")) << text("toast_text").toStdString();
    EXPECT_FALSE(shown("share_banner"));
    return;
  }
  click("camera_off");
  ASSERT_TRUE(wait_for([this] { return shown("share_banner"); })) << text("toast_text").toStdString();
  EXPECT_TRUE(wait_for([this] { return peer_.width > 640; })) << "larger than the camera: it has to be read";
  EXPECT_TRUE(wait_for([this] { return peer_.brightness > 60; })) << "this window, though the camera is off";
  EXPECT_TRUE(wait_for([this] { return peer_.seen().video == MediaState::Video::kScreen; }));
  take_screenshot("real-share");
  press(Qt::Key_S);
  ASSERT_TRUE(wait_for([this] { return !shown("share_banner"); }));
  EXPECT_TRUE(wait_for([this] { return peer_.width <= 640 && peer_.brightness < 40; })) << "the camera, still off";
  click("camera_off");
  EXPECT_TRUE(wait_for([this] { return peer_.brightness > 100; }));
  press(Qt::Key_S);
  ASSERT_TRUE(wait_for([this] { return shown("share_banner"); }));
  drop(make_clip("film.mpg", "-c:v mpeg2video -g 10 -an -t 20"));
  ASSERT_TRUE(wait_for([this] { return peer_.width == kWidth; }));
  EXPECT_TRUE(wait_for([this] { return !shown("share_banner"); })) << "the peer sees the clip and nothing else";
  press(Qt::Key_S);
  ASSERT_TRUE(wait_for([this] { return shown("share_banner") && !shown("clip_bar"); })) << "and now the screen";
  EXPECT_TRUE(wait_for([this] { return peer_.width > 640; }));
  peer_.host().send(HangUp{});
  ASSERT_TRUE(wait_for([this] { return shown("end_page"); }));
  EXPECT_FALSE(controller_->sharing()) << "nothing is shared without a call";
}

TEST_F(RealClipTest, AClipPlaysAgainAsLongAsItIsToldToAndVanishesAtTheEndOfTheCall) {
  const std::string clip = folder_.filePath("short.mpg").toStdString();
  ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc2=size=176x144:rate=25:duration=2 -c:v mpeg2video -g 10 " + clip));
  dial();
  drop(clip);
  ASSERT_TRUE(wait_for([this] { return controller_->clip().phase == ClipStatus::Phase::kPlaying; }));
  press(Qt::Key_L);
  EXPECT_TRUE(wait_for([this] { return controller_->clip().position > 1500ms; }));
  EXPECT_TRUE(wait_for([this] { return controller_->clip().position < 500ms; })) << "it begins again";
  EXPECT_TRUE(wait_for([this] { return controller_->clip().position > 1500ms; }));
  click("hang_up");
  ASSERT_TRUE(wait_for([this] { return shown("end_page"); }));
  EXPECT_FALSE(controller_->clip().is_shown());
  EXPECT_TRUE(controller_->clip().loop) << "as chosen, for the next clip";
}

TEST_F(RealClipTest, WhatCannotBePlayedIsToldAndTheCallGoesOn) {
  const std::string h264 = make_clip("film.mp4", "-c:v libx264 -preset ultrafast -c:a aac -t 1");
  const std::string audio = make_clip("sound.mp2", "-vn -c:a mp2 -t 1");
  const auto write = [this](const char* name, const QByteArray& content) {
    QFile file(folder_.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
    return file.fileName().toStdString();
  };
  const std::pair<std::string, const char*> files[] = {
      {h264, "is h264 video, not MPEG-1 or MPEG-2; convert it with"},
      {audio, "has no video in it; choose another file"},
      {write("notes.txt", "hello"), "is not a video"},
      {write("empty.mpg", ""), "empty.mpg"},
      {write("junk.mpg", QByteArray(50'000, '\xb3')), "junk.mpg"},
      {folder_.filePath("gone.mpg").toStdString(), "gone.mpg"},
      {folder_.path().toStdString(), "is a folder, not a video"},
  };
  dial();
  for (const auto& [path, words] : files) {
    window_->findChild<QWidget*>("toast")->hide();
    drop(path);
    ASSERT_TRUE(wait_for([this] { return shown("toast"); })) << path;
    std::printf("%s\n", text("toast_text").toUtf8().constData());
    EXPECT_TRUE(text("toast_text").contains(words)) << text("toast_text").toStdString();
    EXPECT_TRUE(wait_for([this] { return !shown("clip_bar"); })) << path;
  }
  take_screenshot("real-clip-refused");
  peer_.pictures = 0;
  EXPECT_TRUE(wait_for([this] { return peer_.pictures > 10; })) << "the camera went on";
}

}  // namespace
}  // namespace counterpoint
