// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/settings_model.h"
#include "ui/settings/settings_page.h"

class QCheckBox;
class QSpinBox;

namespace counterpoint {

/// This host's port, the transport of video, what contacts learn, and when others can call.
class NetworkPage final : public SettingsPage {
  Q_OBJECT

 public:
  NetworkPage(SettingsModel& settings, QWidget* parent);

  void refresh() override;
  /// Shows the reason for which nobody can call; empty for none.
  void show_problem(const QString& problem);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void start_with_desktop(bool on);

  SettingsModel& settings_;
  QSpinBox* port_;
  QComboBox* transport_;
  QCheckBox* early_;
  QCheckBox* presence_;
  QCheckBox* stay_;
  QCheckBox* autostart_;
  QWidget* autostart_row_;
  QCheckBox* peace_;
};

}  // namespace counterpoint
