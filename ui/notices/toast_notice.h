// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QWidget>
#include <functional>

#include "core/control/notice.h"

class QLabel;
class QPushButton;

namespace counterpoint {

/// Something that can be done about a notice, by a button.
struct ToastOffer {
  QString words;
  std::function<void()> act;
};

/// One notice among those that a Toast shows: its text, which can be selected, and below it the buttons that belong to
/// it. A problem has a mark.
class ToastNotice final : public QWidget {
  Q_OBJECT

 public:
  ToastNotice(const QString& text, Notice::Kind kind, const QList<ToastOffer>& offers, QWidget* parent);

  [[nodiscard]] QString text() const;
  [[nodiscard]] const QLabel& label() const { return *text_; }
  [[nodiscard]] const QList<QPushButton*>& buttons() const { return buttons_; }
  /// One of its buttons has the keyboard.
  [[nodiscard]] bool has_keyboard() const;
  /// The width at which no word and no button is cut.
  [[nodiscard]] int min_width() const;
  /// Takes the size in which the whole text is read, at most `width` pixels wide.
  void fit_to(int width);

 signals:
  /// A button was clicked; what it offers follows.
  void answered();
  /// The text was clicked, and none of it is selected.
  void clicked();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  [[nodiscard]] int mark_width() const;
  [[nodiscard]] int buttons_width() const;

  QLabel* text_;
  QWidget* mark_ = nullptr;  ///< Null for news.
  QWidget* row_ = nullptr;   ///< The row of the buttons; null without any.
  QList<QPushButton*> buttons_;
};

}  // namespace counterpoint
