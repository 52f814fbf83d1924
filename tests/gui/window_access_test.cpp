// SPDX-License-Identifier: GPL-3.0-or-later
// Whoever works without a mouse, or with a screen reader, and whoever only wants to see the picture.
#include <gmock/gmock.h>

#include <QAbstractItemView>
#include <QMenu>
#include <set>

#include "tests/gui/support/window_fixture.h"
#include "ui/call/control_bar.h"
#include "ui/widgets/action_button.h"

namespace counterpoint {
namespace {

constexpr CallPhase kPhases[] = {CallPhase::kIdle,       CallPhase::kCalling, CallPhase::kIncoming,
                                 CallPhase::kConnecting, CallPhase::kInCall,  CallPhase::kEnded};

TEST_F(WindowTest, EachWidgetThatCanBeUsedHasAnAccessibleNameAndATooltip) {
  int seen = 0;
  for (const CallPhase phase : kPhases) {
    controller.become(phase);
    for (const auto* widget : window->findChildren<QWidget*>()) {
      if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus)) continue;
      ++seen;
      const std::string what = widget->metaObject()->className() + (" " + widget->objectName().toStdString());
      EXPECT_FALSE(widget->accessibleName().isEmpty()) << what;
      EXPECT_TRUE(widget->objectName().endsWith("_page") || !widget->toolTip().isEmpty()) << what;
    }
  }
  EXPECT_GT(seen, 15);
}

TEST_F(WindowTest, EachActionHasAShortcutOfItsOwnAndStandsInTheMenu) {
  const auto* menu = window->findChild<QMenu*>("main_menu");
  ASSERT_TRUE(menu);
  for (const CallPhase phase : kPhases) {
    controller.become(phase);
    std::set<QString> shortcuts;
    for (const QAction* action : static_cast<QWidget*>(window.get())->actions()) {
      if (!action->isVisible() || action->isSeparator()) continue;
      const std::string what = action->text().toStdString();
      EXPECT_FALSE(action->shortcut().isEmpty()) << what;
      EXPECT_TRUE(shortcuts.insert(action->shortcut().toString()).second) << what << " shares its shortcut";
      EXPECT_TRUE(action->toolTip().contains(action->shortcut().toString(QKeySequence::NativeText))) << what;
      EXPECT_TRUE(action->objectName() == "menu" || menu->actions().contains(action)) << what;
    }
    for (const auto* button : window->findChildren<QAbstractButton*>()) {
      // The list of people has buttons of its own.
      const bool of_people = button->parentWidget()->inherits("counterpoint::PeopleList");
      if (!button->isVisible() || of_people) continue;
      EXPECT_TRUE(qobject_cast<const ActionButton*>(button)) << button->objectName().toStdString() << " has no action";
    }
  }
}

TEST_F(WindowTest, TheMenuOpensByKeyAndItsEntriesWork) {
  enter_call();
  press(Qt::Key_F10);
  auto* menu = window->findChild<QMenu*>("main_menu");
  ASSERT_TRUE(QTest::qWaitFor([menu] { return menu->isVisible(); }, kDeadline));
  const QString target = qEnvironmentVariable("COUNTERPOINT_SCREENSHOTS");
  if (!target.isEmpty()) menu->grab().save(target + "/menu.png");
  EXPECT_TRUE(window->screen()->geometry().contains(menu->geometry()));
  QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(&window->call_actions().mute).center());
  EXPECT_EQ(controller.asked.last(), "send camera");
}

TEST_F(WindowTest, TabReachesEverythingOnEachPageAndReturnPressesIt) {
  controller.become({.phase = CallPhase::kEnded, .peer = "Ada", .cause = "Ada hung up."});
  std::set<QString> reached;
  for (int i = 0; i < 10; ++i) {
    press(Qt::Key_Tab);
    reached.insert(focused());
  }
  EXPECT_THAT(reached, testing::IsSupersetOf({QString("menu_button"), QString("back_button")}));
  controller.become(CallPhase::kInCall);
  reached.clear();
  for (int i = 0; i < 20; ++i) {
    press(Qt::Key_Tab);
    reached.insert(focused());
  }
  for (const char* name :
       {"mute_button", "camera_off_button", "full_screen_button", "menu_button", "hang_up_button", "own_picture"}) {
    EXPECT_TRUE(reached.contains(name)) << name;
  }
  for (int i = 0; i < 20 && focused() != "hang_up_button"; ++i) press(Qt::Key_Tab);
  take_screenshot("call-keyboard");
  press(Qt::Key_Return);
  EXPECT_EQ(controller.asked.last(), "hang_up");
}

