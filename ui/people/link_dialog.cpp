// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/people/link_dialog.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/controller/call_controller.h"
#include "ui/people/qr_code.h"
#include "ui/style/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/label.h"

namespace counterpoint {

LinkDialog::LinkDialog(const HostInfo& host, QAction& copy, QWidget* parent) : QDialog(parent) {
  constexpr int kWidth = 420;
  constexpr int kCode = 300;
  setObjectName(QStringLiteral("link_dialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Your link"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kSpaceHuge, kSpaceHuge, kSpaceHuge, kSpaceHuge);
  column->setSpacing(kSpaceLarge);
  auto* code = new QLabel(this);
  code->setObjectName(QStringLiteral("qr_code"));
  code->setAccessibleName(tr("QR code of your link"));
  code->setAlignment(Qt::AlignCenter);
  const QImage image = qr_code(host.link);
  if (!image.isNull()) {
    // Modules stay squares: a whole number of pixels each.
    const int scale = std::max(1, kCode / image.width());
    code->setPixmap(QPixmap::fromImage(image.scaled(image.size() * scale)));
  }
  column->addWidget(code);
  auto* text = new QLabel(this);
  text->setObjectName(QStringLiteral("link_text"));
  text->setTextFormat(Qt::PlainText);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  text->setAccessibleName(tr("Your link"));
  // An ID has no places where a line may break.
  QString broken = host.link;
  constexpr int kLine = 40;
  for (qsizetype at = kLine; at < broken.size(); at += kLine + 1) broken.insert(at, QLatin1Char('\n'));
  text->setText(broken);
  text->setAlignment(Qt::AlignCenter);
  column->addWidget(text);
  auto* advice = make_label(tr("Send it to anyone who should call you, or let them scan it."), "quiet", this);
  advice->setAlignment(Qt::AlignCenter);
  column->addWidget(advice);
  if (!host.addresses.isEmpty()) {
    auto* own =
        make_label(tr("Addresses in your network: %1").arg(host.addresses.join(QStringLiteral(", "))), "small", this);
    own->setObjectName(QStringLiteral("own_addresses"));
    own->setAlignment(Qt::AlignCenter);
    own->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(own);
  }
  auto* buttons = new QHBoxLayout;
  buttons->addStretch();
  buttons->addWidget(new ActionButton(copy, ActionButton::Look::kMain, this));
  auto* close = new QPushButton(tr("Close"), this);
  close->setProperty("role", "plain");
  close->setAutoDefault(false);
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  buttons->addWidget(close);
  column->addLayout(buttons);
  setFixedWidth(kWidth);
}

}  // namespace counterpoint
