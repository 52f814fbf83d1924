// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>

#include "ui/controller/call_controller.h"

class QDBusPendingCallWatcher;

namespace counterpoint {

/// Tells of an incoming call by a notification of the desktop (Desktop Notifications Specification 1.2), by which it
/// can be accepted and declined, and takes it back when the call is answered or gone. Without such a service, nothing
/// happens.
class CallNotifier final : public QObject {
  Q_OBJECT

 public:
  /// `controller` outlives this.
  explicit CallNotifier(CallController& controller, QObject* parent = nullptr);
  ~CallNotifier() override;

 signals:
  /// The window is to come to the front: the call was accepted, or somebody wants to see more of it.
  void window_wanted();

 private slots:
  void handle_action(uint id, const QString& action);
  void handle_closed(uint id, uint reason);

 private:
  void follow(const CallView& state);
  void notify(const QString& peer);
  void take_id(QDBusPendingCallWatcher& call);
  void take_back();

  CallController& controller_;
  QDBusPendingCallWatcher* asked_ = nullptr;  ///< For the incoming call, while the service has not answered.
  std::optional<uint> shown_;                 ///< The notification of the incoming call.
};

}  // namespace counterpoint
