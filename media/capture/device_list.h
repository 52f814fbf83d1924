// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/message.h"

namespace counterpoint {

enum class DeviceKind { kCamera, kScreen, kVideoGenerator, kMicrophone, kAudioGenerator, kLoudspeaker };

/// Something that a call can use as a source or a sink.
struct DeviceInfo {
  DeviceKind kind = DeviceKind::kCamera;
  std::string name;         ///< Value for VideoSourceConfig::name or AudioDeviceConfig.
  Message description;      ///< A text for people: "HD webcam (uvcvideo)".
  bool is_default = false;  ///< True for the device that "camera" or "default" now means.
};

/// The cameras (/dev/video* that capture), the screen if there is a display, and the generated frames.
[[nodiscard]] std::vector<DeviceInfo> list_video_devices();

}  // namespace counterpoint
