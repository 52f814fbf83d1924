// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/mode.h"
#include "ui/settings/settings_model.h"
#include "ui/settings/settings_page.h"

class QDoubleSpinBox;
class QPushButton;

namespace counterpoint {

/// Page of video adaptation: the mode, and the parameters that the table of modes has for it. A running call follows at
/// once.
class AdaptationPage final : public SettingsPage {
  Q_OBJECT

 public:
  AdaptationPage(SettingsModel& settings, QWidget* parent);

  void refresh() override;

 private:
  void make_parameters(const Mode& mode);
  void add_parameter(const Mode& mode, const Parameter& parameter);
  void show_values();

  SettingsModel& settings_;
  QComboBox* mode_;
  QLabel* summary_;
  QWidget* parameters_ = nullptr;  ///< The rows of `shown_`.
  QPushButton* reset_all_;
  QVBoxLayout* page_rows_;
  const Mode* shown_ = nullptr;
};

}  // namespace counterpoint
