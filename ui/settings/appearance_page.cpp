// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/appearance_page.h"

#include <QComboBox>

#include "ui/settings/fields/theme_setting.h"
#include "ui/settings/language_setting.h"

namespace counterpoint {

AppearancePage::AppearancePage(SettingsModel& settings, QWidget* parent)
    : SettingsPage(QStringLiteral("appearance_settings"), tr("Appearance"), parent), settings_(settings) {
  theme_ = new QComboBox(this);
  theme_->setObjectName(QStringLiteral("setting_theme"));
  theme_->addItem(tr("Same as system"), theme_choice_name(ThemeChoice::kDesktop));
  theme_->addItem(tr("Dark"), theme_choice_name(ThemeChoice::kDark));
  theme_->addItem(tr("Light"), theme_choice_name(ThemeChoice::kLight));
  add_row(tr("Colours"), theme_, tr("Video is always shown on black."));
  connect(theme_, &QComboBox::currentIndexChanged, this, [this] {
    const auto choice = find_theme_choice(theme_->currentData().toString());
    if (choice) settings_.change([choice](Settings& s) { s.theme = theme_setting(*choice); });
  });
  make_language();
  refresh();
}

void AppearancePage::make_language() {
  language_ = new QComboBox(this);
  language_->setObjectName(QStringLiteral("setting_language"));
  for (const Language& language : kLanguages) {
    const QString name = QString::fromUtf8(language.name);
    language_->addItem(name.isEmpty() ? tr("Same as system") : name, QLatin1String(language.code));
  }
  add_row(tr("Language"), language_, tr("Takes effect when Counterpoint is started the next time."));
  connect(language_, &QComboBox::currentIndexChanged, this, [this] {
    const QString code = language_->currentData().toString();
    for (const Language& language : kLanguages) {
      if (QLatin1String(language.code) == code) settings_.change([&](Settings& s) { s.language = language.setting; });
    }
  });
}

void AppearancePage::refresh() {
  choose(*theme_, theme_choice_name(theme_choice(settings_.settings().theme)));
  choose(*language_, language_code(settings_.settings().language));
}

}  // namespace counterpoint
