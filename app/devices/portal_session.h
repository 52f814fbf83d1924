// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QDBusPendingCall>
#include <QDBusServiceWatcher>
#include <QObject>
#include <QVariantMap>
#include <cstdint>
#include <functional>

#include "core/base/result.h"

namespace counterpoint {

/// A screen or window that the desktop lets us capture.
struct PortalStream {
  int connection = -1;     ///< Descriptor to PipeWire; whoever gets it closes it.
  std::uint32_t node = 0;  ///< The node of PipeWire that shows the screen.
};

/// A session of the desktop's portal for screens (org.freedesktop.portal.ScreenCast, version 1 to 5). It belongs to a
/// thread with an event loop, and the portal ends it with this object, whose connection to the bus is its own.
class PortalSession final : public QObject {
  Q_OBJECT

 public:
  using Answer = std::function<void(Result<PortalStream>)>;
  /// `answer` is called once, `on_closed` when the desktop ends the session after a good answer; both in the thread.
  PortalSession(Answer answer, std::function<void()> on_closed);
  ~PortalSession() override;

  /// Lets the user choose a monitor or a window in a dialog of the desktop.
  void begin();
  /// Takes the dialog back, with an error as answer.
  void cancel();

 private slots:
  void handle_response(uint code, const QVariantMap& results);
  void handle_closed();

 private:
  using Step = void (PortalSession::*)(const QVariantMap&);

  /// Calls a method whose results come later, in a signal of a request of its own; `next` gets them.
  void ask(const QString& method, QVariantList arguments, QVariantMap options, Step next);
  void create_session(const QVariantMap& properties);
  void select_sources(const QVariantMap& results);
  void start(const QVariantMap& results);
  void open_stream(const QVariantMap& results);
  void follow_request(const QString& path);
  template <typename Take>
  void await(const QDBusPendingCall& call, Take take);
  void fail(Message why);

  Answer answer_;
  std::function<void()> on_closed_;
  QDBusConnection bus_;
  QDBusServiceWatcher watcher_;
  QVariantMap properties_;
  QString session_;
  QString request_;
  Step next_ = nullptr;
  int requests_ = 0;
};

}  // namespace counterpoint
