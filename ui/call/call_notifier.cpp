// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/call_notifier.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>
#include <utility>

#include "ui/style/program_id.h"

namespace counterpoint {
namespace {

constexpr auto kService = "org.freedesktop.Notifications";
constexpr auto kPath = "/org/freedesktop/Notifications";
constexpr auto kAccept = "accept";
constexpr auto kDecline = "decline";
constexpr auto kDefault = "default";  ///< A click on the notification itself.
constexpr uchar kCritical = 2;        ///< Stays until it is taken back.
constexpr int kNeverExpires = 0;

QDBusMessage service_call(const char* method) {
  return QDBusMessage::createMethodCall(kService, kPath, kService, QLatin1String(method));
}

void close_notification(uint id) {
  QDBusMessage close = service_call("CloseNotification");
  close.setArguments({id});
  QDBusConnection::sessionBus().call(close, QDBus::NoBlock);
}

}  // namespace

CallNotifier::CallNotifier(CallController& controller, QObject* parent) : QObject(parent), controller_(controller) {
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  bus.connect(kService, kPath, kService, "ActionInvoked", this, SLOT(handle_action(uint, QString)));
  bus.connect(kService, kPath, kService, "NotificationClosed", this, SLOT(handle_closed(uint, uint)));
  connect(&controller_, &CallController::state_changed, this, &CallNotifier::follow);
}

CallNotifier::~CallNotifier() { take_back(); }

void CallNotifier::follow(const CallView& state) {
  if (state.phase != CallPhase::kIncoming) return take_back();
  if (!asked_ && !shown_) notify(state.peer);
}

void CallNotifier::notify(const QString& peer) {
  const QVariantMap hints{{"urgency", QVariant::fromValue(kCritical)},
                          {"category", QStringLiteral("call.incoming")},
                          {"desktop-entry", QString(kProgramId)}};
  const QStringList actions{kDefault, tr("Open"), kAccept, tr("Accept"), kDecline, tr("Decline")};
  QDBusMessage message = service_call("Notify");
  // The title is shown as it stands; the body may be read as markup, so nothing of the caller's is in it.
  message.setArguments({QStringLiteral("Counterpoint"), 0U, QString(kProgramId), tr("%1 is calling").arg(peer),
                        tr("Accept or decline the call."), actions, hints, kNeverExpires});
  auto* call = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(message), this);
  asked_ = call;
  connect(call, &QDBusPendingCallWatcher::finished, this, [this, call] { take_id(*call); });
}

void CallNotifier::take_id(QDBusPendingCallWatcher& call) {
  const QDBusPendingReply<uint> reply = call;
  call.deleteLater();
  const bool current = asked_ == &call;
  if (current) asked_ = nullptr;
  if (reply.isError()) return;
  if (current) {
    shown_ = reply.value();
  } else {
    close_notification(reply.value());
  }
}

void CallNotifier::take_back() {
  asked_ = nullptr;
  if (const auto id = std::exchange(shown_, std::nullopt)) close_notification(*id);
}

void CallNotifier::handle_action(uint id, const QString& action) {
  if (id != shown_ || controller_.state().phase != CallPhase::kIncoming) return;
  if (action == QLatin1String(kDecline)) return controller_.send(Decline{});
  emit window_wanted();
  if (action == QLatin1String(kAccept)) controller_.send(Accept{});
}

void CallNotifier::handle_closed(uint id, uint) {
  if (id == shown_) shown_.reset();
}

}  // namespace counterpoint
