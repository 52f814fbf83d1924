// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/settings_model.h"
#include "ui/settings/settings_page.h"

namespace counterpoint {

/// The colours and the language of the window.
class AppearancePage final : public SettingsPage {
  Q_OBJECT

 public:
  AppearancePage(SettingsModel& settings, QWidget* parent);

  void refresh() override;

 private:
  void make_language();

  SettingsModel& settings_;
  QComboBox* theme_;
  QComboBox* language_;
};

}  // namespace counterpoint
