// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>
#include <QTimer>

class QLabel;

namespace counterpoint {

/// Notices over the whole window that go away by themselves, after the time it takes to read them, or when they are
/// clicked. Several stand below each other.
/// It never takes the keyboard; screen readers are told.
class Toast final : public QFrame {
  Q_OBJECT

 public:
  /// At the top of `parent`, whatever size that has.
  explicit Toast(QWidget* parent);
  /// Shows `text`, below what is shown already; of more than kMost the oldest goes.
  void say(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

  void hideEvent(QHideEvent* event) override;

 private:
  static constexpr int kMost = 3;

  void place();

  QStringList notices_;  ///< That are shown, the newest last.
  QLabel* text_;
  QTimer goes_{this};
};

}  // namespace counterpoint
