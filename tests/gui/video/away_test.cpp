// SPDX-License-Identifier: GPL-3.0-or-later
// The window after a minute without input.
#include "tests/gui/support/window_fixture.h"
#include "ui/video/video_view.h"

namespace counterpoint {
namespace {

using AwayTest = WindowTest;

TEST_F(AwayTest, TheCameraOfTheStartPageIsClosedWhileItsUserIsAway) {
  bool watched = true;  // The window is shown, so somebody looks.
  QObject::connect(&controller.local_sink(), &FrameMailbox::watched_changed, [&watched](bool now) { watched = now; });
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
  const auto* preview = find<VideoView>("preview");
  controller.local_sink().show(portrait_frame({640, 360}, 0));
  ASSERT_TRUE(QTest::qWaitFor([&] { return preview->shows_frame(); }, kDeadline));
  auto* goes = find<QTimer>("user_goes");
  const auto away = [goes] {
    goes->setInterval(0);
    goes->start();
  };
  away();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !watched; }, kDeadline));
  EXPECT_FALSE(preview->shows_frame());
  take_screenshot("start-away");
  goes->setInterval(std::chrono::minutes(10));
  press(Qt::Key_Shift);
  ASSERT_TRUE(QTest::qWaitFor([&] { return watched; }, kDeadline)) << "somebody is back";
  EXPECT_TRUE(preview->shows_frame());
  enter_call();
  away();
  ASSERT_TRUE(QTest::qWaitFor([&] { return !goes->isActive(); }, kDeadline));
  QCoreApplication::processEvents();
  EXPECT_TRUE(watched) << "in a call one listens";
}

}  // namespace
}  // namespace counterpoint
