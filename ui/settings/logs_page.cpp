// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/logs_page.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

#include "ui/style/theme.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/text_field.h"

namespace counterpoint {
namespace {

/// The reason for which logs cannot be written to a folder; empty when they can. A folder that is still to be made is
/// judged by the folder above it.
QString obstacle_to(const QString& folder) {
  if (folder.isEmpty()) return {};
  if (!QDir::isAbsolutePath(folder)) return LogsPage::tr("Write the whole path, beginning with \"/\".");
  QFileInfo there(folder);
  if (there.exists() && !there.isDir()) return LogsPage::tr("There is a file of that name: choose a folder.");
  while (!there.exists() && !there.isRoot()) there = QFileInfo(there.absolutePath());
  if (!there.isDir() || !there.isWritable()) {
    return LogsPage::tr("You may not write in %1: choose another folder.").arg(there.absoluteFilePath());
  }
  return {};
}

}  // namespace

LogsPage::LogsPage(SettingsModel& settings, QWidget* parent)
    : SettingsPage(QStringLiteral("logs_settings"), tr("Logs"), parent), settings_(settings) {
  add_text(tr("Every call leaves a log of its figures and decisions, without sound and pictures. It stays on this "
              "computer."),
           "quiet");
  auto* place = new QWidget(this);
  auto* row = new QHBoxLayout(place);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(kSpace);
  folder_ = new TextField(place);
  folder_->setObjectName(QStringLiteral("setting_log_folder"));
  folder_->setAccessibleName(tr("Folder"));
  folder_->setPlaceholderText(tr("Default folder"));
  folder_->setMaxLength(static_cast<int>(Settings::kMaxPath));
  auto* browse_button = new QPushButton(tr("Choose\u2026"), place);
  browse_button->setObjectName(QStringLiteral("choose_log_folder"));
  browse_button->setProperty("role", "plain");
  browse_button->setAccessibleName(tr("Choose a folder for logs"));
  browse_button->setToolTip(browse_button->accessibleName());
  row->addWidget(folder_, 1);
  row->addWidget(browse_button);
  place->setObjectName(QStringLiteral("log_place"));
  const QString help = tr("Empty: ~/.local/state/counterpoint/sessions. From the next call on.");
  folder_->setToolTip(help);
  add_row(tr("Folder"), place, help);
  place->setToolTip(QString());
  keep_days_ = new QSpinBox(this);
  keep_days_->setObjectName(QStringLiteral("setting_keep_days"));
  keep_days_->setRange(0, Settings::kMaxKeepDays);
  keep_days_->setSpecialValueText(tr("forever"));
  keep_days_->setKeyboardTracking(false);
  add_row(tr("Keep logs (days)"), keep_days_, tr("Older ones are deleted when Counterpoint starts."));
  leave_out_addresses_ = new QCheckBox(tr("Leave out who was called"), this);
  leave_out_addresses_->setObjectName(QStringLiteral("setting_leave_out_addresses"));
  leave_out_addresses_->setAccessibleName(leave_out_addresses_->text());
  add_row(tr("Addresses"), leave_out_addresses_, tr("So that a log can be shown to others. From the next call on."));
  connect(folder_, &QLineEdit::editingFinished, this, &LogsPage::take_folder);
  connect(browse_button, &QPushButton::clicked, this, &LogsPage::browse);
  connect(keep_days_, &QSpinBox::valueChanged, this,
          [this](int value) { settings_.change([value](Settings& s) { s.logs.keep_days = value; }); });
  connect(leave_out_addresses_, &QCheckBox::toggled, this,
          [this](bool on) { settings_.change([on](Settings& s) { s.logs.addresses = !on; }); });
  refresh();
}

void LogsPage::refresh() {
  const Settings& s = settings_.settings();
  const QSignalBlocker quiet_days(keep_days_);
  const QSignalBlocker quiet_addresses(leave_out_addresses_);
  if (!folder_->hasFocus()) folder_->setText(QString::fromStdString(s.logs.folder));
  keep_days_->setValue(s.logs.keep_days);
  leave_out_addresses_->setChecked(!s.logs.addresses);
}

void LogsPage::take_folder() {
  const QString folder = folder_->text().trimmed();
  const QString obstacle = obstacle_to(folder);
  show_error(folder_->parentWidget(), obstacle);
  if (obstacle.isEmpty()) settings_.change([&folder](Settings& s) { s.logs.folder = folder.toStdString(); });
}

void LogsPage::browse() {
  auto* dialog = make_file_dialog(tr("Folder for logs"), folder_->text(), this);
  dialog->setObjectName(QStringLiteral("log_folder_dialog"));
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& chosen) {
    folder_->setText(chosen);
    take_folder();
  });
  dialog->show();  // open() would block the keys and buttons of a running call.
}

}  // namespace counterpoint
