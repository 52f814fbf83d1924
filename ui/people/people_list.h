// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QString>
#include <QWidget>
#include <vector>

#include "ui/people/people_model.h"

class QAbstractButton;
class QButtonGroup;
class QLabel;
class QListWidget;

namespace counterpoint {

struct Person;

/// The calls of late and the contacts, one list at a time, with what can be done about each.
class PeopleList final : public QWidget {
  Q_OBJECT

 public:
  /// `people` outlives this.
  PeopleList(PeopleModel& people, QWidget* parent);

  /// Opens the dialog that adds a contact; `link` is put into it.
  void add_contact(const QString& name = {}, const QString& link = {});

 signals:
  /// Somebody is to be called: a contact's name, a link or an address.
  void call_wanted(const QString& target);
  /// Somebody was clicked.
  void chosen(const QString& target);

 private:
  enum class Tab { kRecent, kContacts };

  QAbstractButton* add_tab(Tab tab, const char* name, const QString& words);
  void fill();
  void fill_recent();
  void fill_contacts();
  void show_presence(const PeerId& id);
  [[nodiscard]] QString details_of(const Contact& contact) const;
  void add_row(const Person& person, const QString& target, std::size_t index);
  void open_menu(std::size_t index, QPoint at);
  void fill_recent_menu(std::size_t index);
  void fill_contact_menu(std::size_t index);
  void edit_contact(const Contact& contact);
  void remove_contact(const Contact& contact);

  PeopleModel& people_;
  QButtonGroup* tabs_;
  QListWidget* list_;
  QLabel* empty_;
  QMenu menu_{this};
};

}  // namespace counterpoint
