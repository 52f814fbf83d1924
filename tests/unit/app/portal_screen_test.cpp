// SPDX-License-Identifier: GPL-3.0-or-later
// The message bus and PipeWire are real; the test plays the portal and its dialog.
#include "app/devices/portal_screen.h"

#include <gmock/gmock.h>

#include <QCoreApplication>
#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusContext>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusServiceWatcher>
#include <QDBusUnixFileDescriptor>
#include <QEventLoop>
#include <future>

#include "tests/support/pipewire_desktop.h"

namespace counterpoint {

/// An entry of "streams": (ua{sv}).
struct StreamEntry {
  uint node = 0;
  QVariantMap properties;
};

QDBusArgument& operator<<(QDBusArgument& argument, const StreamEntry& entry) {
  argument.beginStructure();
  argument << entry.node << entry.properties;
  argument.endStructure();
  return argument;
}

const QDBusArgument& operator>>(const QDBusArgument& argument, StreamEntry& entry) {
  argument.beginStructure();
  argument >> entry.node >> entry.properties;
  argument.endStructure();
  return argument;
}

/// Plays the portal for screens, and the user before its dialog.
class FakeScreenCast final : public QObject, protected QDBusContext {
  Q_OBJECT
  Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.ScreenCast")
  Q_PROPERTY(uint AvailableSourceTypes MEMBER types)
  Q_PROPERTY(uint AvailableCursorModes MEMBER cursor_modes)

 public:
  enum class User { kChooses, kCancels, kMayNot, kThinks, kChoosesNothing };

  FakeScreenCast(QDBusConnection bus, User user, const PipeWireDaemon& pipewire, uint node)
      : bus_(std::move(bus)), user_(user), pipewire_(pipewire), node_(node) {}

  void close() { bus_.send(QDBusMessage::createSignal(session_, "org.freedesktop.portal.Session", "Closed")); }

  uint types = 7;
  uint cursor_modes = 3;
  QVariantMap selected;
  QString client;

 signals:
  void asked();  ///< The dialog is open.

 public slots:  // NOLINT: named by the portal.
  QDBusObjectPath CreateSession(const QVariantMap& options) {
    client = message().service();
    session_ = path_of("session", options["session_handle_token"]);
    return respond(options, 0, {{"session_handle", session_}});
  }
  QDBusObjectPath SelectSources(const QDBusObjectPath&, const QVariantMap& options) {
    selected = options;
    return respond(options, 0, {});
  }
  QDBusObjectPath Start(const QDBusObjectPath&, const QString&, const QVariantMap& options) {
    QMetaObject::invokeMethod(this, &FakeScreenCast::asked, Qt::QueuedConnection);
    QList<StreamEntry> streams;
    if (user_ == User::kChooses) streams.append({node_, {{"source_type", 1U}}});
    switch (user_) {
      case User::kChooses:
      case User::kChoosesNothing:
        return respond(options, 0, {{"streams", QVariant::fromValue(streams)}});
      case User::kCancels:
        return respond(options, 1, {});
      case User::kMayNot:
        return respond(options, 2, {});
      case User::kThinks:
        break;
    }
    return QDBusObjectPath(path_of("request", options["handle_token"]));
  }
  QDBusUnixFileDescriptor OpenPipeWireRemote(const QDBusObjectPath&, const QVariantMap&) {
    QDBusUnixFileDescriptor descriptor;
    descriptor.giveFileDescriptor(pipewire_.connect());
    return descriptor;
  }

 private:
  QString path_of(const char* kind, const QVariant& token) {
    const QString sender = message().service().mid(1).replace('.', '_');
    return QStringLiteral("/org/freedesktop/portal/desktop/%1/%2/%3").arg(kind, sender, token.toString());
  }
  /// The response comes before the answer that says where it comes, as it may.
  QDBusObjectPath respond(const QVariantMap& options, uint code, const QVariantMap& results) {
    const QString path = path_of("request", options["handle_token"]);
    QDBusMessage response = QDBusMessage::createSignal(path, "org.freedesktop.portal.Request", "Response");
    response << code << results;
    bus_.send(response);
    return QDBusObjectPath(path);
  }

  QDBusConnection bus_;
  const User user_;
  const PipeWireDaemon& pipewire_;
  const uint node_;
  QString session_;
};

namespace {

using User = FakeScreenCast::User;
using Opened = Result<std::unique_ptr<VideoSource>>;

constexpr const char* kService = "org.freedesktop.portal.Desktop";
constexpr Resolution kDesktop{640, 360};
constexpr Resolution kBox{1920, 1080};

class PortalScreenTest : public testing::Test {
 protected:
  // A program learns the address of its bus but once.
  static void SetUpTestSuite() {
    bus_daemon_ = std::make_unique<ChildProcess>(
        std::vector<std::string>{"dbus-daemon", "--session", "--nofork", "--print-address=3"});
    setenv("DBUS_SESSION_BUS_ADDRESS", bus_daemon_->read_line().c_str(), 1);
  }
  static void TearDownTestSuite() { bus_daemon_.reset(); }

  void SetUp() override {
    ASSERT_TRUE(pipewire_.runs()) << "PipeWire does not start";
    bus_ = QDBusConnection::connectToBus(QDBusConnection::SessionBus, "desktop");
    ASSERT_TRUE(bus_.isConnected()) << "dbus-daemon does not start";
    qDBusRegisterMetaType<StreamEntry>();
    qDBusRegisterMetaType<QList<StreamEntry>>();
    screen_ = std::make_unique<ScreenNode>(kDesktop);
  }
  void TearDown() override {
    bus_ = QDBusConnection(QString());
    QDBusConnection::disconnectFromBus("desktop");
  }

