// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/portal_session.h"

#include <fcntl.h>

#include <QDBusArgument>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusUnixFileDescriptor>
#include <atomic>
#include <optional>
#include <utility>

#include "media/capture/pipewire_stream.h"

namespace counterpoint {
namespace {

constexpr const char* kPortalService = "org.freedesktop.portal.Desktop";
constexpr const char* kPortalPath = "/org/freedesktop/portal/desktop";
constexpr const char* kScreenCast = "org.freedesktop.portal.ScreenCast";
constexpr const char* kRequest = "org.freedesktop.portal.Request";
constexpr const char* kSession = "org.freedesktop.portal.Session";
constexpr const char* kProperties = "org.freedesktop.DBus.Properties";

// Bits of the portal's AvailableSourceTypes and AvailableCursorModes.
constexpr uint kMonitors = 1;
constexpr uint kWindows = 2;
constexpr uint kPointerInFrame = 2;

constexpr uint kChosen = 0;
constexpr uint kCancelled = 1;

QDBusConnection own_connection() {
  static std::atomic<int> number = 0;
  return QDBusConnection::connectToBus(QDBusConnection::SessionBus, QStringLiteral("screen portal %1").arg(++number));
}

QDBusMessage portal_call(const char* interface, const QString& method, const QVariantList& arguments) {
  QDBusMessage call = QDBusMessage::createMethodCall(kPortalService, kPortalPath, interface, method);
  call.setArguments(arguments);
  return call;
}

/// The node of the first stream of "streams", an a(ua{sv}).
std::optional<uint> first_node(const QVariantMap& results) {
  const QVariant streams = results.value("streams");
  if (!streams.canConvert<QDBusArgument>()) return std::nullopt;
  const auto argument = streams.value<QDBusArgument>();
  if (argument.currentSignature() != QLatin1String("a(ua{sv})")) return std::nullopt;
  std::optional<uint> node;
  argument.beginArray();
  while (!argument.atEnd()) {
    uint id = 0;
    QVariantMap properties;
    argument.beginStructure();
    argument >> id >> properties;
    argument.endStructure();
    if (!node) node = id;
  }
  argument.endArray();
  return node;
}

}  // namespace

PortalSession::PortalSession(Answer answer, std::function<void()> on_closed)
    : answer_(std::move(answer)),
      on_closed_(std::move(on_closed)),
      bus_(own_connection()),
      watcher_(kPortalService, bus_, QDBusServiceWatcher::WatchForUnregistration, this) {
  connect(&watcher_, &QDBusServiceWatcher::serviceUnregistered, this, &PortalSession::handle_closed);
}

PortalSession::~PortalSession() {
  fail(message("nothing is shared"));
  // The portal ends dialogs and sessions of those who leave the bus.
  QDBusConnection::disconnectFromBus(bus_.name());
}

void PortalSession::begin() {
  if (!bus_.isConnected()) {
    return fail(message("the session's message bus (D-Bus) cannot be reached; log in to a desktop"));
  }
  const QDBusMessage call = portal_call(kProperties, "GetAll", {QString(kScreenCast)});
  await(bus_.asyncCall(call), [this](const QDBusPendingCall& answered) {
    const QDBusPendingReply<QVariantMap> reply = answered;
    if (reply.isError() || reply.value().isEmpty()) {
      return fail(message(
          "this desktop has no portal for screens; install xdg-desktop-portal and its part for your desktop, such as "
          "xdg-desktop-portal-gnome, xdg-desktop-portal-kde or xdg-desktop-portal-wlr"));
    }
    create_session(reply.value());
  });
}

void PortalSession::cancel() { fail(message("nothing is shared")); }

void PortalSession::create_session(const QVariantMap& properties) {
  properties_ = properties;
  ask("CreateSession", {}, {{"session_handle_token", "counterpoint"}}, &PortalSession::select_sources);
}

void PortalSession::select_sources(const QVariantMap& results) {
  const QVariant handle = results.value("session_handle");
  session_ = handle.canConvert<QDBusObjectPath>() ? handle.value<QDBusObjectPath>().path() : handle.toString();
  if (!session_.startsWith('/')) return fail(message("the desktop's portal gave no session"));
  bus_.connect(kPortalService, session_, kSession, "Closed", this, SLOT(handle_closed()));
  QVariantMap options = {{"types", properties_.value("AvailableSourceTypes").toUInt() & (kMonitors | kWindows)},
                         {"multiple", false}};
  if ((properties_.value("AvailableCursorModes").toUInt() & kPointerInFrame) != 0) {
    options["cursor_mode"] = kPointerInFrame;
  }
  ask("SelectSources", {QVariant::fromValue(QDBusObjectPath(session_))}, options, &PortalSession::start);
}

void PortalSession::start(const QVariantMap&) {
  ask("Start", {QVariant::fromValue(QDBusObjectPath(session_)), QString()}, {}, &PortalSession::open_stream);
}

void PortalSession::open_stream(const QVariantMap& results) {
  const std::optional<uint> node = first_node(results);
  if (!node) return fail(message("the desktop's portal gave no stream"));
  const QDBusMessage call =
      portal_call(kScreenCast, "OpenPipeWireRemote", {QVariant::fromValue(QDBusObjectPath(session_)), QVariantMap()});
  await(bus_.asyncCall(call), [this, node = *node](const QDBusPendingCall& answered) {
    const QDBusPendingReply<QDBusUnixFileDescriptor> reply = answered;
    if (reply.isError() || !reply.value().isValid()) {
      return fail(message("the desktop's portal gave no way to PipeWire: %1", reply.error().message().toStdString()));
    }
    const int connection = ::fcntl(reply.value().fileDescriptor(), F_DUPFD_CLOEXEC, 0);
    if (connection < 0) return fail(message("there are too many open files"));
    if (const Answer answer = std::exchange(answer_, nullptr)) answer(PortalStream{connection, node});
  });
}

void PortalSession::ask(const QString& method, QVariantList arguments, QVariantMap options, Step next) {
  const QString token = QStringLiteral("counterpoint%1").arg(++requests_);
  options["handle_token"] = token;
  arguments.append(options);
  next_ = next;
  // Before the call, since the signal may come before its answer. The path is that of the portal's documentation.
  const QString sender = bus_.baseService().mid(1).replace('.', '_');
  follow_request(QStringLiteral("/org/freedesktop/portal/desktop/request/%1/%2").arg(sender, token));
  await(bus_.asyncCall(portal_call(kScreenCast, method, arguments)),
        [this, method, request = requests_](const QDBusPendingCall& answered) {
          const QDBusPendingReply<QDBusObjectPath> reply = answered;
          if (request != requests_) return;  // Its response came first.
          if (reply.isError()) {
            return fail(message("the desktop's portal refused \"%1\": %2", method.toStdString(),
                                reply.error().message().toStdString()));
          }
          // Old portals choose the path by themselves.
          if (const QString path = reply.value().path(); next_ != nullptr && path != request_) follow_request(path);
        });
}

void PortalSession::follow_request(const QString& path) {
  if (!request_.isEmpty()) {
    bus_.disconnect(kPortalService, request_, kRequest, "Response", this, SLOT(handle_response(uint, QVariantMap)));
  }
  request_ = path;
  bus_.connect(kPortalService, request_, kRequest, "Response", this, SLOT(handle_response(uint, QVariantMap)));
}

void PortalSession::handle_response(uint code, const QVariantMap& results) {
  const Step next = std::exchange(next_, nullptr);
  if (!answer_ || next == nullptr) return;
  if (code == kChosen) return (this->*next)(results);
  if (code == kCancelled) return fail(message("nothing was chosen in the desktop's dialog"));
  fail(message("the desktop did not allow it"));
}

void PortalSession::handle_closed() {
  if (answer_) return fail(PipeWireStream::ended_message());
  if (const auto closed = std::exchange(on_closed_, nullptr)) closed();
}

template <typename Take>
void PortalSession::await(const QDBusPendingCall& call, Take take) {
  auto* watcher = new QDBusPendingCallWatcher(call, this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, take] {
    watcher->deleteLater();
    if (answer_) take(*watcher);
  });
}

void PortalSession::fail(Message why) {
  if (const Answer answer = std::exchange(answer_, nullptr)) {
    answer(Error{ErrorKind::kUnavailable, message("The screen cannot be shared: %1", std::move(why))});
  }
  on_closed_ = nullptr;
}

}  // namespace counterpoint
