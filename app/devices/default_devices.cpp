// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/default_devices.h"

#include <algorithm>

#include "media/audio/devices/audio_device_factory.h"
#include "media/capture/device_list.h"

namespace counterpoint {

std::string default_camera() {
  const bool camera = std::ranges::any_of(list_video_devices(),
                                          [](const DeviceInfo& device) { return device.kind == DeviceKind::kCamera; });
  return camera ? "camera" : "test-card";
}

std::string default_microphone() { return has_sound_card() ? "default" : "voice"; }

std::string default_speaker() { return has_sound_card() ? "default" : "none"; }

}  // namespace counterpoint
