// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/settings_model.h"
#include "ui/settings/settings_page.h"

namespace counterpoint {

/// The colours of the window.
class AppearancePage final : public SettingsPage {
  Q_OBJECT

 public:
  AppearancePage(SettingsModel& settings, QWidget* parent);

  void refresh() override;

 private:
  SettingsModel& settings_;
  QComboBox* theme_;
};

}  // namespace counterpoint
