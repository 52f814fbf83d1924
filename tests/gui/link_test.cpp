// SPDX-License-Identifier: GPL-3.0-or-later
// Links and addresses that come from elsewhere: the clipboard, a browser, a second start.
#include <QClipboard>

#include "app/window/host_call_controller.h"
#include "tests/gui/support/window_fixture.h"
#include "ui/settings/settings_model.h"

namespace counterpoint {
namespace {

TEST_F(WindowTest, ALinkInTheAddressFieldCallsTheAddressInIt) {
  QGuiApplication::clipboard()->setText(" counterpoint:ada.example.org:50%300%30 ");
  find<QLineEdit>("address")->setFocus();
  press(Qt::Key_V, Qt::ControlModifier);
  ASSERT_FALSE(find<QLineEdit>("address")->text().isEmpty());
  press(Qt::Key_Return);
  EXPECT_EQ(controller.asked.last(), "call ada.example.org:50000");
}

TEST_F(WindowTest, AnAddressFromElsewhereIsCalledAtOnce) {
  window->open_address("ada.example.org");
  EXPECT_EQ(controller.asked, QStringList("call ada.example.org"));
}

TEST_F(WindowTest, ALinkFromElsewhereWaitsForAKey) {
  window->open_address("counterpoint:ada.example.org:5000");
  EXPECT_TRUE(controller.asked.isEmpty()) << "a web page must not turn on somebody's camera";
  press(Qt::Key_Return);
  EXPECT_EQ(controller.asked, QStringList("call ada.example.org:5000"));
}

TEST_F(WindowTest, ALinkThatSaysWhoIsMeantStaysWhole) {
  const QString link = "counterpoint:ajbckshyr63yf75v5srxircsy4vb4vmpxvxxhps6jdutemwmixc3cmqc@ada.example.org:5000";
  window->open_address(link);
  EXPECT_TRUE(controller.asked.isEmpty());
  press(Qt::Key_Return);
  EXPECT_EQ(controller.asked, QStringList("call " + link));
}

TEST_F(WindowTest, AnotherIdentityIsTrustedByAClickAlone) {
  find<QLineEdit>("address")->setText("ada");
  press(Qt::Key_Return);
  controller.become({.phase = CallPhase::kEnded,
                     .peer = "ada",
                     .cause = "ALARM",
                     .advice = "Ask by another way.",
                     .failed = true,
                     .identity_changed = true});
  ASSERT_TRUE(shown("accept_identity_button"));
  const auto focused = [] { return QApplication::focusWidget()->objectName() == "back_button"; };
  ASSERT_TRUE(QTest::qWaitFor(focused, 60'000)) << "Return is for the way back";
  press(Qt::Key_Return);
  EXPECT_EQ(controller.asked.last(), "hang_up") << "Return leads back";
  EXPECT_FALSE(controller.asked.contains("call anyway ada"));
  controller.become(
      {.phase = CallPhase::kEnded, .peer = "ada", .cause = "ALARM", .failed = true, .identity_changed = true});
  click("accept_identity");
  EXPECT_EQ(controller.asked.last(), "call anyway ada");
  controller.become({.phase = CallPhase::kEnded, .peer = "ada", .cause = "The peer declined", .failed = true});
  EXPECT_FALSE(shown("accept_identity_button"));
}

TEST_F(WindowTest, ALinkLeadsAwayFromTheEndOfACall) {
  controller.become({.phase = CallPhase::kEnded, .peer = "Ada", .cause = "Ada hung up."});
  window->open_address("counterpoint:bob");
  EXPECT_TRUE(shown("start_page"));
  press(Qt::Key_Return);
  EXPECT_EQ(controller.asked.last(), "call bob");
}

TEST_F(WindowTest, NothingFromElsewhereEndsACall) {
  enter_call();
  window->open_address("bob.example.org");
  window->open_address("counterpoint:carol");
  window->open_address("");
  EXPECT_TRUE(controller.asked.isEmpty());
  EXPECT_TRUE(shown("call_page"));
  EXPECT_TRUE(shown("toast")) << "one is told that it waits";
  controller.become(CallPhase::kIdle);
  EXPECT_EQ(find<QLineEdit>("address")->text(), "counterpoint:carol") << "it can be called afterwards";
}

TEST_F(WindowTest, AMinimizedWindowComesBackForAnAddress) {
  window->showMinimized();
  window->open_address("");
  EXPECT_FALSE(window->isMinimized());
  EXPECT_TRUE(window->isVisible());
}

TEST_F(WindowTest, MyLinkIsCopiedAndReadsAsWhereIAm) {
  press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(QGuiApplication::clipboard()->text(), "counterpoint:192.168.1.20:5004");
  EXPECT_TRUE(shown("toast"));
  controller.become_host({.problem = "port 47000 is in use"});
  EXPECT_FALSE(window->call_actions().copy_link.isEnabled()) << "nobody can call";
}

TEST(RealHost, ABadLinkFromElsewhereIsToldInTheWindow) {
  Settings any_port;
  any_port.port = 0;
  SettingsModel settings(any_port);
  HostCallController controller({.camera = "none", .microphone = "none", .speaker = "none"}, any_port);
  PeopleModel people;
  MainWindow window(controller, settings, people);
  window.open_address("counterpoint:ada:0");
  EXPECT_EQ(controller.state().phase, CallPhase::kIdle);
  const QString problem = window.findChild<QLabel*>("address_problem")->text();
  EXPECT_TRUE(problem.contains("counterpoint:ada:0")) << problem.toStdString();
  EXPECT_TRUE(problem.contains("port")) << problem.toStdString();
  // Once, it was port 47000 of a host named "counterpoint", and called.
  window.open_address("counterpoint:47000");
  EXPECT_EQ(controller.state().phase, CallPhase::kIdle);
  EXPECT_TRUE(window.findChild<QLabel*>("address_problem")->text().contains("is not a valid address or link"));
}

}  // namespace
}  // namespace counterpoint
