// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMessageBox>

namespace counterpoint {

/// Asks before something that cannot be undone. It blocks the window of its parent alone, Return and Escape cancel, and
/// once it is answered it is gone.
class Question final : public QMessageBox {
  Q_OBJECT

 public:
  /// `verb` stands on the button that goes on.
  Question(const QString& title, const QString& text, const QString& verb, QWidget* parent);

 signals:
  void agreed();

 protected:
  void changeEvent(QEvent* event) override;
};

}  // namespace counterpoint
