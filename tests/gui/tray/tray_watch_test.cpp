// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tray_watch.h"

#include <gtest/gtest.h>
#include <xcb/xcb.h>

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace counterpoint {
namespace {

constexpr int kDeadline = 60'000;  ///< In milliseconds; reached only when something is wrong.
constexpr const char* kTray = "org.kde.StatusNotifierWatcher";

constexpr const char* kPath = "/StatusNotifierWatcher";

/// Says whether a host shows the icons, as the watcher of a desktop does.
class IconWatcher final : public QDBusVirtualObject {
 public:
  [[nodiscard]] QString introspect(const QString&) const override { return {}; }
  bool handleMessage(const QDBusMessage& message, const QDBusConnection& bus) override {
    if (message.arguments().value(1) != "IsStatusNotifierHostRegistered") return false;
    return bus.send(message.createReply(QVariant::fromValue(QDBusVariant(has_host.load()))));
  }

  std::atomic<bool> has_host = false;
};

class BusTray : public testing::Test {
 protected:
  void SetUp() override {
    if (!qEnvironmentVariableIsSet("COUNTERPOINT_OWN_BUS")) GTEST_SKIP() << "it plays the desktop on a bus of its own";
    ASSERT_TRUE(bus_.isConnected());
    watcher_.moveToThread(&desktop_);  // The program waits for its answer.
    desktop_.start();
    ASSERT_TRUE(bus_.registerVirtualObject(kPath, &watcher_));
  }
  void TearDown() override {
    bus_.unregisterService(kTray);
    bus_.unregisterObject(kPath);
    desktop_.quit();
    desktop_.wait();
    QDBusConnection::disconnectFromBus("desktop");
  }
  void add_host() {
    watcher_.has_host = true;
    ASSERT_TRUE(bus_.send(QDBusMessage::createSignal(kPath, kTray, "StatusNotifierHostRegistered")));
  }

  QDBusConnection bus_ = QDBusConnection::connectToBus(QDBusConnection::SessionBus, "desktop");
  QThread desktop_;
  IconWatcher watcher_;
};

TEST_F(BusTray, AWatcherWithoutAHostIsNoTray) {
  ASSERT_TRUE(bus_.registerService(kTray));
  TrayWatch watch;
  EXPECT_FALSE(watch.is_there()) << "nothing would show the icon";
  QSignalSpy came(&watch, &TrayWatch::came);
  add_host();
  EXPECT_TRUE(came.wait(kDeadline));
  EXPECT_TRUE(watch.is_there());
}

TEST_F(BusTray, OneThatComesLaterIsNoticedOnce) {
  TrayWatch watch;
  EXPECT_FALSE(watch.is_there());
  QSignalSpy came(&watch, &TrayWatch::came);
  watcher_.has_host = true;
  ASSERT_TRUE(bus_.registerService(kTray));
  EXPECT_TRUE(came.wait(kDeadline));
  EXPECT_TRUE(watch.is_there());
  bus_.unregisterService(kTray);
  ASSERT_TRUE(bus_.registerService(kTray));
  TrayWatch later;
  EXPECT_TRUE(later.is_there());
  QCoreApplication::processEvents();
  EXPECT_EQ(came.count(), 1) << "the panel has only begun anew";
}

/// A tray of X11, as panels make it.
class X11Tray {
 public:
  X11Tray() : connection_(xcb_connect(nullptr, &number_)) {
    auto screens = xcb_setup_roots_iterator(xcb_get_setup(connection_));
    for (int i = 0; i < number_; ++i) xcb_screen_next(&screens);
    const xcb_screen_t* screen = screens.data;
    root_ = screen->root;
    window_ = xcb_generate_id(connection_);
    xcb_create_window(connection_, XCB_COPY_FROM_PARENT, window_, root_, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      screen->root_visual, 0, nullptr);
  }
  X11Tray(const X11Tray&) = delete;
  X11Tray& operator=(const X11Tray&) = delete;
  ~X11Tray() { xcb_disconnect(connection_); }

  void begin() {
    const xcb_atom_t selection = atom("_NET_SYSTEM_TRAY_S" + std::to_string(number_));
    xcb_set_selection_owner(connection_, window_, selection, XCB_CURRENT_TIME);
    xcb_client_message_event_t told{};
    told.response_type = XCB_CLIENT_MESSAGE;
    told.format = 32;
    told.window = root_;
    told.type = atom("MANAGER");
    told.data.data32[1] = selection;
    told.data.data32[2] = window_;
    std::array<char, 32> event{};  // The size of all events.
    std::memcpy(event.data(), &told, sizeof told);
    xcb_send_event(connection_, 0, root_, XCB_EVENT_MASK_STRUCTURE_NOTIFY, event.data());
    xcb_flush(connection_);
  }

 private:
  xcb_atom_t atom(std::string_view name) {
    const auto cookie = xcb_intern_atom(connection_, 0, static_cast<std::uint16_t>(name.size()), name.data());
    xcb_intern_atom_reply_t* reply = xcb_intern_atom_reply(connection_, cookie, nullptr);
    const xcb_atom_t found = reply->atom;
    std::free(reply);
    return found;
  }

  int number_ = 0;  ///< The number of the screen that DISPLAY names.
  xcb_connection_t* connection_;
  xcb_window_t root_{};
  xcb_window_t window_{};
};

TEST(X11TrayTest, OneThatComesLaterIsNoticed) {
  if (QGuiApplication::platformName() != "xcb") GTEST_SKIP() << "there is no X11";
  TrayWatch watch;
  EXPECT_FALSE(watch.is_there());
  QSignalSpy came(&watch, &TrayWatch::came);
  X11Tray tray;
  tray.begin();
  EXPECT_TRUE(came.wait(kDeadline));
  EXPECT_TRUE(TrayWatch().is_there());
}

}  // namespace
}  // namespace counterpoint
