// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <chrono>

class QWidget;

namespace counterpoint {

/// Repaints a window in step with its video: other changes are painted with the next frame, so that thirty frames a
/// second cost thirty repaints, not twice as many.
///
/// 1. A change is painted after the longest wait at the latest, frame or not.
/// 2. At first it is not in step: everything is painted at once.
class RepaintSync final : public QObject {
  Q_OBJECT

 public:
  /// `longest_wait`: more than the interval of frames at 20 a second.
  explicit RepaintSync(QObject* parent, std::chrono::milliseconds longest_wait = std::chrono::milliseconds(60));

  /// The window that is painted; it may go away.
  void set_window(QWidget* window);
  void set_in_step(bool in_step);
  /// To be called after update() for a frame: paints it, with all that waits.
  void frame_came();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void paint();

  QPointer<QWidget> window_;
  QTimer wait_;  ///< Runs while a change waits to be painted.
  bool in_step_ = false;
  bool may_paint_ = false;
};

}  // namespace counterpoint
