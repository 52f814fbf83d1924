// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/settings/device_catalog.h"
#include "ui/settings/settings_model.h"
#include "ui/settings/settings_page.h"

class QCheckBox;
class QPushButton;

namespace counterpoint {

class LevelMeter;
class VideoView;

/// Camera, microphone and loudspeaker, each with a test. A running call uses a new choice at once.
class DevicesPage final : public SettingsPage {
  Q_OBJECT

 public:
  DevicesPage(SettingsModel& settings, DeviceCatalog& catalog, QWidget* parent);

  void refresh() override;
  /// During a call the devices belong to it, and tests are off.
  void set_in_call(bool in_call);
  void set_level(double level);
  [[nodiscard]] VideoView& preview() { return *preview_; }

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  using Device = std::string DeviceSettings::*;
  struct VoiceSwitch {
    QCheckBox* box;
    bool VoiceSettings::*field;
  };

  QComboBox* add_device(const char* name, const QString& words, Device device);
  void add_voice();
  void add_audio_check();
  void show_lists();
  void show_phase(AudioCheckPhase phase);
  void measure();

  SettingsModel& settings_;
  DeviceCatalog& catalog_;
  QComboBox* camera_;
  VideoView* preview_;
  QComboBox* microphone_;
  LevelMeter* level_;
  QComboBox* speaker_;
  QCheckBox* ring_;
  QCheckBox* share_sound_;
  std::vector<VoiceSwitch> voice_;
  QPushButton* test_audio_;
  QPushButton* echo_test_;
  QLabel* check_words_;
  bool in_call_ = false;
};

}  // namespace counterpoint