TEST_F(WindowTest, ThePagesBesideACallHaveTheKeyboardOnWhatOneWantsNext) {
  const auto gets_focus = [this](const char* name) {
    return QTest::qWaitFor([&] { return focused() == name; }, kDeadline);
  };
  controller.become(CallPhase::kCalling);
  EXPECT_TRUE(gets_focus("hang_up_button"));
  press(Qt::Key_Escape);
  EXPECT_EQ(controller.asked.last(), "hang_up");
  find<QLineEdit>("address")->setText("10.0.0.7");
  click("call");
  controller.become({.phase = CallPhase::kEnded, .peer = "10.0.0.7", .cause = "Nobody answered.", .failed = true});
  const auto asked = controller.asked;
  press(Qt::Key_Return);
  press(Qt::Key_Space);
  EXPECT_EQ(controller.asked, asked) << "a key that is held must not call again and again";
  EXPECT_TRUE(gets_focus("retry_button"));
  press(Qt::Key_Return);
  EXPECT_EQ(controller.asked.last(), "call 10.0.0.7");
  controller.become({.phase = CallPhase::kEnded, .peer = "10.0.0.7", .cause = "The peer hung up."});
  EXPECT_TRUE(gets_focus("back_button")) << "a key of the call must not call again";
  press(Qt::Key_Escape);
  EXPECT_EQ(controller.asked.last(), "hang_up");
  EXPECT_TRUE(shown("start_page"));
}

