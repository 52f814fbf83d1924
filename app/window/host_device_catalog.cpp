// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_device_catalog.h"

#include <chrono>
#include <utility>

#include "media/audio/devices/audio_device_factory.h"
#include "ui/text/engine_text.h"

namespace counterpoint {
namespace {

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
  lists.cameras.append({QStringLiteral("none"), HostDeviceCatalog::tr("No pictures")});
  lists.microphones.append({QStringLiteral("none"), HostDeviceCatalog::tr("No sound")});
  lists.speakers.append({QStringLiteral("none"), HostDeviceCatalog::tr("No sound")});
  return lists;
}

AudioCheckPhase phase_of(AudioCheck::Task task) {
  switch (task) {
    case AudioCheck::Task::kMeter:
      return AudioCheckPhase::kMeter;
    case AudioCheck::Task::kTestAudio:
      return AudioCheckPhase::kTestAudio;
    case AudioCheck::Task::kRecording:
      return AudioCheckPhase::kRecording;
    case AudioCheck::Task::kPlayback:
      return AudioCheckPhase::kPlayingBack;
  }
  return AudioCheckPhase::kOff;
}

}  // namespace

HostDeviceCatalog::HostDeviceCatalog(HostCallController& controller, QObject* parent)
    : DeviceCatalog(parent), controller_(controller) {
  worker_.setMaxThreadCount(1);
  settle_.setSingleShot(true);
  settle_.setInterval(kSettleTime);
  connect(&settle_, &QTimer::timeout, this, &HostDeviceCatalog::look);
  connect(&folders_, &QFileSystemWatcher::directoryChanged, &settle_, qOverload<>(&QTimer::start));
  connect(&controller_, &HostCallController::audio_check_changed, this,
          [this](AudioCheck::Task task) { set_phase(phase_of(task)); });
}

HostDeviceCatalog::~HostDeviceCatalog() { worker_.waitForDone(); }

void HostDeviceCatalog::watch(bool watching) {
  const QStringList watched = folders_.directories();
  if (!watched.isEmpty()) folders_.removePaths(watched);
  if (!watching) return;
  folders_.addPaths({QStringLiteral("/dev"), QStringLiteral("/dev/snd")});
  look();
}

void HostDeviceCatalog::look() {
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

void HostDeviceCatalog::start_meter() { begin(AudioCheck::Task::kMeter); }
void HostDeviceCatalog::play_test_audio() { begin(AudioCheck::Task::kTestAudio); }
void HostDeviceCatalog::start_echo_test() { begin(AudioCheck::Task::kRecording); }

void HostDeviceCatalog::begin(AudioCheck::Task task) { controller_.send(CheckAudio{task}); }

void HostDeviceCatalog::stop() {
  controller_.send(StopAudioCheck{});
  set_phase(AudioCheckPhase::kOff);
}

}  // namespace counterpoint
