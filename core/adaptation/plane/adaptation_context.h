// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/plane/plane.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/frame_buffer.h"
#include "core/model/operating_point.h"

namespace counterpoint {

/// Limits of a call: the user's and the camera's.
struct ScalingLimits {
  DataRate min_video_rate = DataRate::kilobits_per_second(40);    ///< No mode goes below it.
  DataRate max_video_rate = DataRate::kilobits_per_second(4000);  ///< The source can make use of no more.
  FrameRate max_frame_rate = FrameRate::per_second(30);
  Resolution max_resolution = {.width = 1280, .height = 720};
  Duration max_aggregation_delay = 50ms;  ///< 0: the peer does not know aggregation. At most 50 ms.
  bool operator==(const ScalingLimits&) const = default;
};

/// The start of a mode.
struct AdaptationContext {
  OperatingPoint point;
  WireFormat wire;
  ScalingLimits limits;
  Timestamp now{};
};

}  // namespace counterpoint