  void offer_portal(User user) {
    portal_ = std::make_unique<FakeScreenCast>(bus_, user, pipewire_, screen_->id());
    bus_.registerObject("/org/freedesktop/portal/desktop", portal_.get(),
                        QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllProperties);
    ASSERT_TRUE(bus_.registerService(kService));
  }

  /// Opens in another thread, while the desktop's part goes on in this one.
  Opened open() {
    QEventLoop desktop;
    auto opening = std::async(std::launch::async, [&] {
      Opened opened =
          open_portal_screen({.size = kBox, .frame_rate = FrameRate::per_second(30)}, steady_now, stop_.get_token());
      QMetaObject::invokeMethod(&desktop, &QEventLoop::quit, Qt::QueuedConnection);
      return opened;
    });
    desktop.exec();
    return opening.get();
  }

  static std::string problem_of(const Opened& opened) { return opened ? "" : opened.error().message.text(); }

  int argc_ = 0;
  QCoreApplication application_{argc_, nullptr};
  PipeWireDaemon pipewire_;
  static inline std::unique_ptr<ChildProcess> bus_daemon_;
  QDBusConnection bus_{QString()};
  std::stop_source stop_;
  std::unique_ptr<ScreenNode> screen_;
  std::unique_ptr<FakeScreenCast> portal_;
};

TEST_F(PortalScreenTest, WhatTheUserChoosesIsSeen) {
  offer_portal(User::kChooses);
  const Opened source = open();
  ASSERT_TRUE(source) << problem_of(source);
  EXPECT_EQ(portal_->selected["types"].toUInt(), 3U) << "monitors and windows";
  EXPECT_FALSE(portal_->selected["multiple"].toBool());
  EXPECT_EQ(portal_->selected["cursor_mode"].toUInt(), 2U) << "the pointer is in the frame";
  screen_->show(4242);
  const auto frame = (*source)->read();
  ASSERT_TRUE(frame && *frame);
  EXPECT_EQ(read_frame_number(*(*frame)->buffer), 4242U);
}

TEST_F(PortalScreenTest, EndsTheSessionWithTheSource) {
  offer_portal(User::kChooses);
  Opened source = open();
  ASSERT_TRUE(source) << problem_of(source);
  QEventLoop desktop;
  QDBusServiceWatcher watcher(portal_->client, bus_, QDBusServiceWatcher::WatchForUnregistration);
  QObject::connect(&watcher, &QDBusServiceWatcher::serviceUnregistered, &desktop, &QEventLoop::quit);
  source->reset();
  desktop.exec();
}

TEST_F(PortalScreenTest, TheDesktopThatEndsItIsObeyedAtOnce) {
  offer_portal(User::kChooses);
  const Opened source = open();
  ASSERT_TRUE(source) << problem_of(source);
  screen_->show(1);
  ASSERT_TRUE((*source)->read());
  portal_->close();
  for (int i = 0; i < 100; ++i) {
    const auto frame = (*source)->read();
    if (frame) continue;
    EXPECT_EQ(frame.error().kind, ErrorKind::kUnavailable);
    EXPECT_THAT(frame.error().message.text(), testing::HasSubstr("share the screen again"));
    return;
  }
  ADD_FAILURE() << "still shares what the desktop has ended";
}

TEST_F(PortalScreenTest, ARefusalIsOneClearSentence) {
  for (const auto& [user, words] :
       {std::pair(User::kCancels, "nothing was chosen in the desktop's dialog"),
        std::pair(User::kMayNot, "the desktop did not allow it"), std::pair(User::kChoosesNothing, "gave no stream")}) {
    offer_portal(user);
    EXPECT_THAT(problem_of(open()), testing::HasSubstr(words));
    bus_.unregisterObject("/org/freedesktop/portal/desktop");
    bus_.unregisterService(kService);
  }
}

TEST_F(PortalScreenTest, AnOpenDialogIsTakenBack) {
  offer_portal(User::kThinks);
  QObject::connect(portal_.get(), &FakeScreenCast::asked, [this] { stop_.request_stop(); });
  EXPECT_THAT(problem_of(open()), testing::HasSubstr("nothing is shared"));
}

TEST_F(PortalScreenTest, APortalThatEndsWhileItsDialogIsOpenIsAnErrorAndNoHang) {
  offer_portal(User::kThinks);
  QObject::connect(portal_.get(), &FakeScreenCast::asked, [this] { bus_.unregisterService(kService); });
  EXPECT_THAT(problem_of(open()), testing::HasSubstr("share the screen again"));
}

TEST_F(PortalScreenTest, ADesktopWithoutAPortalIsToldWhatToInstall) {
  EXPECT_THAT(problem_of(open()), testing::HasSubstr("xdg-desktop-portal-gnome"));
}

TEST_F(PortalScreenTest, IsForDesktopsThatShowNothingByX11) {
  setenv("DISPLAY", ":0", 1);
  setenv("XDG_SESSION_TYPE", "x11", 1);
  EXPECT_FALSE(screen_needs_portal());
  setenv("XDG_SESSION_TYPE", "wayland", 1);
  EXPECT_TRUE(screen_needs_portal());
  unsetenv("XDG_SESSION_TYPE");
  EXPECT_FALSE(screen_needs_portal());
  unsetenv("DISPLAY");
  EXPECT_TRUE(screen_needs_portal());
}

}  // namespace
}  // namespace counterpoint

#include "portal_screen_test.moc"
