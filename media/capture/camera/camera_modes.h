// SPDX-License-Identifier: GPL-3.0-or-later
// The frames that a camera can give, and the ones that are asked of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Frames that a camera offers.
struct CameraMode {
  Resolution size{};
  double max_rate = 0;      ///< Frames a second; 0: the camera does not say.
  bool compressed = false;  ///< Motion JPEG. False: samples as they are.
  bool operator==(const CameraMode&) const = default;
};

/// The modes that the camera at `device` ("/dev/video0") lists, by V4L2; empty where it lists none. Sizes of a
/// range are told by the one that is closest to `wanted`.
[[nodiscard]] std::vector<CameraMode> list_camera_modes(const std::string& device, Resolution wanted);

/// The mode that brings the most pixels a second of those that are wanted, then the most frames a second. Motion JPEG,
/// which has lost detail already and takes time to decode, is chosen only where it brings more than all others.
/// Nothing if there are no modes.
[[nodiscard]] std::optional<CameraMode> choose_camera_mode(const std::vector<CameraMode>& modes, Resolution wanted,
                                                           FrameRate rate);

}  // namespace counterpoint