TEST_F(WindowTest, OurOwnPictureMovesWithMouseAndKeysAndStaysInTheWindow) {
  enter_call();
  auto* own = find<QWidget>("own_picture");
  const QPoint start = own->pos();
  const auto drag = [own](QPoint by) {
    const QPoint grip(40, 40);
    QTest::mousePress(own, Qt::LeftButton, {}, grip);
    QMouseEvent move(QEvent::MouseMove, grip + by, own->mapToGlobal(grip + by), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(own, &move);
    QTest::mouseRelease(own, Qt::LeftButton, {}, grip);
  };
  drag({-300, -200});
  EXPECT_EQ(own->pos(), start) << "it snaps to the nearest corner";
  drag({-5000, 0});
  EXPECT_LT(own->x(), 40);
  EXPECT_EQ(own->y(), start.y());
  EXPECT_TRUE(window->rect().contains(own->geometry()));
  own->setFocus();
  press(Qt::Key_Right);
  EXPECT_EQ(own->pos(), start);
  press(Qt::Key_Up);
  EXPECT_LT(own->y(), start.y());
  EXPECT_EQ(own->x(), start.x());
  window->resize(800, 600);
  EXPECT_TRUE(QTest::qWaitFor([&] { return find<QWidget>("call_page")->width() == 800; }, kDeadline));
  EXPECT_TRUE(window->rect().contains(own->geometry()));
  take_screenshot("call-small");
}

TEST_F(WindowTest, ControlsGoAwayWhenNothingMovesAndComeBack) {
  enter_call();
  EXPECT_TRUE(shown("controls"));
  EXPECT_FALSE(shown("figures")) << "nobody has asked for them";
  QTest::mouseClick(find<QWidget>("peer_pill"), Qt::LeftButton);
  EXPECT_TRUE(shown("figures"));
  be_still();
  EXPECT_FALSE(shown("controls"));
  EXPECT_FALSE(shown("peer_pill"));
  EXPECT_FALSE(shown("figures"));
  EXPECT_TRUE(shown("own_picture"));
  EXPECT_EQ(find<QWidget>("call_page")->cursor().shape(), Qt::BlankCursor);
  take_screenshot("call-still");
  QTest::mouseMove(window->windowHandle(), QPoint(300, 300));
  QTest::mouseMove(window->windowHandle(), QPoint(310, 300));
  ASSERT_TRUE(
      QTest::qWaitFor([this] { return shown("controls") && shown("peer_pill") && shown("figures"); }, kDeadline));
  be_still();
  EXPECT_FALSE(shown("controls"));
  press(Qt::Key_M);
  EXPECT_TRUE(shown("controls")) << "a key brings them back";
  EXPECT_EQ(controller.asked.last(), "send camera") << "and does what it always does";
}

TEST_F(WindowTest, ControlsGoAwayAfterTheTimeThatTheWindowWasGiven) {
  open_window(std::chrono::milliseconds(50));
  enter_call();
  EXPECT_TRUE(QTest::qWaitFor([this] { return !shown("controls"); }, kDeadline));
}

TEST_F(WindowTest, ControlsStayWhileTheKeyboardIsOnThem) {
  enter_call();
  button("hang_up")->setFocus(Qt::TabFocusReason);
  be_still();
  EXPECT_TRUE(shown("controls"));
  find<QWidget>("call_page")->setFocus();
  be_still();
  EXPECT_FALSE(shown("controls"));
}

TEST_F(WindowTest, FullScreenByKeyAndBackByEscape) {
  enter_call();
  // A Wayland compositor answers later, by another size; a wish to leave that overtakes its answer is lost.
  const bool is_answered = QGuiApplication::platformName() == "wayland";
  const QSize before = window->size();
  press(Qt::Key_F11);
  EXPECT_TRUE(
      QTest::qWaitFor([&] { return window->isFullScreen() && (!is_answered || window->size() != before); }, kDeadline));
  EXPECT_TRUE(window->call_actions().full_screen.isChecked());
  EXPECT_TRUE(notices().contains("W shows all of it"));
  press(Qt::Key_Escape);
  EXPECT_TRUE(QTest::qWaitFor([this] { return !window->isFullScreen(); }, kDeadline));
  EXPECT_FALSE(window->call_actions().full_screen.isChecked());
}

TEST_F(WindowTest, WordsStandUnderTheButtonsAndDoWhatTheseDo) {
  enter_call();
  ASSERT_TRUE(shown("mute_word"));
  EXPECT_EQ(text("mute_word"), "Mute");
  EXPECT_EQ(text("hang_up_word"), "Hang up");
  EXPECT_EQ(button("mute")->toolTip(), "Mute microphone (M)");
  QTest::mouseClick(find<QWidget>("mute_word"), Qt::LeftButton);
  EXPECT_TRUE(button("mute")->isChecked());
  QTest::mouseClick(find<QWidget>("mute_word"), Qt::RightButton);
  EXPECT_TRUE(button("mute")->isChecked());
}

TEST_F(WindowTest, WordsUnderTheButtonsAreNeverCut) {
  enter_call();
  auto* controls = find<ControlBar>("controls");
  const QList<QLabel*> words = controls->findChildren<QLabel*>();
  bool with_words = true;
  for (int width = 1400; width >= window->minimumWidth(); width -= 20) {
    window->resize(width, 800);
    QCoreApplication::processEvents();
    const bool now = words.front()->isVisible();
    EXPECT_TRUE(with_words || !now) << "at " << width << ": they come back in a narrower window";
    with_words = now;
    EXPECT_TRUE(window->rect().contains(controls->geometry())) << width;
    for (const QLabel* word : words) {
      EXPECT_EQ(word->isVisible(), now) << "all or none: " << word->text().toStdString();
      EXPECT_TRUE(!now || word->width() >= word->sizeHint().width()) << word->text().toStdString() << " at " << width;
      EXPECT_TRUE(!now || controls->rect().contains(word->geometry())) << word->text().toStdString() << " at " << width;
    }
  }
  controls->fit(controls->width() - 20);
  EXPECT_FALSE(words.front()->isVisible());
}

constexpr auto kLongName = "a-host-with-a-rather-long-name.in.a.department.of.a.university.example.org:50004";
constexpr auto kLongCause =
    "Nothing has come back from the peer for 15 s, although the address was found and the port is open. "
    "Something on the way may keep the media out.";

class NarrowWindowTest : public WindowTest {
 protected:
  void enter_busy_call() {
    enter_call();
    controller.become({.phase = CallPhase::kInCall, .peer = kLongName, .cause = "direct"});
    CallFigures busy = stats();
    busy.duration = std::chrono::hours(12);
    busy.quality = {CallQuality::kPoor, QualityCause::kFrozen, 0.42};
    emit controller.stats_changed(busy);
    EXPECT_FALSE(find<QWidget>("peer_pill")->geometry().intersects(find<QWidget>("quality")->geometry()));
  }
};

TEST_F(NarrowWindowTest, NothingIsCutInTheSmallestWindow) {
  window->resize(window->minimumSize());
  for (const CallPhase phase : kPhases) {
    controller.become({.phase = phase, .peer = kLongName, .cause = kLongCause, .advice = kLongCause, .failed = true});
    if (phase == CallPhase::kInCall) enter_busy_call();
    QCoreApplication::processEvents();
    for (const auto* widget : window->findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->isWindow()) continue;
      const QRect place(widget->mapTo(window.get(), QPoint()), widget->size());
      const std::string what = widget->metaObject()->className() + (" " + widget->objectName().toStdString());
      EXPECT_TRUE(window->rect().contains(place)) << what;
      const auto* label = qobject_cast<const QLabel*>(widget);
      if (!label) continue;
      EXPECT_GE(label->width(), label->minimumSizeHint().width()) << what << label->text().toStdString();
      EXPECT_GE(label->height(), label->heightForWidth(label->width())) << what;
    }
    take_screenshot(QStringLiteral("smallest-%1").arg(static_cast<int>(phase)));
  }
}

}  // namespace
}  // namespace counterpoint
