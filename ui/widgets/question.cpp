// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/question.h"

#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <QPushButton>

#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace counterpoint {
namespace {

QPixmap warning_sign() {
  constexpr IconPair kSign{.off = Icon::kWarning, .on = Icon::kWarning};
  constexpr int kSide = 32;
  return make_icon(kSign, [](QIcon::Mode, QIcon::State) { return theme().warning; }).pixmap(kSide);
}

}  // namespace

Question::Question(const QString& title, const QString& text, const QString& verb, QWidget* parent)
    : QMessageBox(QMessageBox::NoIcon, title, text, QMessageBox::NoButton, parent) {
  setAttribute(Qt::WA_DeleteOnClose);
  setTextFormat(Qt::PlainText);
  setIconPixmap(warning_sign());
  layout()->setContentsMargins(kSpaceHuge, kSpaceHuge, kSpaceHuge, kSpaceHuge);
  QPushButton* agree = addButton(verb, QMessageBox::DestructiveRole);
  agree->setAutoDefault(false);
  connect(agree, &QPushButton::clicked, this, &Question::agreed);
  QPushButton* cancel = addButton(tr("Cancel"), QMessageBox::RejectRole);
  setDefaultButton(cancel);
  setEscapeButton(cancel);
}

void Question::changeEvent(QEvent* event) {
  QMessageBox::changeEvent(event);
  if (event->type() != QEvent::StyleChange || defaultButton() == nullptr) return;
  // With new colours the buttons are put in their places anew, after this, and the keyboard goes to the first one.
  QMetaObject::invokeMethod(
      this, [this] { defaultButton()->setFocus(); }, Qt::QueuedConnection);
  if (auto* sign = findChild<QLabel*>(QStringLiteral("qt_msgboxex_icon_label"))) sign->setPixmap(warning_sign());
}

}  // namespace counterpoint
