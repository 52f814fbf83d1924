// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QObject>
#include <QString>

#include "core/base/result.h"

class QLocalSocket;

namespace counterpoint {

/// One window a user: the first start listens for the others at a local socket, and each later one hands over what it
/// was given, and ends. A socket that a crash left behind stops nobody. A client that does not keep to the protocol
/// - one line within a few seconds - is dropped.
class SingleInstance final : public QObject {
  Q_OBJECT

 public:
  enum class Role { kFirst, kLater };

  /// `socket` is a path in a folder that is the user's alone.
  explicit SingleInstance(QString socket, QObject* parent = nullptr);

  /// kFirst: there is no other, and address_received() tells of those that come; kLater: the first one has taken
  /// `address`, which may be empty. Waits some seconds at most. Without a socket, each is the first.
  /// Errors: kUnavailable when there is another one that does not answer.
  Result<Role> claim(const QString& address);

 signals:
  /// A later start was given this; empty for nothing.
  void address_received(const QString& address);

 private:
  void greet();
  void read(QLocalSocket& later);

  QString socket_;
  QLocalServer server_;
};

}  // namespace counterpoint
