// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_device_desk.h"

#include <chrono>
#include <utility>

#include "media/audio/devices/audio_device_factory.h"
#include "ui/text/engine_text.h"

namespace counterpoint {
namespace {

using std::chrono_literals::operator""ms;

constexpr auto kSettleTime = 500ms;

DeviceLists sort_by_use(const std::vector<DeviceInfo>& devices) {
  DeviceLists lists;
  const auto add = [](QList<DeviceChoice>& list, const DeviceInfo& device) {
    list.append({QString::fromStdString(device.name), engine_text(device.description)});
  };
  for (const DeviceInfo& device : devices) {
    switch (device.kind) {
      case DeviceKind::kCamera:
      case DeviceKind::kScreen:
      case DeviceKind::kVideoGenerator:
        add(lists.cameras, device);
        break;
      case DeviceKind::kMicrophone:
      case DeviceKind::kAudioGenerator:
        add(lists.microphones, device);
        break;
      case DeviceKind::kLoudspeaker:
        add(lists.speakers, device);
        break;
    }
  }
  lists.cameras.append({QStringLiteral("none"), HostDeviceDesk::tr("No pictures")});
  lists.microphones.append({QStringLiteral("none"), HostDeviceDesk::tr("No sound")});
  lists.speakers.append({QStringLiteral("none"), HostDeviceDesk::tr("No sound")});
  return lists;
}

SoundCheckPhase phase_of(SoundCheck::Task task) {
  switch (task) {
    case SoundCheck::Task::kMeter:
      return SoundCheckPhase::kMeter;
    case SoundCheck::Task::kTestSound:
      return SoundCheckPhase::kTestSound;
    case SoundCheck::Task::kRecording:
      return SoundCheckPhase::kRecording;
    case SoundCheck::Task::kPlayback:
      return SoundCheckPhase::kPlayingBack;
  }
  return SoundCheckPhase::kOff;
}

}  // namespace

HostDeviceDesk::HostDeviceDesk(HostCallController& controller, QObject* parent)
    : DeviceDesk(parent), controller_(controller) {
  worker_.setMaxThreadCount(1);
  settle_.setSingleShot(true);
  settle_.setInterval(kSettleTime);
  connect(&settle_, &QTimer::timeout, this, &HostDeviceDesk::look);
  connect(&folders_, &QFileSystemWatcher::directoryChanged, &settle_, qOverload<>(&QTimer::start));
  connect(&controller_, &HostCallController::sound_check_changed, this,
          [this](SoundCheck::Task task) { set_phase(phase_of(task)); });
}

HostDeviceDesk::~HostDeviceDesk() { worker_.waitForDone(); }

void HostDeviceDesk::watch(bool watching) {
  const QStringList watched = folders_.directories();
  if (!watched.isEmpty()) folders_.removePaths(watched);
  if (!watching) return;
  folders_.addPaths({QStringLiteral("/dev"), QStringLiteral("/dev/snd")});
  look();
}

void HostDeviceDesk::look() {
  if (std::exchange(looking_, true)) {
    look_again_ = true;
    return;
  }
  worker_.start([this] {
    const DeviceLists lists = sort_by_use(list_devices());
    QMetaObject::invokeMethod(
        this,
        [this, lists] {
          looking_ = false;
          set_lists(lists);
          if (std::exchange(look_again_, false)) look();
        },
        Qt::QueuedConnection);
  });
}

void HostDeviceDesk::start_meter() { begin(SoundCheck::Task::kMeter); }
void HostDeviceDesk::play_test_sound() { begin(SoundCheck::Task::kTestSound); }
void HostDeviceDesk::start_echo_test() { begin(SoundCheck::Task::kRecording); }

void HostDeviceDesk::begin(SoundCheck::Task task) { controller_.check_sound(task); }

void HostDeviceDesk::stop() {
  controller_.stop_sound_check();
  set_phase(SoundCheckPhase::kOff);
}

}  // namespace counterpoint
