// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings/settings_model.h"
#include "ui/settings/settings_page.h"

class QSpinBox;
class QDoubleSpinBox;

namespace counterpoint {

/// Bounds of video and audio. A change holds from the next call on.
class LimitsPage final : public SettingsPage {
  Q_OBJECT

 public:
  LimitsPage(SettingsModel& settings, QWidget* parent);

  void refresh() override;

 private:
  QSpinBox* add_number(const char* name, const QString& words, int min, int max, const QString& unit,
                       const QString& help);
  void take_rates();

  SettingsModel& settings_;
  QComboBox* codec_;
  QSpinBox* start_rate_;
  QSpinBox* min_rate_;
  QSpinBox* max_rate_;
  QDoubleSpinBox* frame_rate_;
  QComboBox* size_;
  QSpinBox* audio_rate_;
  QComboBox* audio_packet_time_;
  QSpinBox* max_datagram_;
};

}  // namespace counterpoint
