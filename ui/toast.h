// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;

namespace counterpoint {

/// A notice over the whole window that goes away by itself, after the time it takes to read it, or when it is clicked.
/// It never takes the keyboard; screen readers are told.
class Toast final : public QFrame {
  Q_OBJECT

 public:
  /// At the top of `parent`, whatever size that has.
  explicit Toast(QWidget* parent);
  /// Shows `text` in place of what is shown.
  void say(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void place();

  QLabel* text_;
  QTimer goes_{this};
};

}  // namespace counterpoint
