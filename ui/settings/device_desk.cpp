// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/device_desk.h"

#include <utility>

namespace counterpoint {

DeviceDesk::DeviceDesk(QObject* parent) : QObject(parent) {}
DeviceDesk::~DeviceDesk() = default;

void DeviceDesk::watch(bool) {}
void DeviceDesk::start_meter() {}
void DeviceDesk::play_test_sound() {}
void DeviceDesk::start_echo_test() {}
void DeviceDesk::stop() {}

void DeviceDesk::set_lists(const DeviceLists& lists) {
  if (lists == lists_) return;
  lists_ = lists;
  emit lists_changed();
}

void DeviceDesk::set_phase(SoundCheckPhase phase) {
  if (std::exchange(phase_, phase) != phase) emit phase_changed(phase);
}

}  // namespace counterpoint
