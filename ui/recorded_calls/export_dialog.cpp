// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recorded_calls/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <utility>

#include "ui/style/theme.h"
#include "ui/text/engine_text.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/question.h"

namespace counterpoint {

ExportDialog::ExportDialog(const QString& target, Export carry_out, QWidget* parent)
    : QDialog(parent), export_(std::move(carry_out)) {
  constexpr int kWidth = 560;
  setObjectName(QStringLiteral("export_dialog"));
  setWindowTitle(tr("Export a call"));
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
  // Labels are as high as the fields beside them.
  form->labelForField(format_)->setMinimumHeight(format_->sizeHint().height());
  form->labelForField(place)->setMinimumHeight(browse->sizeHint().height());
  form->addRow(without_addresses_);
  form->addRow(problem_);
  form->setRowVisible(problem_, false);
  form->addRow(buttons);
  connect(format_, &QComboBox::currentIndexChanged, this, &ExportDialog::follow_format);
  connect(target_, &QLineEdit::textChanged, this, &ExportDialog::follow_suffix);
  connect(browse, &QPushButton::clicked, this, &ExportDialog::browse);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  connect(save, &QPushButton::clicked, this, &ExportDialog::carry_out);
  follow_suffix();
}

QString ExportDialog::with_suffix(const QString& target) const {
  if (format_->findData(QFileInfo(target).suffix()) >= 0) return target;
  return target + QLatin1Char('.') + format_->currentData().toString();
}

void ExportDialog::follow_suffix() {
  const int index = format_->findData(QFileInfo(target_->text()).suffix());
  const QSignalBlocker quiet(format_);
  if (index >= 0) format_->setCurrentIndex(index);
}

void ExportDialog::follow_format() {
  QString target = target_->text();
  if (QFileInfo(target).fileName().isEmpty()) return;
  const QString suffix = QFileInfo(target).suffix();
  if (format_->findData(suffix) >= 0) target.chop(suffix.size() + 1);
  target_->setText(with_suffix(target));
}

void ExportDialog::browse() {
  const QString suffix = format_->currentData().toString();
  const QString filter = QStringLiteral("%1 (*.%2)").arg(format_->currentText(), suffix);
  auto* dialog = make_file_dialog(tr("Export to"), target_->text(), this);
  dialog->setNameFilter(filter);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(suffix);
  dialog->setOption(QFileDialog::DontConfirmOverwrite);  // This dialog asks itself.
  connect(dialog, &QFileDialog::fileSelected, target_, &QLineEdit::setText);
  dialog->open();
}

void ExportDialog::carry_out() {
  const QString typed = target_->text().trimmed();
  if (typed.isEmpty()) return tell(tr("Write the name of the file to export to."));
  const bool is_folder = QFileInfo(typed).isDir() || typed.endsWith(QLatin1Char('/'));
  const QString target = is_folder ? typed : with_suffix(typed);
  target_->setText(target);
  if (is_folder || QFileInfo(target).isDir()) {
    return tell(tr("%1 is a folder: write the name of a file in it.").arg(target));
  }
  if (!QFileInfo::exists(target)) return write(target);
  auto* question = new Question(windowTitle(), tr("%1 is there already. Replace it?").arg(target), tr("Replace"), this);
  question->setObjectName(QStringLiteral("export_replace_question"));
  connect(question, &Question::agreed, this, [this, target] { write(target); });
  question->open();
}

void ExportDialog::write(const QString& target) {
  const Result<void> done = export_(target, without_addresses_->isChecked());
  if (done) return accept();
  tell(engine_text(done.error().message));
}

void ExportDialog::tell(const QString& problem) {
  problem_->setText(problem);
  static_cast<QFormLayout*>(layout())->setRowVisible(problem_, true);
  adjustSize();
}

}  // namespace counterpoint
