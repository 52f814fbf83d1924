// SPDX-License-Identifier: GPL-3.0-or-later
// The window after seconds, and after a minute, without input.
#include <QInputMethodEvent>
#include <QMimeData>

#include "tests/gui/support/window_fixture.h"
#include "ui/video/video_view.h"

namespace counterpoint {
namespace {

class AwayTest : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    QObject::connect(&controller.local_sink(), &FrameMailbox::attention_changed,
                     [this](Attention now) { attention_ = now; });
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
    for (const char* name : {"user_rests", "user_goes"}) find<QTimer>(name)->setInterval(std::chrono::minutes(10));
    press(Qt::Key_Shift);
    ASSERT_TRUE(becomes(Attention::kActive));
  }
  /// Lets the time of the timer `name` pass at once.
  void pass(const char* name) {
    auto* timer = find<QTimer>(name);
    timer->setInterval(0);
    ASSERT_TRUE(QTest::qWaitFor([timer] { return !timer->isActive(); }, kDeadline));
    timer->setInterval(std::chrono::minutes(10));
    timer->stop();
  }
  bool becomes(Attention attention) {
    return QTest::qWaitFor([this, attention] { return attention_ == attention; }, kDeadline);
  }

  Attention attention_ = Attention::kActive;  ///< The window is shown, so somebody looks.
};

TEST_F(AwayTest, TheCameraOfTheStartPageIsClosedWhileItsUserIsAway) {
  const auto* preview = find<VideoView>("preview");
  controller.local_sink().show(portrait_frame({640, 360}, 0));
  ASSERT_TRUE(QTest::qWaitFor([&] { return preview->shows_frame(); }, kDeadline));
  pass("user_rests");
  ASSERT_TRUE(becomes(Attention::kIdle)) << "fewer frames do";
  EXPECT_TRUE(preview->shows_frame());
  pass("user_goes");
  ASSERT_TRUE(becomes(Attention::kNone));
  EXPECT_FALSE(preview->shows_frame());
  take_screenshot("start-away");
  press(Qt::Key_Shift);
  ASSERT_TRUE(becomes(Attention::kActive)) << "somebody is back";
  EXPECT_TRUE(preview->shows_frame());
  enter_call();
  pass("user_rests");
  pass("user_goes");
  QCoreApplication::processEvents();
  EXPECT_EQ(attention_, Attention::kActive) << "in a call one listens";
}

TEST_F(AwayTest, InputOfAnyKindTellsThatSomebodyIsThere) {
  QInputMethodEvent word(QStringLiteral("ni"), {});
  QMimeData file;
  file.setUrls({QUrl::fromLocalFile(QStringLiteral("/film.mpg"))});
  QDragEnterEvent drag({100, 100}, Qt::CopyAction, &file, Qt::LeftButton, {});
  for (QEvent* event : std::initializer_list<QEvent*>{&word, &drag}) {
    pass("user_goes");
    ASSERT_TRUE(becomes(Attention::kNone));
    QCoreApplication::sendEvent(window.get(), event);
    EXPECT_TRUE(becomes(Attention::kActive)) << event->type();
  }
}

}  // namespace
}  // namespace counterpoint
