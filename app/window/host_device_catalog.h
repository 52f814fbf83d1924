// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QThreadPool>
#include <QTimer>

#include "app/devices/audio_check.h"
#include "app/window/host_call_controller.h"
#include "ui/settings/device_catalog.h"

namespace counterpoint {

/// The devices of this machine, and those of a session host to be tried.
class HostDeviceCatalog final : public DeviceCatalog {
  Q_OBJECT

 public:
  /// `controller` outlives it.
  explicit HostDeviceCatalog(HostCallController& controller, QObject* parent = nullptr);
  ~HostDeviceCatalog() override;

  [[nodiscard]] QList<DeviceChoice> screens() const override;
  void start_meter() override;
  void play_test_audio() override;
  void start_echo_test() override;
  void stop() override;

 private:
  void follow_devices(bool follows) override;
  void look();
  void begin(AudioCheck::Task task);

  HostCallController& controller_;
  QFileSystemWatcher folders_;  ///< Device files come and go there.
  QTimer settle_;               ///< A camera brings several files, and none can be opened at once.
  bool looking_ = false;
  bool look_again_ = false;
  QThreadPool worker_;  ///< The last one: what runs in it uses this object. Asking sound systems takes a second.
};

}  // namespace counterpoint
