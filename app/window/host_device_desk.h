// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QThreadPool>
#include <QTimer>

#include "app/window/host_call_controller.h"
#include "ui/settings/device_desk.h"

namespace counterpoint {

/// The devices of this machine, and those of a session host to be tried.
class HostDeviceDesk final : public DeviceDesk {
  Q_OBJECT

 public:
  /// `controller` outlives it.
  explicit HostDeviceDesk(HostCallController& controller, QObject* parent = nullptr);
  ~HostDeviceDesk() override;

  void watch(bool watching) override;
  void start_meter() override;
  void play_test_sound() override;
  void start_echo_test() override;
  void stop() override;

 private:
  void look();
  void begin(SoundCheck::Task task);

  HostCallController& controller_;
  QFileSystemWatcher folders_;  ///< Where device files come and go.
  QTimer settle_;               ///< A camera brings several files, and none can be opened at once.
  bool looking_ = false;
  bool look_again_ = false;
  QThreadPool worker_;  ///< The last one: what runs in it uses this object. Asking sound systems takes a second.
};

}  // namespace counterpoint
