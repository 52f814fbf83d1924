// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/start_point.h"

#include "core/adaptation/scaling/picture_choice.h"
#include "core/adaptation/scaling/picture_scaler.h"

namespace counterpoint {

OperatingPoint start_point(const ModeChoice& mode, OperatingPoint point) {
  // Only some modes ask for longer packets of audio.
  point.audio_packet_time = {};
  if (mode.mode != nullptr && mode.mode->scaler == &kPicture) {
    point.resolution = picture_size_for(point.video_rate(), point.frame_rate, point.resolution);
  }
  return point;
}

}  // namespace counterpoint
