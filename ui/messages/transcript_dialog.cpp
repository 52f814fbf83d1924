// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/messages/transcript_dialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTextBlockFormat>
#include <QTextCursor>
#include <QTextEdit>
#include <QVBoxLayout>

#include "ui/style/theme.h"
#include "ui/widgets/label.h"

namespace counterpoint {
namespace {

/// A long text that goes on in another line must not look there like the beginning of another text.
void hang_lines(QTextEdit& text) {
  const qreal indent = text.fontMetrics().horizontalAdvance(QStringLiteral("00:00 "));
  QTextBlockFormat hanging;
  hanging.setLeftMargin(indent);
  hanging.setTextIndent(-indent);
  QTextCursor all(text.document());
  all.select(QTextCursor::Document);
  all.mergeBlockFormat(hanging);
}

}  // namespace

TranscriptDialog::TranscriptDialog(const QString& peer, const QString& transcript, QWidget* parent) : QDialog(parent) {
  constexpr QSize kSize(520, 480);
  setObjectName(QStringLiteral("transcript_dialog"));
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(tr("Messages with %1").arg(peer));
  resize(kSize);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kSpaceHuge, kSpaceHuge, kSpaceHuge, kSpaceHuge);
  column->setSpacing(kSpaceLarge);
  auto* text = new QTextEdit(this);
  text->setPlainText(transcript);
  hang_lines(*text);
  text->setObjectName(QStringLiteral("transcript"));
  text->setAccessibleName(windowTitle());
  text->setReadOnly(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  column->addWidget(text, 1);
  column->addWidget(make_label(tr("They are kept nowhere, and gone when you leave this call."), "quiet", this));
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(kSpace);
  buttons->addStretch();
  auto* copy = new QPushButton(tr("Copy all"), this);
  copy->setObjectName(QStringLiteral("copy_transcript"));
  copy->setProperty("role", "main");
  copy->setAutoDefault(false);
  connect(copy, &QPushButton::clicked, this, [transcript] { QGuiApplication::clipboard()->setText(transcript); });
  auto* close = new QPushButton(tr("Close"), this);
  close->setProperty("role", "plain");
  close->setAutoDefault(false);
  connect(close, &QPushButton::clicked, this, &QDialog::close);
  buttons->addWidget(copy);
  buttons->addWidget(close);
  column->addLayout(buttons);
}

}  // namespace counterpoint
