// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/single_instance.h"

#include <QLocalSocket>
#include <QLockFile>
#include <QTimer>
#include <chrono>
#include <optional>
#include <utility>

#include "core/call/call_link.h"

namespace counterpoint {
namespace {

/// One more than can be called: what is longer is refused then, and not taken for another address.
constexpr qint64 kMaxAddress = kMaxCallLink + 1;
constexpr qint64 kMaxLine = 3 * kMaxAddress + 1;  ///< In bytes of UTF-8, with its end.
constexpr std::chrono::milliseconds kAnswerWithin{10000};
constexpr auto kTaken = "taken\n";

/// Hands over `address`; nothing when nobody listens, else whether it was taken.
std::optional<bool> hand_over(const QString& socket, const QString& address) {
  QLocalSocket first;
  first.connectToServer(socket);
  if (!first.waitForConnected(static_cast<int>(kAnswerWithin.count()))) return std::nullopt;
  QString line = address.left(kMaxAddress);
  line.remove(QLatin1Char('\n'));
  first.write(line.toUtf8() + '\n');
  while (!first.canReadLine()) {
    if (!first.waitForReadyRead(static_cast<int>(kAnswerWithin.count()))) return false;
  }
  return first.readLine() == kTaken;
}

}  // namespace

SingleInstance::SingleInstance(QString socket, QObject* parent) : QObject(parent), socket_(std::move(socket)) {
  server_.setSocketOptions(QLocalServer::UserAccessOption);
  connect(&server_, &QLocalServer::newConnection, this, &SingleInstance::greet);
}

Result<SingleInstance::Role> SingleInstance::claim(const QString& address) {
  // When two start at the same time, one is to find the other.
  QLockFile lock(socket_ + QStringLiteral(".lock"));
  (void)lock.tryLock(static_cast<int>(2 * kAnswerWithin.count()));
  if (const auto taken = hand_over(socket_, address)) {
    if (*taken) return Role::kLater;
    return Error{ErrorKind::kUnavailable,
                 "the window that is open does not answer: end it, or start with --new-window"};
  }
  QLocalServer::removeServer(socket_);
  (void)server_.listen(socket_);
  return Role::kFirst;
}

void SingleInstance::greet() {
  while (QLocalSocket* later = server_.nextPendingConnection()) {
    connect(later, &QLocalSocket::readyRead, this, [this, later] { read(*later); });
    connect(later, &QLocalSocket::disconnected, later, &QObject::deleteLater);
    QTimer::singleShot(kAnswerWithin, later, [later] { later->abort(); });
    later->setReadBufferSize(kMaxLine);
    read(*later);
  }
}

void SingleInstance::read(QLocalSocket& later) {
  if (!later.canReadLine()) {
    if (later.bytesAvailable() >= kMaxLine) later.abort();
    return;
  }
  const QString address = QString::fromUtf8(later.readLine()).trimmed();
  later.write(kTaken);
  later.disconnectFromServer();
  emit address_received(address);
}

}  // namespace counterpoint
