// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/user_presence.h"

#include <QCoreApplication>
#include <QEvent>
#include <QMouseEvent>
#include <chrono>
#include <utility>

namespace counterpoint {

UserPresence::UserPresence(QObject* parent) : QObject(parent) {
  rests_.setObjectName(QStringLiteral("user_rests"));
  rests_.setInterval(std::chrono::seconds(10));
  connect(&rests_, &QTimer::timeout, this, [this] {
    if (attention_ == Attention::kActive) set_attention(Attention::kIdle);
  });
  goes_.setObjectName(QStringLiteral("user_goes"));
  goes_.setInterval(std::chrono::minutes(1));
  connect(&goes_, &QTimer::timeout, this, [this] { set_attention(Attention::kNone); });
  for (QTimer* timer : {&rests_, &goes_}) {
    timer->setSingleShot(true);
    timer->start();
  }
  QCoreApplication::instance()->installEventFilter(this);
}

bool UserPresence::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseMove: {
      // Widgets that move below a pointer that stands still get such events too.
      const QPoint pointer = static_cast<QMouseEvent*>(event)->globalPosition().toPoint();
      if (pointer != std::exchange(pointer_, pointer)) notice_input();
      break;
    }
    case QEvent::MouseButtonPress:
    case QEvent::KeyPress:
    case QEvent::ShortcutOverride:  // A key that a shortcut takes never becomes a KeyPress.
    case QEvent::InputMethod:       // A key that an input method takes does not, either.
    case QEvent::Wheel:
    case QEvent::TouchBegin:
    case QEvent::TabletPress:
    case QEvent::NativeGesture:
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::Drop:
    case QEvent::WindowActivate:
      notice_input();
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

void UserPresence::notice_input() {
  rests_.start();
  goes_.start();
  set_attention(Attention::kActive);
}

void UserPresence::set_attention(Attention attention) {
  if (std::exchange(attention_, attention) != attention) emit changed(attention);
}

}  // namespace counterpoint
