// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/people/people_list.h"

#include <QAction>
#include <QButtonGroup>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/call/call_link.h"
#include "ui/people/contact_dialog.h"
#include "ui/people/person_row.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"
#include "ui/widgets/avatar.h"
#include "ui/widgets/label.h"
#include "ui/widgets/question.h"

namespace counterpoint {
namespace {

constexpr int kTarget = Qt::UserRole;
constexpr int kIndex = Qt::UserRole + 1;

/// "14:02", "Yesterday 14:02", "20 Nov 14:02".
QString time_text(UnixTime at) {
  const QDateTime local = QDateTime::fromMSecsSinceEpoch(at.time_since_epoch().count());
  const QString time = local.time().toString(QStringLiteral("HH:mm"));
  const qint64 days = local.date().daysTo(QDate::currentDate());
  if (days == 0) return time;
  if (days == 1) return PeopleList::tr("yesterday %1").arg(time);
  return QLocale().toString(local.date(), QLocale::ShortFormat) + QLatin1Char(' ') + time;
}

QString kind_text(RecentCall::Kind kind) {
  switch (kind) {
    case RecentCall::Kind::kOutgoing:
      return PeopleList::tr("Outgoing");
    case RecentCall::Kind::kUnanswered:
      return PeopleList::tr("Not answered");
    case RecentCall::Kind::kIncoming:
      return PeopleList::tr("Incoming");
    case RecentCall::Kind::kMissed:
      return PeopleList::tr("Missed");
    case RecentCall::Kind::kDeclined:
      return PeopleList::tr("Declined");
  }
  return {};
}

}  // namespace

PeopleList::PeopleList(PeopleModel& people, QWidget* parent) : QWidget(parent), people_(people) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(kSpace);
  auto* tabs = new QHBoxLayout;
  tabs->setSpacing(kSpace);
  tabs_ = new QButtonGroup(this);
  tabs->addWidget(add_tab(Tab::kRecent, "recent_tab", tr("Show recent calls")));
  tabs->addWidget(add_tab(Tab::kContacts, "contacts_tab", tr("Show contacts")));
  tabs->addStretch();
  auto* add = new QPushButton(this);
  add->setObjectName(QStringLiteral("add_contact"));
  add->setProperty("role", "round-small");
  add->setIcon(make_icon(Icon::kPlus));
  add->setAccessibleName(tr("Add a contact"));
  add->setToolTip(add->accessibleName());
  tabs->addWidget(add);
  column->addLayout(tabs);
  list_ = new QListWidget(this);
  list_->setObjectName(QStringLiteral("people"));
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  list_->setToolTip(tr("Click to choose, double-click or Return to call"));
  list_->setMinimumHeight(2 * PersonRow::kHeight);
  column->addWidget(list_, 1);
  empty_ = make_label(QString(), "quiet", this);
  empty_->setObjectName(QStringLiteral("people_empty"));
  column->addWidget(empty_);
  column->addStretch();
  menu_.setObjectName(QStringLiteral("person_menu_popup"));
  connect(tabs_, &QButtonGroup::idClicked, this, &PeopleList::fill);
  connect(add, &QPushButton::clicked, this, [this] { add_contact(); });
  connect(&people_, &PeopleModel::changed, this, &PeopleList::fill);
  connect(&people_, &PeopleModel::here_changed, this, &PeopleList::show_presence);
  connect(list_, &QListWidget::itemClicked, this,
          [this](const QListWidgetItem* item) { emit chosen(item->data(kTarget).toString()); });
  connect(list_, &QListWidget::itemActivated, this,
          [this](const QListWidgetItem* item) { emit call_wanted(item->data(kTarget).toString()); });
  list_->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(list_, &QListWidget::customContextMenuRequested, this, [this](QPoint at) {
    const QListWidgetItem* item = list_->itemAt(at);
    if (item == nullptr) item = list_->currentItem();
    if (item != nullptr) open_menu(item->data(kIndex).toULongLong(), list_->viewport()->mapToGlobal(at));
  });
  fill();
}

