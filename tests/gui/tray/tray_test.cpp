// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tray.h"

#include <QAction>
#include <QMenu>
#include <QMessageBox>
#include <QSignalSpy>

#include "tests/gui/support/window_fixture.h"

namespace counterpoint {
namespace {

class TrayTest : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    tray = std::make_unique<Tray>(*window, window->call_actions().quit, controller, *settings);
    QObject::connect(tray.get(), &Tray::window_wanted, window.get(), [this] { window->open_address({}); });
    ends = std::make_unique<QSignalSpy>(tray.get(), &Tray::quit_wanted);
  }
  void TearDown() override { tray.reset(); }

  void answer(const char* words) {
    const auto* question = window->findChild<QMessageBox*>(QStringLiteral("tray_question"));
    ASSERT_TRUE(question);
    for (QAbstractButton* one : question->buttons()) {
      if (one->text() == QLatin1String(words)) return one->click();
    }
    FAIL() << "no button says " << words;
  }
  QAction& item(const char* words) {
    for (const QWidget* menu : QApplication::topLevelWidgets()) {
      if (menu->objectName() != QLatin1String("tray_menu")) continue;
      for (QAction* one : menu->actions()) {
        if (one->text() == QLatin1String(words)) return *one;
      }
    }
    throw std::runtime_error(std::string("the menu has no ") + words);
  }
  void keep_running() {
    settings->change([](Settings& s) { s.stay_reachable = true; });
  }

  std::unique_ptr<Tray> tray;
  std::unique_ptr<QSignalSpy> ends;
};

TEST_F(TrayTest, WhoClosesTheWindowForTheFirstTimeIsAskedAndNeverAgain) {
  EXPECT_FALSE(window->close());
  EXPECT_TRUE(window->isVisible());
  answer("Cancel");
  ASSERT_TRUE(QTest::qWaitFor([this] { return !window->findChild<QMessageBox*>("tray_question"); }, kDeadline));
  EXPECT_TRUE(window->isVisible());
  EXPECT_FALSE(window->close());
  take_screenshot("tray-question");
  answer("Stay reachable");
  EXPECT_FALSE(window->isVisible());
  EXPECT_TRUE(settings->settings().stay_reachable);
  EXPECT_FALSE(QApplication::quitOnLastWindowClosed());
  window->open_address({});
  EXPECT_TRUE(window->isVisible());
  EXPECT_TRUE(window->close()) << "without a question";
  EXPECT_TRUE(ends->isEmpty());
}

TEST_F(TrayTest, WhoWantsTheProgramToEndIsNotAskedAgainEither) {
  EXPECT_FALSE(window->close());
  answer("Quit");
  EXPECT_FALSE(window->isVisible());
  EXPECT_FALSE(settings->settings().stay_reachable);
  EXPECT_TRUE(QApplication::quitOnLastWindowClosed());
  window->show();
  EXPECT_TRUE(window->close());
}

TEST_F(TrayTest, ACallOpensTheWindowThatIsClosed) {
  keep_running();
  window->close();
  controller.become(CallPhase::kIncoming);
  EXPECT_TRUE(window->isVisible());
  EXPECT_TRUE(shown("incoming_page"));
}

TEST_F(TrayTest, InACallItIsAskedWhetherThatEnds) {
  keep_running();
  controller.become(CallPhase::kInCall);
  EXPECT_FALSE(window->close());
  EXPECT_TRUE(shown("close_question"));
  EXPECT_FALSE(window->findChild<QMessageBox*>("tray_question"));
}

TEST_F(TrayTest, TheStartPageSaysThatCallsDoNotRingAndLetsThemRingAgain) {
  EXPECT_FALSE(shown("peace"));
  item("Do not disturb").trigger();
  EXPECT_TRUE(shown("peace"));
  click("end_peace");
  EXPECT_FALSE(shown("peace"));
  EXPECT_FALSE(settings->settings().do_not_disturb);
  EXPECT_FALSE(item("Do not disturb").isChecked());
}

TEST_F(TrayTest, WhoQuitsInASmallWindowIsAskedAndThenTheProgramEnds) {
  keep_running();
  enter_call();
  window->call_actions().small_window.trigger();
  item("Quit").trigger();
  ASSERT_TRUE(shown("close_question"));
  EXPECT_TRUE(ends->isEmpty());
  QCoreApplication::processEvents();
  for (QAbstractButton* one : find<QMessageBox>("close_question")->buttons()) {
    if (one->text() == "End call") one->click();
  }
  EXPECT_EQ(ends->size(), 1);
}

TEST_F(TrayTest, TheMenuOpensQuitsAndKeepsCallersAway) {
  keep_running();
  window->close();
  item("Do not disturb").trigger();
  EXPECT_TRUE(settings->settings().do_not_disturb);
  settings->change([](Settings& s) { s.do_not_disturb = false; });
  EXPECT_FALSE(item("Do not disturb").isChecked());
  item("Open Counterpoint").trigger();
  EXPECT_TRUE(window->isVisible());
  window->call_actions().quit.trigger();
  EXPECT_FALSE(window->isVisible());
  EXPECT_EQ(ends->size(), 1) << "quitting is not closing";
  item("Quit").trigger();
  EXPECT_EQ(ends->size(), 2) << "without a window too";
}

}  // namespace
}  // namespace counterpoint
