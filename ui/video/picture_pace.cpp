// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/picture_pace.h"

#include <QCoreApplication>
#include <QEvent>
#include <QWidget>
#include <utility>

namespace counterpoint {

PicturePace::PicturePace(QObject* parent, std::chrono::milliseconds longest_wait) : QObject(parent) {
  wait_.setSingleShot(true);
  wait_.setInterval(longest_wait);
  connect(&wait_, &QTimer::timeout, this, &PicturePace::paint);
}

void PicturePace::set_window(QWidget* window) {
  if (window_ == window) return;
  if (window_) window_->removeEventFilter(this);
  window_ = window;
  if (window_) window_->installEventFilter(this);
}

void PicturePace::set_in_step(bool in_step) {
  in_step_ = in_step;
  if (!in_step && wait_.isActive()) paint();
}

void PicturePace::picture_came() {
  may_paint_ = in_step_;
  if (wait_.isActive()) paint();
}

/// Qt takes its request, which has waited, for being under way, and makes no other.
void PicturePace::paint() {
  wait_.stop();
  may_paint_ = in_step_;
  if (window_) QCoreApplication::postEvent(window_, new QEvent(QEvent::UpdateRequest), Qt::LowEventPriority);
}

bool PicturePace::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::UpdateRequest || watched != window_) return QObject::eventFilter(watched, event);
  if (!in_step_ || std::exchange(may_paint_, false)) return false;
  if (!wait_.isActive()) wait_.start();
  return true;
}

}  // namespace counterpoint
