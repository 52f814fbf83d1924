// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settings_dialog.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/settings/adaptation_page.h"
#include "ui/settings/appearance_page.h"
#include "ui/settings/devices_page.h"
#include "ui/settings/limits_page.h"
#include "ui/settings/logs_page.h"
#include "ui/settings/network_page.h"
#include "ui/settings/servers_page.h"
#include "ui/style/theme.h"

namespace counterpoint {
namespace {
constexpr int kListWidth = 180;
}

SettingsDialog::SettingsDialog(SettingsModel& settings, DeviceCatalog& catalog, QWidget* parent)
    : QDialog(parent), settings_(settings) {
  setObjectName(QStringLiteral("settings_dialog"));
  setWindowTitle(tr("Settings"));
  setModal(false);
  resize(860, 640);
  setMinimumSize(840, 400);
  list_ = new QListWidget(this);
  list_->setObjectName(QStringLiteral("settings_pages"));
  list_->setAccessibleName(tr("Pages of the settings"));
  list_->setToolTip(tr("Choose what to set"));
  list_->setFixedWidth(kListWidth);
  pages_ = new QStackedWidget(this);
  notice_ = new QLabel(this);
  notice_->setObjectName(QStringLiteral("settings_dialog_notice"));
  notice_->setProperty("role", "warning");
  notice_->setTextFormat(Qt::PlainText);
  notice_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  notice_->setWordWrap(true);
  devices_ = new DevicesPage(settings, catalog, pages_);
  add_page(devices_, Icon::kCamera);
  add_page(new LimitsPage(settings, pages_), Icon::kGauge);
  network_ = new NetworkPage(settings, pages_);
  add_page(network_, Icon::kNetwork);
  servers_ = new ServersPage(settings, pages_);
  add_page(servers_, Icon::kNetwork);
  connect(servers_, &ServersPage::check_wanted, this, &SettingsDialog::check_wanted);
  add_page(new AppearancePage(settings, pages_), Icon::kContrast);
  add_page(new LogsPage(settings, pages_), Icon::kLogs);
  add_page(new AdaptationPage(settings, pages_), Icon::kPlane);
  auto* close_button = new QPushButton(tr("Close"), this);
  close_button->setObjectName(QStringLiteral("close_settings"));
  close_button->setProperty("role", "plain");
  close_button->setAccessibleName(tr("Close the settings"));
  close_button->setToolTip(tr("Close the settings (Esc)"));
  close_button->setAutoDefault(false);

  auto* right = new QVBoxLayout;
  right->setSpacing(kSpace);
  right->addWidget(notice_);
  right->addWidget(pages_, 1);
  right->addWidget(close_button, 0, Qt::AlignRight);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(kSpace);
  columns->addWidget(list_);
  columns->addLayout(right, 1);
  all_ = new QVBoxLayout(this);
  all_->setContentsMargins(kSpaceLarge, kSpaceLarge, kSpace, kSpaceLarge);
  all_->setSpacing(kSpaceLarge);
  all_->addLayout(columns, 1);
  // Return belongs to the fields, not to the first button.
  for (auto* button : findChildren<QPushButton*>()) button->setAutoDefault(false);

  const auto show_notice = [this](const QString& text) {
    notice_->setText(text);
    notice_->setHidden(text.isEmpty());
  };
  show_notice(settings.notice());
  connect(&settings, &SettingsModel::notice_changed, this, show_notice);
  connect(&settings, &SettingsModel::changed, this, &SettingsDialog::refresh);
  // The selection counts, not the current row: screen readers choose without it.
  connect(list_, &QListWidget::itemSelectionChanged, this, [this] {
    const QModelIndexList chosen = list_->selectionModel()->selectedRows();
    if (!chosen.isEmpty()) pages_->setCurrentIndex(chosen.first().row());
  });
  connect(close_button, &QPushButton::clicked, this, &QDialog::close);
  list_->setCurrentRow(0);
}

void SettingsDialog::add_page(SettingsPage* page, Icon icon) {
  auto* entry = new QListWidgetItem(make_icon(icon), page->accessibleName(), list_);
  entry->setToolTip(page->accessibleName());
  pages_->addWidget(page);
}

void SettingsDialog::refresh() {
  for (auto* page : findChildren<SettingsPage*>()) page->refresh();
}

void SettingsDialog::set_call(const CallView& state) {
  devices_->set_in_call(state.phase != CallPhase::kIdle && state.phase != CallPhase::kEnded);
}

void SettingsDialog::set_level(double level) { devices_->set_level(level); }

void SettingsDialog::set_host(const HostInfo& host) { network_->show_problem(host.problem); }

void SettingsDialog::set_tried(const ServerTried& tried) { servers_->show_tried(tried); }

void SettingsDialog::put_above(QWidget* banner) { all_->insertWidget(0, banner); }

VideoView& SettingsDialog::preview() { return devices_->preview(); }

}  // namespace counterpoint
