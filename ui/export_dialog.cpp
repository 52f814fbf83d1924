// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <utility>

#include "ui/theme.h"

namespace counterpoint {

ExportDialog::ExportDialog(const QString& target, Export carry_out, QWidget* parent)
    : QDialog(parent), export_(std::move(carry_out)) {
  constexpr int kWidth = 560;
  setObjectName(QStringLiteral("export_dialog"));
  setWindowTitle(tr("Export a recorded call"));
  setMinimumWidth(kWidth);
  format_ = new QComboBox(this);
  format_->setObjectName(QStringLiteral("export_format"));
  format_->setAccessibleName(tr("Format"));
  format_->addItem(tr("Page with plots (HTML)"), QStringLiteral("html"));
  format_->addItem(tr("Table of measurements (CSV)"), QStringLiteral("csv"));
  format_->addItem(tr("The log itself (JSON Lines)"), QStringLiteral("jsonl"));
  format_->addItem(tr("Picture of this view (PNG)"), QStringLiteral("png"));
  target_ = new QLineEdit(target, this);
  target_->setObjectName(QStringLiteral("export_target"));
  target_->setAccessibleName(tr("File to write"));
  auto* browse = new QPushButton(tr("&Browse\u2026"), this);
  browse->setProperty("role", "plain");
  browse->setAutoDefault(false);
  without_addresses_ = new QCheckBox(tr("&Leave out names and addresses of people, devices and files"), this);
  without_addresses_->setObjectName(QStringLiteral("export_without_addresses"));
  problem_ = new QLabel(this);
  problem_->setObjectName(QStringLiteral("export_problem"));
  problem_->setProperty("role", "warning");
  problem_->setTextFormat(Qt::PlainText);
  problem_->setWordWrap(true);
  auto* cancel = new QPushButton(tr("Cancel"), this);
  cancel->setProperty("role", "plain");
  cancel->setAutoDefault(false);
  auto* save = new QPushButton(tr("&Export"), this);
  save->setObjectName(QStringLiteral("export_save"));
  save->setProperty("role", "main");
  save->setDefault(true);
  auto* place = new QHBoxLayout;
  place->addWidget(target_, 1);
  place->addWidget(browse);
  auto* buttons = new QHBoxLayout;
  buttons->addStretch();
  buttons->addWidget(cancel);
  buttons->addWidget(save);
  auto* form = new QFormLayout(this);
  form->setContentsMargins(kSpaceHuge, kSpaceHuge, kSpaceHuge, kSpaceHuge);
  form->setSpacing(kSpaceLarge);
  form->addRow(tr("Format"), format_);
  form->addRow(tr("File"), place);
  form->addRow(without_addresses_);
  form->addRow(problem_);
  form->addRow(buttons);
  connect(format_, &QComboBox::currentIndexChanged, this, &ExportDialog::follow_format);
  connect(browse, &QPushButton::clicked, this, &ExportDialog::browse);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(save, &QPushButton::clicked, this, &ExportDialog::carry_out);
  follow_format();
}

void ExportDialog::follow_format() {
  const QFileInfo now(target_->text());
  target_->setText(
      QDir(now.path()).filePath(now.completeBaseName() + QLatin1Char('.') + format_->currentData().toString()));
}

void ExportDialog::browse() {
  const QString suffix = format_->currentData().toString();
  const QString filter = QStringLiteral("%1 (*.%2)").arg(format_->currentText(), suffix);
  const QString chosen = QFileDialog::getSaveFileName(this, tr("Export to"), target_->text(), filter, nullptr,
                                                      QFileDialog::DontConfirmOverwrite);
  if (chosen.isEmpty()) return;
  target_->setText(chosen);
  follow_format();
}

void ExportDialog::carry_out() {
  const QString target = target_->text();
  if (QFileInfo::exists(target)) {
    const auto answer = QMessageBox::question(this, windowTitle(), tr("%1 is there already. Replace it?").arg(target));
    if (answer != QMessageBox::Yes) return;
  }
  const Result<void> done = export_(target, without_addresses_->isChecked());
  if (done) return accept();
  problem_->setText(QString::fromStdString(done.error().message));
  adjustSize();
}

}  // namespace counterpoint
