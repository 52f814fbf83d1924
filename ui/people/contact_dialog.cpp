// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/people/contact_dialog.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "core/call/call_link.h"
#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/text/format.h"
#include "ui/widgets/avatar.h"
#include "ui/widgets/label.h"
#include "ui/widgets/text_field.h"

namespace counterpoint {

ContactDialog::ContactDialog(QWidget* parent) : QDialog(parent) {
  constexpr int kWidth = 520;
  setObjectName(QStringLiteral("contact_dialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  setMinimumWidth(kWidth);
  name_ = new TextField(this);
  name_->setObjectName(QStringLiteral("contact_name"));
  name_->setAccessibleName(tr("Name"));
  link_ = new TextField(this);
  link_->setObjectName(QStringLiteral("contact_link"));
  link_->setAccessibleName(tr("Link"));
  link_->setPlaceholderText(tr("counterpoint:\u2026, as they sent it to you"));
  verified_ = new QCheckBox(tr("I have verified their identity"), this);
  verified_->setObjectName(QStringLiteral("contact_verified"));
  verified_->setToolTip(tr("You have compared the words of a call, or got the link from them in person"));
  problem_ = make_label(QString(), "warning", this);
  problem_->setObjectName(QStringLiteral("contact_problem"));
  auto* cancel = new QPushButton(tr("Cancel"), this);
  cancel->setProperty("role", "plain");
  cancel->setAutoDefault(false);
  auto* save = new QPushButton(tr("Save"), this);
  save->setObjectName(QStringLiteral("contact_save"));
  save->setProperty("role", "main");
  save->setDefault(true);
  auto* buttons = new QHBoxLayout;
  buttons->addStretch();
  buttons->addWidget(cancel);
  buttons->addWidget(save);
  form_ = new QFormLayout(this);
  form_->setContentsMargins(kSpaceHuge, kSpaceHuge, kSpaceHuge, kSpaceHuge);
  form_->setSpacing(kSpaceLarge);
  form_->addRow(tr("Name"), name_);
  form_->addRow(tr("Link"), link_);
  for (QLineEdit* field : {name_, link_}) {
    form_->labelForField(field)->setMinimumHeight(field->sizeHint().height());
    connect(field, &QLineEdit::textEdited, this, [this] { show_problem({}); });
  }
  form_->addRow(verified_);
  form_->addRow(problem_);
  form_->addRow(buttons);
  show_problem({});
  connect(cancel, &QPushButton::clicked, this, &QDialog::close);
  connect(save, &QPushButton::clicked, this, &ContactDialog::save);
}

ContactDialog::ContactDialog(const QString& name, const QString& link, QWidget* parent) : ContactDialog(parent) {
  setWindowTitle(tr("Add a contact"));
  name_->setText(name);
  link_->setText(link);
}

ContactDialog::ContactDialog(const Contact& contact, QWidget* parent) : ContactDialog(parent) {
  setWindowTitle(tr("Edit contact"));
  contact_ = contact;
  is_new_ = false;
  name_->setText(QString::fromStdString(contact.name));
  verified_->setChecked(contact.verified);
  form_->setRowVisible(link_, false);
}

void ContactDialog::show_problem(const QString& problem) {
  problem_->setText(problem);
  form_->setRowVisible(problem_, !problem.isEmpty());
  adjustSize();
}

void ContactDialog::save() {
  const QString name = name_->text().trimmed();
  contact_.name = name.toStdString();
  contact_.verified = verified_->isChecked();
  if (is_new_) {
    const Result<CallTarget> target = read_call_target(link_->text().trimmed().toStdString());
    if (!target) return show_problem(with_capital(engine_text(target.error().message)));
    if (!target->id) {
      return show_problem(
          tr("A contact needs a link with an ID: ask for theirs, which \"Copy my link\" gives, or call them first."));
    }
    contact_.id = *target->id;
    contact_.address = target->address;
    contact_.colour = colour_of_name(name);
  }
  emit saved(contact_);
}

}  // namespace counterpoint
