// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/contacts/contact_book.h"

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace counterpoint {

/// Asks for a contact. It closes itself when it is cancelled, and is deleted once it is closed.
class ContactDialog final : public QDialog {
  Q_OBJECT

 public:
  /// A new contact; `name` and `link` stand in its fields at first.
  ContactDialog(const QString& name, const QString& link, QWidget* parent);
  /// Another name, or what is known of the identity, of `contact`.
  ContactDialog(const Contact& contact, QWidget* parent);

  void show_problem(const QString& problem);

 signals:
  /// The fields make sense, and are to be kept.
  void saved(const counterpoint::Contact& contact);

 private:
  explicit ContactDialog(QWidget* parent);
  void save();

  Contact contact_;
  bool is_new_ = true;
  QFormLayout* form_;
  QLineEdit* name_;
  QLineEdit* link_;
  QCheckBox* verified_;
  QLabel* problem_;
};

}  // namespace counterpoint
