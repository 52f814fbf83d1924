// SPDX-License-Identifier: GPL-3.0-or-later
// An incoming call as the desktop tells of it. On a message bus of its own, the test plays the desktop.
#include "ui/call/call_notifier.h"

#include <gtest/gtest.h>

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCall>
#include <QSignalSpy>
#include <QTest>
#include <QVariantMap>
#include <functional>
#include <memory>

#include "tests/gui/support/fake_call_controller.h"

namespace counterpoint {
namespace {

constexpr int kDeadline = 60'000;  ///< In milliseconds; reached only when something is wrong.

struct Notification {
  uint id = 0;
  QString title;
  QString body;
  QStringList actions;
  QVariantMap hints;
};

class FakeDesktop final : public QObject {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")

 public:
  QList<Notification> shown;
  QList<uint> closed;

 public slots:  // NOLINT: named by the specification.
  // NOLINTNEXTLINE(readability-function-size)
  uint Notify(const QString&, uint, const QString&, const QString& title, const QString& body,
              const QStringList& actions, const QVariantMap& hints, int) {
    shown.append({static_cast<uint>(shown.size()) + 7, title, body, actions, hints});
    return shown.last().id;
  }
  void CloseNotification(uint id) {
    closed.append(id);
    emit NotificationClosed(id, 3);
  }

 signals:
  void ActionInvoked(uint id, const QString& action);
  void NotificationClosed(uint id, uint reason);
};

class CallNotifierTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!qEnvironmentVariableIsSet("COUNTERPOINT_OWN_BUS")) GTEST_SKIP() << "no message bus of its own";
    ASSERT_TRUE(bus.isConnected());
    ASSERT_TRUE(bus.registerService("org.freedesktop.Notifications")) << "the bus has a desktop already";
    bus.registerObject("/org/freedesktop/Notifications", &desktop,
                       QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
  }
  void TearDown() override {
    bus.unregisterObject("/org/freedesktop/Notifications");
    bus.unregisterService("org.freedesktop.Notifications");
  }

  bool becomes(const std::function<bool()>& what) { return QTest::qWaitFor(what, kDeadline); }
  /// Ada calls, the desktop shows it, and the notifier knows by which number.
  void ring() {
    const auto before = desktop.shown.size();
    controller.become({.phase = CallPhase::kIncoming, .peer = "<b>Ada</b> & co"});
    ASSERT_TRUE(becomes([&] { return desktop.shown.size() == before + 1; }));
    // One more question and its answer: what came before has arrived.
    settle();
  }
  void settle() {
    QDBusConnection ours = QDBusConnection::sessionBus();
    const QDBusMessage ping = QDBusMessage::createMethodCall(
        "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.DBus.Peer", "Ping");
    const auto answer = ours.asyncCall(ping);
    EXPECT_TRUE(becomes([&] { return answer.isFinished(); }));
    QCoreApplication::processEvents();
  }

  QDBusConnection bus = QDBusConnection::connectToBus(QDBusConnection::SessionBus, "desktop");
  FakeDesktop desktop;
  FakeCallController controller;
};

TEST_F(CallNotifierTest, AnIncomingCallIsShownWithItsCallerAndWhatOneCanDo) {
  const CallNotifier notifier(controller);
  ring();
  const Notification& shown = desktop.shown.first();
  EXPECT_EQ(shown.title, "<b>Ada</b> & co is calling");
  EXPECT_FALSE(shown.body.contains("Ada")) << "the body may be read as markup";
  EXPECT_TRUE(shown.actions.contains("accept") && shown.actions.contains("decline")) << "and both have words";
  EXPECT_EQ(shown.actions.size() % 2, 0);
  EXPECT_EQ(shown.hints.value("desktop-entry"), "io.github.counterpoint_call.counterpoint");
  EXPECT_TRUE(controller.asked.isEmpty());
}

TEST_F(CallNotifierTest, AcceptAnswersAndBringsTheWindow) {
  const CallNotifier notifier(controller);
  QSignalSpy wanted(&notifier, &CallNotifier::window_wanted);
  ring();
  emit desktop.ActionInvoked(desktop.shown.first().id, "accept");
  ASSERT_TRUE(becomes([&] { return !controller.asked.isEmpty(); }));
  EXPECT_EQ(controller.asked, QStringList("accept"));
  EXPECT_EQ(wanted.size(), 1);
  controller.become(CallPhase::kConnecting);
  EXPECT_TRUE(becomes([&] { return desktop.closed == QList<uint>{desktop.shown.first().id}; }));
}

TEST_F(CallNotifierTest, DeclineDeclinesAndLeavesTheWindowWhereItIs) {
  const CallNotifier notifier(controller);
  QSignalSpy wanted(&notifier, &CallNotifier::window_wanted);
  ring();
  emit desktop.ActionInvoked(desktop.shown.first().id, "decline");
  ASSERT_TRUE(becomes([&] { return !controller.asked.isEmpty(); }));
  EXPECT_EQ(controller.asked, QStringList("decline"));
  EXPECT_TRUE(wanted.isEmpty());
}

TEST_F(CallNotifierTest, AClickOnItOnlyBringsTheWindow) {
  const CallNotifier notifier(controller);
  QSignalSpy wanted(&notifier, &CallNotifier::window_wanted);
  ring();
  emit desktop.ActionInvoked(desktop.shown.first().id, "default");
  EXPECT_TRUE(wanted.wait(kDeadline));
  EXPECT_TRUE(controller.asked.isEmpty());
}

TEST_F(CallNotifierTest, OtherNotificationsAreNotOurs) {
  const CallNotifier notifier(controller);
  ring();
  emit desktop.ActionInvoked(desktop.shown.first().id + 1, "accept");
  settle();
  EXPECT_TRUE(controller.asked.isEmpty());
}

TEST_F(CallNotifierTest, ItIsTakenBackWhenTheCallerGivesUpOrTheWindowAnswers) {
  const CallNotifier notifier(controller);
  ring();
  controller.become({.phase = CallPhase::kEnded, .peer = "Ada"});
  EXPECT_TRUE(becomes([&] { return desktop.closed.size() == 1; }));
  emit desktop.ActionInvoked(desktop.shown.first().id, "accept");
  settle();
  EXPECT_TRUE(controller.asked.isEmpty()) << "too late";
  ring();
  EXPECT_EQ(desktop.shown.size(), 2) << "the next call is shown again";
}

TEST_F(CallNotifierTest, ACallThatIsGoneBeforeTheDesktopHasAnsweredIsTakenBackToo) {
  const CallNotifier notifier(controller);
  controller.become(CallPhase::kIncoming);
  controller.become(CallPhase::kIdle);
  EXPECT_TRUE(becomes([&] { return desktop.closed.size() == 1; }));
  EXPECT_EQ(desktop.closed.first(), desktop.shown.first().id);
}

TEST_F(CallNotifierTest, ItGoesWithTheProgram) {
  auto notifier = std::make_unique<CallNotifier>(controller);
  ring();
  notifier.reset();
  EXPECT_TRUE(becomes([&] { return desktop.closed.size() == 1; }));
}

TEST(CallNotifierAlone, WithoutADesktopNothingBreaks) {
  FakeCallController controller;
  const CallNotifier notifier(controller);
  for (int i = 0; i < 3; ++i) {
    controller.become(CallPhase::kIncoming);
    QCoreApplication::processEvents();
    controller.become(CallPhase::kInCall);
  }
  EXPECT_TRUE(controller.asked.isEmpty());
}

}  // namespace
}  // namespace counterpoint

#include "call_notifier_test.moc"
