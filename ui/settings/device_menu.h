// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QPoint>
#include <QPointer>
#include <QSlider>

#include "ui/settings/device_catalog.h"
#include "ui/settings/settings_model.h"

class QWidgetAction;

namespace counterpoint {

class LevelMeter;

/// A menu of devices beside the button that they are for. The one in use has a tick, and another is taken at once.
///
/// 1. In a call it opens over video, and the volume of the peer stands beside the loudspeakers.
/// 2. Before a call the microphone is open, to show its level, while the menu is, and not longer.
class DeviceMenu final : public QMenu {
  Q_OBJECT

 public:
  enum class Kind { kCamera, kAudio };

  /// `settings` and `catalog` outlive this.
  DeviceMenu(Kind kind, SettingsModel& settings, DeviceCatalog& catalog, QWidget* parent);

  /// Opens with its bottom left corner at `corner` of the screen, and follows devices that come and go.
  void open_above(QPoint corner, bool in_call);
  /// Level of the microphone, 0 to 1.
  void set_level(double level);
  /// Shows the volume of SetPeerVolume.
  void set_peer_volume(double volume);

 signals:
  /// The user wants to hear the peer so.
  void peer_volume_wanted(double volume);

 protected:
  void hideEvent(QHideEvent* event) override;

 private:
  using Device = std::string DeviceSettings::*;

  void fill();
  void add_level();
  void add_volume();
  /// Adds a widget in a row of its own.
  QWidgetAction* add_row(QWidget* row);
  void add_devices(const QString& title, const QList<DeviceChoice>& devices, Device device);

  const Kind kind_;
  SettingsModel& settings_;
  DeviceCatalog& catalog_;
  QPoint corner_;
  bool in_call_ = false;
  bool measures_ = false;       ///< It has opened the microphone.
  QPointer<LevelMeter> level_;  ///< Goes with what fill() clears.
  QPointer<QSlider> volume_;    ///< So does it.
  double peer_volume_ = 1;
};

}  // namespace counterpoint
