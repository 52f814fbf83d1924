// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/repaint_sync.h"

#include <QCoreApplication>
#include <QEvent>
#include <QWidget>
#include <utility>

namespace counterpoint {

RepaintSync::RepaintSync(QObject* parent, std::chrono::milliseconds longest_wait) : QObject(parent) {
  wait_.setSingleShot(true);
  wait_.setInterval(longest_wait);
  connect(&wait_, &QTimer::timeout, this, &RepaintSync::paint);
}

void RepaintSync::set_window(QWidget* window) {
  if (window_ == window) return;
  if (window_) window_->removeEventFilter(this);
  window_ = window;
  if (window_) window_->installEventFilter(this);
}

void RepaintSync::set_in_step(bool in_step) {
  in_step_ = in_step;
  if (!in_step && wait_.isActive()) paint();
}

void RepaintSync::frame_came() {
  may_paint_ = in_step_;
  if (wait_.isActive()) paint();
}

/// Qt considers its own request, which was held back, as under way and makes no other: so one is posted here.
void RepaintSync::paint() {
  wait_.stop();
  may_paint_ = in_step_;
  if (window_) QCoreApplication::postEvent(window_, new QEvent(QEvent::UpdateRequest), Qt::LowEventPriority);
}

bool RepaintSync::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::UpdateRequest || watched != window_) return QObject::eventFilter(watched, event);
  if (!in_step_ || std::exchange(may_paint_, false)) return false;
  if (!wait_.isActive()) wait_.start();
  return true;
}

}  // namespace counterpoint
