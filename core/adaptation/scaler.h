// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/path_estimate.h"
#include "core/adaptation/plane.h"

namespace counterpoint {

/// What a call allows: the user's limits and the camera's.
struct ScalingLimits {
  DataRate min_video_rate = DataRate::kilobits_per_second(40);    ///< Below it video stops.
  DataRate max_video_rate = DataRate::kilobits_per_second(4000);  ///< What the source can make use of.
  FrameRate max_frame_rate = FrameRate::per_second(30);
  PictureSize max_picture_size = {.width = 1280, .height = 720};
  Duration max_aggregation_delay = 50ms;  ///< 0: the peer does not know aggregation. At most 50 ms.
  bool operator==(const ScalingLimits&) const = default;
};

/// Chooses the operating point that makes the best of an estimate. One file an algorithm.
///
/// update() gives the point from `now` on, which is the one before when there is no reason to move; it keeps to the
/// limits whatever the estimate says. The same calls give the same points.
class Scaler {
 public:
  virtual ~Scaler() = default;
  [[nodiscard]] virtual OperatingPoint update(const PathEstimate& estimate, Timestamp now) = 0;
};

}  // namespace counterpoint
