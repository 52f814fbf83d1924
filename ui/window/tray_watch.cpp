// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tray_watch.h"

#include <xcb/xcb.h>

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusServiceWatcher>
#include <QGuiApplication>
#include <QTimer>
#include <cstdlib>
#include <memory>
#include <string_view>

namespace counterpoint {
namespace {

constexpr const char* kBusTrays = "org.kde.StatusNotifierWatcher";

struct FreeReply {
  void operator()(void* reply) const { std::free(reply); }
};

bool is_on_bus() {
  const QDBusConnection bus = QDBusConnection::sessionBus();
  return bus.isConnected() && bus.interface()->isServiceRegistered(QLatin1String(kBusTrays)).value();
}

/// Null where there is no X11.
xcb_connection_t* x11() {
  const auto* application = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
  return application == nullptr ? nullptr : application->connection();
}

xcb_atom_t atom_of(xcb_connection_t* connection, std::string_view name) {
  const auto cookie = xcb_intern_atom(connection, 0, static_cast<std::uint16_t>(name.size()), name.data());
  const std::unique_ptr<xcb_intern_atom_reply_t, FreeReply> reply(xcb_intern_atom_reply(connection, cookie, nullptr));
  return reply ? reply->atom : xcb_atom_t{XCB_ATOM_NONE};
}

bool is_on_x11() {
  xcb_connection_t* connection = x11();
  if (connection == nullptr) return false;
  const auto cookie = xcb_get_selection_owner(connection, atom_of(connection, "_NET_SYSTEM_TRAY_S0"));
  const std::unique_ptr<xcb_get_selection_owner_reply_t, FreeReply> owner(
      xcb_get_selection_owner_reply(connection, cookie, nullptr));
  return owner && owner->owner != XCB_WINDOW_NONE;
}

}  // namespace

TrayWatch::TrayWatch() : bus_(new QDBusServiceWatcher(this)), there_(is_on_bus() || is_on_x11()) {
  if (there_) return;
  bus_->setConnection(QDBusConnection::sessionBus());
  bus_->setWatchMode(QDBusServiceWatcher::WatchForRegistration);
  bus_->addWatchedService(QLatin1String(kBusTrays));
  connect(bus_, &QDBusServiceWatcher::serviceRegistered, this, &TrayWatch::look);
  if (x11() == nullptr) return;
  manager_ = atom_of(x11(), "MANAGER");
  qApp->installNativeEventFilter(this);
}

TrayWatch::~TrayWatch() = default;

/// A tray on X11 tells all who listen at the root window, as Qt does, that it is there.
bool TrayWatch::nativeEventFilter(const QByteArray&, void* event, qintptr*) {
  constexpr std::uint8_t kSent = 0x80;
  const auto* message = static_cast<const xcb_client_message_event_t*>(event);
  const bool is_message = (message->response_type & ~kSent) == XCB_CLIENT_MESSAGE;
  if (is_message && message->type == manager_) QTimer::singleShot(0, this, &TrayWatch::look);
  return false;
}

void TrayWatch::look() {
  if (there_ || !(is_on_bus() || is_on_x11())) return;
  there_ = true;
  qApp->removeNativeEventFilter(this);
  emit came();
}

}  // namespace counterpoint
