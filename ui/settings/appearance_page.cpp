// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/appearance_page.h"

#include <QComboBox>

namespace counterpoint {
namespace {
constexpr ThemeSetting kThemes[] = {ThemeSetting::kDesktop, ThemeSetting::kDark, ThemeSetting::kLight};
}  // namespace

AppearancePage::AppearancePage(SettingsModel& settings, QWidget* parent)
    : SettingsPage(QStringLiteral("appearance_settings"), tr("Appearance"), parent), settings_(settings) {
  theme_ = new QComboBox(this);
  theme_->setObjectName(QStringLiteral("setting_theme"));
  const QString words[] = {tr("As the desktop"), tr("Dark"), tr("Light")};
  for (int i = 0; i < 3; ++i) theme_->addItem(words[i], QString::number(i));
  add_row(tr("Colours"), theme_, tr("Pictures stand on dark in any case."));
  connect(theme_, &QComboBox::currentIndexChanged, this, [this](int index) {
    if (index < 0 || index > 2) return;
    settings_.change([index](Settings& s) { s.theme = kThemes[index]; });
  });
  refresh();
}

void AppearancePage::refresh() {
  const ThemeSetting theme = settings_.settings().theme;
  for (int i = 0; i < 3; ++i) {
    if (kThemes[i] == theme) choose(*theme_, QString::number(i));
  }
}

}  // namespace counterpoint
