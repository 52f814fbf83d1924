// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/host_device_catalog.h"

#include <chrono>
#include <optional>
#include <utility>

#include "app/devices/portal_screen.h"
#include "media/audio/devices/audio_device_factory.h"
#include "media/capture/x11_display.h"
#include "ui/text/engine_text.h"

namespace counterpoint {
namespace {

constexpr auto kSettleTime = 500ms;

/// A source for tests, in the words of the window; nothing for one that is the same as none.
std::optional<DeviceChoice> test_source(const DeviceInfo& device) {
  const QString name = QString::fromStdString(device.name);
  if (device.name == "silence") return std::nullopt;
  QString words = engine_text(device.description);
  if (device.name == "test-card") words = HostDeviceCatalog::tr("Test card");
  if (device.name == "voice") words = HostDeviceCatalog::tr("Test voice");
  if (device.name == "marks") words = HostDeviceCatalog::tr("Clicks in step with the test card");
  if (device.name.starts_with("tone:")) words = HostDeviceCatalog::tr("Test tone %1 Hz").arg(name.mid(5));
  return DeviceChoice{.name = name, .description = words, .real = false};
}

DeviceLists sort_by_use(const std::vector<DeviceInfo>& devices) {
  DeviceLists lists;
  DeviceLists tests;
  const auto add = [](QList<DeviceChoice>& list, const DeviceInfo& device) {
    list.append({QString::fromStdString(device.name), engine_text(device.description)});
  };
  for (const DeviceInfo& device : devices) {
    switch (device.kind) {
      case DeviceKind::kCamera:
      case DeviceKind::kScreen:
        add(lists.cameras, device);
        break;
      case DeviceKind::kMicrophone:
        add(lists.microphones, device);
        break;
      case DeviceKind::kVideoGenerator:
        if (const auto source = test_source(device)) tests.cameras.append(*source);
        break;
      case DeviceKind::kAudioGenerator:
        if (const auto source = test_source(device)) tests.microphones.append(*source);
        break;
      case DeviceKind::kLoudspeaker:
        add(lists.speakers, device);
        break;
    }
  }
  lists.cameras.append(tests.cameras);
  lists.microphones.append(tests.microphones);
  const auto none = [](const QString& words) {
    return DeviceChoice{.name = QStringLiteral("none"), .description = words, .real = false};
  };
  lists.cameras.append(none(HostDeviceCatalog::tr("No camera")));
  lists.microphones.append(none(HostDeviceCatalog::tr("No microphone")));
  lists.speakers.append(none(HostDeviceCatalog::tr("No loudspeaker")));
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

QList<DeviceChoice> HostDeviceCatalog::screens() const {
  QList<DeviceChoice> choices;
  if (screen_needs_portal()) return choices;
  const auto display = X11Display::open("");
  if (!display) return choices;
  for (const DeviceInfo& screen : (*display)->list_screens()) {
    choices.append({QString::fromStdString(screen.name), engine_text(screen.description)});
  }
  return choices;
}

void HostDeviceCatalog::follow_devices(bool follows) {
  const QStringList watched = folders_.directories();
  if (!watched.isEmpty()) folders_.removePaths(watched);
  if (!follows) return;
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
