// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace counterpoint {

/// A field for a line of text with a legible placeholder: a style sheet alone gives that half the strength of text,
/// which is too faint on white (WCAG 2.1, 1.4.3 asks for 4.5:1).
class TextField final : public QLineEdit {
  Q_OBJECT

 public:
  using QLineEdit::QLineEdit;

 protected:
  bool event(QEvent* event) override;
};

}  // namespace counterpoint
