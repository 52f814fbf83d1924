// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>

namespace counterpoint {

class ElidedLabel;

/// The content of a row.
struct Person {
  QString name{};
  QString details{};  ///< One line: when, where, how it ended.
  int colour = 0;     ///< The mark's, as paint_avatar() has it.
  bool here = false;  ///< It can be called now.
  bool missed = false;
  bool verified = false;
  bool can_be_called = true;
  QString call_words{};  ///< "Call Ada".
};

/// A row of a list of people: mark, name and details, with a button that calls and one that opens a menu.
class PersonRow final : public QWidget {
  Q_OBJECT

 public:
  static constexpr int kHeight = 54;

  PersonRow(const Person& person, QWidget* parent);

  /// Shows whether the person can be called now.
  void set_here(bool here, const QString& details);

 signals:
  void call_wanted();
  /// At that place of the screen.
  void menu_wanted(QPoint at);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Person person_;
  ElidedLabel* details_;
  QAction call_{this};
  QAction menu_{this};
};

}  // namespace counterpoint
