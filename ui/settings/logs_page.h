// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/settings_model.h"
#include "ui/settings/settings_page.h"

class QCheckBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace counterpoint {

/// Page of call logs: their folder, how long they are kept, and what is left out.
class LogsPage final : public SettingsPage {
  Q_OBJECT

 public:
  LogsPage(SettingsModel& settings, QWidget* parent);

  void refresh() override;

 private:
  void take_folder();
  void browse();

  SettingsModel& settings_;
  QLineEdit* folder_;
  QSpinBox* keep_days_;
  QCheckBox* leave_out_addresses_;
};

}  // namespace counterpoint