QAbstractButton* PeopleList::add_tab(Tab tab, const char* name, const QString& words) {
  auto* button = new QPushButton(this);
  button->setObjectName(QLatin1String(name));
  button->setAccessibleName(words);
  button->setToolTip(words);
  button->setProperty("role", "plain");
  button->setProperty("compact", true);
  button->setCheckable(true);
  button->setChecked(tab == Tab::kRecent);
  tabs_->addButton(button, static_cast<int>(tab));
  return button;
}

void PeopleList::fill() {
  const bool contacts = tabs_->checkedId() == static_cast<int>(Tab::kContacts);
  tabs_->button(static_cast<int>(Tab::kRecent))->setText(tr("Recent"));
  tabs_->button(static_cast<int>(Tab::kContacts))->setText(tr("Contacts"));
  list_->clear();
  list_->setAccessibleName(contacts ? tr("Contacts") : tr("Recent calls"));
  contacts ? fill_contacts() : fill_recent();
  empty_->setText(contacts ? tr("Nobody yet. Add people by their links.") : tr("No calls yet."));
  const bool any = list_->count() > 0;
  list_->setVisible(any);
  list_->setMaximumHeight(list_->count() * PersonRow::kHeight + kSpace);
  list_->setMinimumHeight(std::min(list_->count(), 2) * PersonRow::kHeight);
  empty_->setVisible(!any);
}

void PeopleList::fill_recent() {
  const auto& calls = people_.recent().calls();
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const RecentCall& call = calls[i];
    const Contact* contact = people_.contact_of(call);
    Person person{.name = QString::fromStdString(contact != nullptr ? contact->name : call.name)};
    person.colour = contact != nullptr ? contact->colour : colour_of_name(person.name);
    person.missed = call.kind == RecentCall::Kind::kMissed;
    person.verified = contact != nullptr && contact->verified;
    person.details = tr("%1 \u00b7 %2").arg(kind_text(call.kind), time_text(call.began));
    if (call.answered()) person.details = tr("%1 \u00b7 %2").arg(person.details, clock_text(call.duration));
    const QString target = QString::fromStdString(people_.target_of(call));
    person.can_be_called = !target.isEmpty();
    person.call_words = person.missed ? tr("Call %1 back").arg(person.name) : tr("Call %1").arg(person.name);
    add_row(person, target, i);
  }
}

