// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/user_presence.h"

#include <QCoreApplication>
#include <QEvent>
#include <QMouseEvent>
#include <chrono>
#include <utility>

namespace counterpoint {

UserPresence::UserPresence(QObject* parent) : QObject(parent) {
  goes_.setParent(this);
  goes_.setObjectName(QStringLiteral("user_goes"));
  goes_.setSingleShot(true);
  goes_.setInterval(std::chrono::minutes(1));
  connect(&goes_, &QTimer::timeout, this, [this] { set_here(false); });
  goes_.start();
  QCoreApplication::instance()->installEventFilter(this);
}

bool UserPresence::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseMove: {
      // Widgets that move below a pointer that stands still get such events too.
      const QPoint pointer = static_cast<QMouseEvent*>(event)->globalPosition().toPoint();
      if (pointer != std::exchange(pointer_, pointer)) set_here(true);
      break;
    }
    case QEvent::MouseButtonPress:
    case QEvent::KeyPress:
    case QEvent::ShortcutOverride:  // A key that a shortcut takes never becomes a KeyPress.
    case QEvent::Wheel:
    case QEvent::TouchBegin:
    case QEvent::WindowActivate:
      set_here(true);
      break;
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

void UserPresence::set_here(bool here) {
  if (here) goes_.start();
  if (std::exchange(here_, here) != here) emit changed(here);
}

}  // namespace counterpoint
