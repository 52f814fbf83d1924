// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tray_watch.h"

#include <xcb/xcb.h>

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusReply>
#include <QDBusServiceWatcher>
#include <QDBusVariant>
#include <QGuiApplication>
#include <QTimer>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace counterpoint {
namespace {

constexpr const char* kBusTrays = "org.kde.StatusNotifierWatcher";  ///< The service, and its interface.
constexpr const char* kBusPath = "/StatusNotifierWatcher";

struct FreeReply {
  void operator()(void* reply) const { std::free(reply); }  // NOLINT(cppcoreguidelines-no-malloc): the handle owns it.
};

/// True if something on the bus shows the icons that its watcher knows, which is there first.
bool is_on_bus() {
  constexpr int kPatience = 2000;  // In milliseconds.
  const QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected() || !bus.interface()->isServiceRegistered(QLatin1String(kBusTrays)).value()) return false;
  QDBusMessage get =
      QDBusMessage::createMethodCall(QLatin1String(kBusTrays), QLatin1String(kBusPath),
                                     QStringLiteral("org.freedesktop.DBus.Properties"), QStringLiteral("Get"));
  get << QLatin1String(kBusTrays) << QStringLiteral("IsStatusNotifierHostRegistered");
  const QDBusReply<QDBusVariant> shown = bus.call(get, QDBus::Block, kPatience);
  return shown.isValid() && shown.value().variant().toBool();
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

/// The number of the program's screen on its X server.
int screen_number() {
  char* host = nullptr;
  int display = 0;
  int screen = 0;
  const bool known = xcb_parse_display(nullptr, &host, &display, &screen) != 0;
  const std::unique_ptr<char, FreeReply> kept(known ? host : nullptr);
  return known ? screen : 0;
}

bool is_on_x11() {
  xcb_connection_t* connection = x11();
  if (connection == nullptr) return false;
  const std::string tray = "_NET_SYSTEM_TRAY_S" + std::to_string(screen_number());
  const auto cookie = xcb_get_selection_owner(connection, atom_of(connection, tray));
  const std::unique_ptr<xcb_get_selection_owner_reply_t, FreeReply> owner(
      xcb_get_selection_owner_reply(connection, cookie, nullptr));
  return owner && owner->owner != XCB_WINDOW_NONE;
}

}  // namespace

TrayWatch::TrayWatch() : bus_(new QDBusServiceWatcher(this)), there_(is_on_bus() || is_on_x11()) {
  if (there_) return;
  QDBusConnection bus = QDBusConnection::sessionBus();
  bus.connect(QLatin1String(kBusTrays), QLatin1String(kBusPath), QLatin1String(kBusTrays),
              QStringLiteral("StatusNotifierHostRegistered"), this, SLOT(look()));
  bus_->setConnection(bus);
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
