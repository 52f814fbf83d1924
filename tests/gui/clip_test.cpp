// SPDX-License-Identifier: GPL-3.0-or-later
// The window with a clip that is played to the peer.
#include <gmock/gmock.h>

#include <QAccessible>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QMimeData>
#include <QSlider>
#include <QUrl>
#include <set>

#include "tests/gui/support/window_fixture.h"
#include "ui/video/video_view.h"
#include "ui/widgets/action_button.h"

namespace counterpoint {
namespace {

class ClipTest : public WindowTest {
 protected:
  static ClipStatus playing() {
    return {.phase = ClipStatus::Phase::kPlaying,
            .path = "/films/foreman_vcd_mpeg2enc_ps.mpg",
            .description = "foreman_vcd_mpeg2enc_ps.mpg: MPEG-1, 352x288, 25 frames/s, 100.0 s, with sound",
            .has_audio = true,
            .position = std::chrono::seconds(12),
            .duration = std::chrono::seconds(100),
            .flow = {.sent_rate = DataRate::kilobits_per_second(402),
                     .share = 0.344,
                     .original_frames = FrameRate::per_second(25),
                     .sent_frames = FrameRate::per_second(24.6)}};
  }
  void play(ClipStatus state = playing()) {
    enter_call();
    controller.become_clip(state);
    controller.clip_sink().show(portrait_frame({352, 288}, 40));
    QCoreApplication::processEvents();
  }
  void drop(const QList<QUrl>& urls) {
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    if (controller.state().phase == CallPhase::kInCall) {
      EXPECT_TRUE(notices().contains("Drop the file"));
      take_screenshot("clip-drag");
    }
    QDropEvent let_go(QPointF(400, 300), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window.get(), &let_go);
  }
};

TEST_F(ClipTest, AFileIsAskedForInACallAndPlayed) {
  EXPECT_FALSE(window->call_actions().clip.play.isVisible());
  press(Qt::Key_P);
  EXPECT_FALSE(window->findChild<QFileDialog*>("clip_dialog"));
  enter_call();
  EXPECT_FALSE(shown("clip_bar"));
  click("play_clip");
  auto* dialog = find<QFileDialog>("clip_dialog");
  ASSERT_TRUE(dialog->isVisible());
  EXPECT_FALSE(dialog->isModal()) << "the call goes on beside it";
  QFile file(folder.filePath("film.mpg"));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.close();
  emit dialog->fileSelected(file.fileName());
  EXPECT_EQ(controller.asked.last(), "play " + file.fileName());
  dialog->reject();
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  press(Qt::Key_P);
  EXPECT_EQ(find<QFileDialog>("clip_dialog")->directory().absolutePath(), folder.path()) << "where the last one was";
}

TEST_F(ClipTest, WithoutAFolderOfVideosTheHomeIsShownAndNoNameProposed) {
  const QByteArray configured = qgetenv("XDG_CONFIG_HOME");
  QFile places(folder.filePath("user-dirs.dirs"));
  ASSERT_TRUE(places.open(QIODevice::WriteOnly));
  places.write("XDG_VIDEOS_DIR=\"/nowhere/Videos\"\n");
  places.close();
  qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
  open_window(std::chrono::minutes(10));
  configured.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", configured);
  enter_call();
  press(Qt::Key_P);
  auto* dialog = find<QFileDialog>("clip_dialog");
  EXPECT_EQ(dialog->directory().absolutePath(), QDir::homePath());
  EXPECT_EQ(dialog->findChild<QLineEdit*>("fileNameEdit")->text(), "");
}

TEST_F(ClipTest, AFileThatIsChosenWhenTheCallIsOverIsNotPlayed) {
  enter_call();
  press(Qt::Key_P);
  controller.become({.phase = CallPhase::kEnded, .peer = "Ada", .cause = "Ada hung up."});
  emit find<QFileDialog>("clip_dialog")->fileSelected("/film.mpg");
  EXPECT_FALSE(controller.asked.contains("play /film.mpg"));
  EXPECT_TRUE(notices().contains("call somebody first")) << notices().toStdString();
}

TEST_F(ClipTest, TheBarTellsWhatIsPlayedAndWhatThePeerReceives) {
  play();
  ASSERT_TRUE(shown("clip_bar"));
  EXPECT_EQ(text("clip_name"), "foreman_vcd_mpeg2enc_ps.mpg");
  EXPECT_EQ(text("clip_time"), "00:12");
  EXPECT_EQ(text("clip_length"), "01:40");
  EXPECT_EQ(find<QSlider>("clip_position")->value(), 120);
  EXPECT_EQ(text("clip_figures"), "To the peer: 402 kbit/s, 34 % of the clip, 25 of 25 pictures/s");
  take_screenshot("clip-bar");
  window->resize(800, 600);
  EXPECT_TRUE(QTest::qWaitFor([this] { return find<QWidget>("call_page")->width() == 800; }, kDeadline));
  take_screenshot("clip-bar-small");
  const QRect bar = find<QWidget>("clip_bar")->geometry();
  EXPECT_TRUE(find<QWidget>("call_page")->rect().contains(bar));
  EXPECT_FALSE(bar.intersects(find<QWidget>("own_picture")->geometry()));
  EXPECT_FALSE(bar.intersects(find<QWidget>("controls")->geometry()));
  be_still();
  EXPECT_FALSE(shown("clip_bar"));
  press(Qt::Key_Shift);
  EXPECT_TRUE(shown("clip_bar"));
  controller.become_clip({});
  EXPECT_FALSE(shown("clip_bar"));
}

TEST_F(ClipTest, ThePlaneStandsAboveTheBar) {
  play();
  press(Qt::Key_O);
  EXPECT_FALSE(find<QWidget>("clip_bar")->geometry().intersects(find<QWidget>("plane")->geometry()));
  take_screenshot("clip-bar-plane");
}

TEST_F(ClipTest, AClipThatIsOpenedIsNotYetSteered) {
  play({.phase = ClipStatus::Phase::kOpening, .path = "long.m2v"});
  EXPECT_EQ(text("clip_figures"), "Opening\u2026");
  EXPECT_FALSE(find<QSlider>("clip_position")->isEnabled());
  EXPECT_FALSE(button("pause_clip")->isEnabled());
  take_screenshot("clip-bar-opening");
}

TEST_F(ClipTest, ThatItIsDamagedIsSaidOnce) {
  play();
  EXPECT_FALSE(shown("toast"));
  ClipStatus damaged = playing();
  damaged.damaged_at = std::chrono::seconds(11);
  controller.become_clip(damaged);
  EXPECT_TRUE(notices().contains("damaged at 00:11")) << notices().toStdString();
  take_screenshot("clip-damaged");
  find<QWidget>("toast")->hide();
  controller.become_clip(damaged);
  EXPECT_FALSE(shown("toast"));
  controller.become_clip({});
  controller.become_clip(damaged);
  EXPECT_TRUE(shown("toast")) << "another clip";
}

TEST_F(ClipTest, KeysSteerIt) {
  play();
  press(Qt::Key_Space);
  EXPECT_EQ(controller.asked.last(), "pause");
  ClipStatus paused = playing();
  paused.phase = ClipStatus::Phase::kPaused;
  controller.become_clip(paused);
  EXPECT_EQ(button("pause_clip")->accessibleName(), "Go on with the clip");
  EXPECT_EQ(text("clip_figures"), "Paused");
  press(Qt::Key_Space);
  EXPECT_EQ(controller.asked.last(), "resume");
  press(Qt::Key_Left, Qt::ControlModifier);
  EXPECT_EQ(controller.asked.last(), "seek 2.0");
  press(Qt::Key_Right, Qt::ControlModifier);
  press(Qt::Key_Right, Qt::ControlModifier);
  EXPECT_EQ(controller.asked.last(), "seek 22.0") << "from where it was sent, though it is not there yet";
  paused.position = 22s;
  controller.become_clip(paused);
  press(Qt::Key_Left, Qt::ControlModifier);
  EXPECT_EQ(controller.asked.last(), "seek 12.0");
  press(Qt::Key_L);
  EXPECT_EQ(controller.asked.last(), "loop");
  press(Qt::Key_M, Qt::ShiftModifier);
  EXPECT_EQ(controller.asked.last(), "sound 100 us");
  press(Qt::Key_H);
  EXPECT_EQ(controller.asked.last(), "sound 100");
  press(Qt::Key_P, Qt::ShiftModifier);
  EXPECT_EQ(controller.asked.last(), "stop");
  controller.become_clip({});
  press(Qt::Key_Space);
  EXPECT_EQ(controller.asked.last(), "stop") << "without a clip there is nothing to pause";
}

TEST_F(ClipTest, SpacePressesTheButtonThatHasTheKeyboard) {
  play();
  button("mute")->setFocus(Qt::TabFocusReason);
  press(Qt::Key_Space);
  EXPECT_EQ(controller.asked.last(), "send camera");
}

TEST_F(ClipTest, TheSliderSeeksWhereItIsLetGo) {
  play();
  auto* slider = find<QSlider>("clip_position");
  const auto at = [slider](double part) {
    return QPoint(static_cast<int>(7 + part * (slider->width() - 14)), slider->height() / 2);
  };
  const qsizetype before = controller.asked.size();
  QTest::mousePress(slider, Qt::LeftButton, {}, at(0.12));
  ASSERT_TRUE(slider->isSliderDown());
  QMouseEvent move(QEvent::MouseMove, at(0.5), slider->mapToGlobal(at(0.5)), Qt::NoButton, Qt::LeftButton, {});
  QApplication::sendEvent(slider, &move);
  EXPECT_EQ(text("clip_time"), "00:50") << "where it would go";
  ClipStatus later = playing();
  later.position = std::chrono::seconds(13);
  controller.become_clip(later);
  EXPECT_NEAR(slider->sliderPosition(), 500, 5) << "it is not taken out of the hand";
  EXPECT_EQ(controller.asked.size(), before);
  QTest::mouseRelease(slider, Qt::LeftButton, {}, at(0.5));
  ASSERT_EQ(controller.asked.size(), before + 1) << "once";
  EXPECT_THAT(controller.asked.last().toStdString(), testing::MatchesRegex("seek (49|50)\\..*"));
  controller.become_clip(later);
  EXPECT_EQ(text("clip_time").left(4), "00:5") << "the host has not followed yet";
  slider->setFocus(Qt::TabFocusReason);
  press(Qt::Key_Home);
  EXPECT_EQ(controller.asked.last(), "seek 0.0");
}

TEST_F(ClipTest, TheVolumeIsThatOfTheSlider) {
  play();
  auto* volume = find<QSlider>("clip_volume");
  volume->setFocus(Qt::TabFocusReason);
  for (int i = 0; i < 3; ++i) press(Qt::Key_PageDown);
  EXPECT_EQ(controller.asked.last(), "sound 70 peer us");
  ClipStatus silent = playing();
  silent.has_audio = false;
  controller.become_clip(silent);
  EXPECT_FALSE(volume->isVisible()) << "it has no sound";
}

TEST_F(ClipTest, OurOwnPictureIsWhatThePeerGetsAndThenTheCameraAgain) {
  enter_call();
  press(Qt::Key_V);
  auto* own = find<VideoView>("own_view");
  const auto middle = [own] { return own->grab().toImage().pixelColor(own->width() / 2, own->height() / 2); };
  EXPECT_LT(middle().lightness(), 60) << "covered";
  controller.become_clip(playing());
  controller.clip_sink().show(plain_frame({352, 288}, 120, 128, 220));
  QCoreApplication::processEvents();
  controller.local_sink().show(plain_frame({640, 360}, 120, 220, 128));
  QCoreApplication::processEvents();
  EXPECT_GT(middle().red(), middle().blue() + 60) << "the clip, though the camera is off";
  controller.become_clip({});
  EXPECT_LT(middle().lightness(), 60) << "the camera is still off";
  press(Qt::Key_V);
  controller.clip_sink().show(plain_frame({352, 288}, 120, 128, 220));
  controller.local_sink().show(plain_frame({640, 360}, 120, 220, 128));
  QCoreApplication::processEvents();
  EXPECT_GT(middle().blue(), middle().red() + 60) << "and what is left of the clip does not come any more";
}

TEST_F(ClipTest, AFileThatIsDroppedIsPlayed) {
  enter_call();
  drop({QUrl::fromLocalFile("/films/a film.mpg")});
  EXPECT_EQ(controller.asked.last(), "play /films/a film.mpg");
  EXPECT_FALSE(shown("toast"));
}

TEST_F(ClipTest, ADropThatCannotBePlayedIsTold) {
  drop({QUrl::fromLocalFile("/film.mpg")});
  EXPECT_TRUE(notices().contains("call somebody first")) << notices().toStdString();
  EXPECT_TRUE(shown("toast"));
  enter_call();
  drop({QUrl::fromLocalFile("/film.mpg"), QUrl::fromLocalFile("/other.mpg")});
  EXPECT_TRUE(notices().contains("one clip at a time")) << notices().toStdString();
  drop({QUrl("https://example.org/film.mpg")});
  EXPECT_TRUE(notices().contains("not a file on this computer")) << notices().toStdString();
  for (const QString& asked : controller.asked) EXPECT_FALSE(asked.startsWith("play")) << asked.toStdString();
}

TEST_F(ClipTest, ANoticeIsShownWholeAndGoesAwayWhenItIsClicked) {
  enter_call();
  emit controller.notice(
      "\"/home/ada/Videos/holidays/2026/a rather long name of a film.mp4\" is h264 video, not MPEG-1 or MPEG-2; "
      "convert it "
      "with \"ffmpeg -i FILE -c:v mpeg2video -q:v 3 FILE.mpg\" first");
  auto* toast = find<QWidget>("toast");
  EXPECT_TRUE(toast->isVisible());
  EXPECT_TRUE(window->rect().contains(toast->geometry()));
  EXPECT_GE(find<QLabel>("toast_text")->height(),
            find<QLabel>("toast_text")->heightForWidth(find<QLabel>("toast_text")->width()));
  take_screenshot("clip-notice");
  QTest::mouseClick(toast, Qt::LeftButton);
  EXPECT_FALSE(toast->isVisible());
}

TEST_F(ClipTest, EverythingInTheBarHasANameAToolTipAndAnActionAndStandsInTheMenu) {
  play();
  std::set<QString> names;
  for (const auto* widget : find<QWidget>("clip_bar")->findChildren<QWidget*>()) {
    if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus)) continue;
    names.insert(widget->objectName());
    EXPECT_FALSE(widget->accessibleName().isEmpty()) << widget->objectName().toStdString();
    EXPECT_FALSE(widget->toolTip().isEmpty()) << widget->objectName().toStdString();
  }
  EXPECT_EQ(names, (std::set<QString>{"pause_clip_button", "stop_clip_button", "clip_position", "loop_clip_button",
                                      "mute_clip_button", "clip_volume", "hear_clip_button"}));
  std::set<QString> shortcuts;
  for (const QAction* action : static_cast<QWidget*>(window.get())->actions()) {
    if (!action->isVisible() || action->isSeparator()) continue;
    EXPECT_TRUE(shortcuts.insert(action->shortcut().toString()).second) << action->text().toStdString();
    EXPECT_TRUE(action->objectName() == "menu" || window->call_actions().menu.actions().contains(action));
  }
}

}  // namespace
}  // namespace counterpoint
