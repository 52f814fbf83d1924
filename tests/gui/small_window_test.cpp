// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/small_window.h"

#include <QSignalSpy>

#include "tests/gui/support/window_fixture.h"
#include "ui/call/peer/peer_picture.h"
#include "ui/video/video_view.h"

namespace counterpoint {
namespace {

class SmallWindowTest : public WindowTest {
 protected:
  /// Null when it is not open.
  static SmallWindow* small() {
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      if (auto* found = qobject_cast<SmallWindow*>(widget); found && found->isVisible()) return found;
    }
    return nullptr;
  }
  void open_small() {
    enter_call();
    window->call_actions().small_window.trigger();
    ASSERT_TRUE(small());
    small()->activateWindow();
    ASSERT_TRUE(QTest::qWaitFor([] { return QGuiApplication::focusWindow() == small()->windowHandle(); }, kDeadline));
  }
  static void click_small(const char* name) {
    QTest::mouseClick(small()->findChild<QAbstractButton*>(QLatin1String(name) + QLatin1String("_button")),
                      Qt::LeftButton);
  }
};

TEST_F(SmallWindowTest, ShowsThePeerAboveAllOtherWindowsInPlaceOfTheLargeOne) {
  open_small();
  EXPECT_TRUE(small()->windowFlags() & Qt::WindowStaysOnTopHint);
  EXPECT_EQ(small()->windowTitle(), "Ada");
  EXPECT_FALSE(window->isVisible());
  const auto* view = small()->findChild<VideoView*>("remote_view");
  controller.remote_sink().show(portrait_frame({640, 360}, 8));
  EXPECT_TRUE(QTest::qWaitFor([view] { return view->has_frame(); }, kDeadline));
  const auto* tile = small()->findChild<QWidget*>("peer_tile");
  controller.become_peer({.video = MediaState::Video::kOff});
  EXPECT_TRUE(tile->isVisible()) << "the peer's camera is off";
}

TEST_F(SmallWindowTest, MutesAndLeadsBackToTheCall) {
  open_small();
  click_small("mute");
  EXPECT_EQ(controller.asked.last(), "send camera");
  QTest::keyClick(small(), Qt::Key_M);
  EXPECT_EQ(controller.asked.last(), "send microphone camera");
  click_small("large_window");
  EXPECT_FALSE(small());
  EXPECT_TRUE(window->isVisible());
  EXPECT_TRUE(shown("call_page"));
}

TEST_F(SmallWindowTest, WhoClosesItIsBackInTheCall) {
  QSignalSpy last_closed(qApp, &QGuiApplication::lastWindowClosed);
  for (const bool by_key : {false, true}) {
    open_small();
    if (by_key) {
      QTest::keyClick(small(), Qt::Key_Escape);
    } else {
      small()->close();
    }
    EXPECT_FALSE(small());
    EXPECT_TRUE(shown("call_page"));
  }
  QCoreApplication::processEvents();
  EXPECT_TRUE(last_closed.isEmpty()) << "the program would end";
  EXPECT_FALSE(controller.asked.contains("hang_up"));
}

TEST_F(SmallWindowTest, HasTheNoticesThatNobodySeesInTheLargeOne) {
  open_small();
  emit controller.notice("The camera is gone.");
  const auto* words = small()->findChild<QLabel*>("toast_text");
  EXPECT_TRUE(words->isVisible());
  EXPECT_EQ(words->text(), "The camera is gone.");
}

TEST_F(SmallWindowTest, GoesWithTheCall) {
  open_small();
  click_small("hang_up");
  EXPECT_EQ(controller.asked.last(), "hang_up");
  EXPECT_FALSE(small());
  EXPECT_TRUE(window->isVisible());
  open_small();
  controller.become({.phase = CallPhase::kEnded, .peer = "Ada", .cause = "Ada hung up."});
  EXPECT_FALSE(small());
  EXPECT_TRUE(shown("end_page")) << "what happened is read in the large window";
  EXPECT_FALSE(window->call_actions().small_window.isEnabled());
}

TEST_F(SmallWindowTest, WhoQuitsIsAskedInTheLargeWindow) {
  open_small();
  QTest::keyClick(small(), Qt::Key_Q, Qt::ControlModifier);
  EXPECT_FALSE(small());
  EXPECT_TRUE(shown("close_question"));
}

}  // namespace
}  // namespace counterpoint
