// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace counterpoint {

/// A line of plain text that is shortened, with dots at its end, where there is no room for all of it; its tooltip and
/// screen readers have the whole.
class ElidedLabel final : public QLabel {
  Q_OBJECT

 public:
  explicit ElidedLabel(QWidget* parent);
  void set_whole_text(const QString& text);
  [[nodiscard]] const QString& whole_text() const { return whole_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void shorten();

  QString whole_;
};

}  // namespace counterpoint
