// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QString>

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace counterpoint {

/// One page of the settings: rows of a name, a field, and help; it scrolls when it is too high. Derived classes
/// make the fields.
class SettingsPage : public QScrollArea {
  Q_OBJECT

 public:
  /// `name` names the object and the page in the list, `title` stands above the rows.
  SettingsPage(const QString& name, const QString& title, QWidget* parent);

  /// Shows the values of the settings.
  virtual void refresh() {}

 protected:
  /// `role` as in ui/style/theme.h.
  QLabel* add_text(const QString& text, const char* role);
  /// The field gets `name` as its accessible name, and `help` as its tooltip too. Gives the whole row.
  QWidget* add_row(const QString& name, QWidget* field, const QString& help = {});
  /// Adds a row of full width below the others.
  void add_wide(QWidget* widget);
  /// Shows the error below the field; empty for none.
  void show_error(const QWidget* field, const QString& error);
  /// The layout that takes new rows; rows that are removed together have a body of their own.
  [[nodiscard]] QVBoxLayout* rows() const { return rows_; }
  void set_rows(QVBoxLayout* rows) { rows_ = rows; }
  [[nodiscard]] QWidget* body() const { return body_; }

 private:
  QWidget* body_;
  QVBoxLayout* rows_;
};

/// Chooses the entry whose data is `value`, without a signal; adds it when it is missing.
void choose(QComboBox& box, const QString& value);

}  // namespace counterpoint
