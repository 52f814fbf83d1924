// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/device_catalog.h"

#include <utility>

namespace counterpoint {

QString device_words(const DeviceChoice& device) {
  if (device.description.isEmpty()) return device.name;
  return device.real ? QStringLiteral("%1 (%2)").arg(device.description, device.name) : device.description;
}

DeviceCatalog::DeviceCatalog(QObject* parent) : QObject(parent) {}
DeviceCatalog::~DeviceCatalog() = default;

QList<DeviceChoice> DeviceCatalog::screens() const { return {}; }
void DeviceCatalog::watch(const QObject& watcher, bool watching) {
  if (watching) {
    watchers_.insert(&watcher);
    follow_devices(true);
  } else if (watchers_.remove(&watcher) && watchers_.isEmpty()) {
    follow_devices(false);
  }
}
void DeviceCatalog::follow_devices(bool) {}
void DeviceCatalog::start_meter() {}
void DeviceCatalog::play_test_audio() {}
void DeviceCatalog::start_echo_test() {}
void DeviceCatalog::stop() {}

void DeviceCatalog::set_lists(const DeviceLists& lists) {
  if (lists == lists_) return;
  lists_ = lists;
  emit lists_changed();
}

void DeviceCatalog::set_phase(AudioCheckPhase phase) {
  if (std::exchange(phase_, phase) != phase) emit phase_changed(phase);
}

}  // namespace counterpoint