void PeopleList::fill_contacts() {
  std::vector<std::size_t> order(people_.contacts().contacts().size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto& contacts = people_.contacts().contacts();
  std::ranges::sort(order, [&contacts](std::size_t a, std::size_t b) {
    return QString::localeAwareCompare(QString::fromStdString(contacts[a].name),
                                       QString::fromStdString(contacts[b].name)) < 0;
  });
  for (const std::size_t i : order) {
    const Contact& contact = contacts[i];
    const QString name = QString::fromStdString(contact.name);
    add_row({.name = name,
             .details = details_of(contact),
             .colour = contact.colour,
             .here = people_.is_here(contact.id),
             .verified = contact.verified,
             .call_words = tr("Call %1").arg(name)},
            name, i);
  }
}

QString PeopleList::details_of(const Contact& contact) const {
  const QString place = contact.address.empty() ? tr("Not called yet") : QString::fromStdString(contact.address);
  const QString state = people_.is_here(contact.id) ? tr("Can be called now") : place;
  return contact.verified ? state : tr("%1 \u00b7 not verified").arg(state);
}

/// The rows stay, since somebody may just go through them by the keyboard.
void PeopleList::show_presence(const PeerId& id) {
  if (tabs_->checkedId() != static_cast<int>(Tab::kContacts)) return;
  const auto& contacts = people_.contacts().contacts();
  for (int i = 0; i < list_->count(); ++i) {
    QListWidgetItem* item = list_->item(i);
    const Contact& contact = contacts[item->data(kIndex).toULongLong()];
    if (contact.id != id) continue;
    const QString details = details_of(contact);
    item->setData(Qt::AccessibleTextRole, tr("%1, %2").arg(QString::fromStdString(contact.name), details));
    static_cast<PersonRow*>(list_->itemWidget(item))->set_here(people_.is_here(id), details);
  }
}

void PeopleList::add_row(const Person& person, const QString& target, std::size_t index) {
  auto* item = new QListWidgetItem(list_);
  item->setData(kTarget, target);
  item->setData(kIndex, static_cast<qulonglong>(index));
  item->setData(Qt::AccessibleTextRole, tr("%1, %2").arg(person.name, person.details));
  item->setSizeHint(QSize(0, PersonRow::kHeight));
  auto* row = new PersonRow(person, list_);
  list_->setItemWidget(item, row);
  connect(row, &PersonRow::call_wanted, this, [this, target] { emit call_wanted(target); });
  connect(row, &PersonRow::menu_wanted, this, [this, index](QPoint at) { open_menu(index, at); });
}

void PeopleList::open_menu(std::size_t index, QPoint at) {
  menu_.clear();
  const bool contacts = tabs_->checkedId() == static_cast<int>(Tab::kContacts);
  contacts ? fill_contact_menu(index) : fill_recent_menu(index);
  menu_.popup(at);
}

void PeopleList::fill_recent_menu(std::size_t index) {
  if (index >= people_.recent().calls().size()) return;
  const RecentCall& call = people_.recent().calls()[index];
  if (call.id && people_.contact_of(call) == nullptr) {
    const QString link = QString::fromStdString(
        is_call_link(call.target) ? call.target : make_call_link({.id = call.id, .address = call.target}));
    const QString name = QString::fromStdString(call.name);
    connect(menu_.addAction(tr("Add to contacts\u2026")), &QAction::triggered, this,
            [this, name, link] { add_contact(name, link); });
  }
  connect(menu_.addAction(tr("Remove from the list")), &QAction::triggered, this,
          [this, index] { people_.change_recent([index](RecentCalls& recent) { recent.remove(index); }); });
  connect(menu_.addAction(tr("Clear the list")), &QAction::triggered, this,
          [this] { people_.change_recent([](RecentCalls& recent) { recent.clear(); }); });
}

void PeopleList::fill_contact_menu(std::size_t index) {
  if (index >= people_.contacts().contacts().size()) return;
  const Contact contact = people_.contacts().contacts()[index];
  connect(menu_.addAction(tr("Edit\u2026")), &QAction::triggered, this, [this, contact] { edit_contact(contact); });
  connect(menu_.addAction(tr("Delete\u2026")), &QAction::triggered, this, [this, contact] { remove_contact(contact); });
}

void PeopleList::add_contact(const QString& name, const QString& link) {
  auto* dialog = new ContactDialog(name, link, window());
  connect(dialog, &ContactDialog::saved, this, [this, dialog](const Contact& contact) {
    const Result<void> added = people_.change_contacts([&contact](ContactBook& book) { return book.add(contact); });
    if (!added) return dialog->show_problem(with_capital(engine_text(added.error().message)));
    dialog->close();
    tabs_->button(static_cast<int>(Tab::kContacts))->click();
  });
  dialog->open();
}

void PeopleList::edit_contact(const Contact& contact) {
  auto* dialog = new ContactDialog(contact, window());
  connect(dialog, &ContactDialog::saved, this, [this, dialog, contact](const Contact& edited) {
    const Result<void> changed = people_.change_contacts([&](ContactBook& book) {
      Result<void> renamed = book.rename(contact.name, edited.name);
      return renamed ? book.set_verified(edited.name, edited.verified) : renamed;
    });
    if (!changed) return dialog->show_problem(with_capital(engine_text(changed.error().message)));
    dialog->close();
  });
  dialog->open();
}

void PeopleList::remove_contact(const Contact& contact) {
  auto* question = new Question(tr("Delete contact"),
                                tr("Delete %1 from your contacts? What you know of their identity is lost.")
                                    .arg(QString::fromStdString(contact.name)),
                                tr("Delete"), window());
  question->setObjectName(QStringLiteral("delete_contact"));
  connect(question, &Question::agreed, this, [this, name = contact.name] {
    (void)people_.change_contacts([&name](ContactBook& book) { return book.remove(name); });
  });
  question->open();
}

}  // namespace counterpoint
