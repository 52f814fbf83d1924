// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// The position of video in the bit-rate x packet-rate plane (Nee 1997): frame size and frame rate. Everything that
/// produces or shapes video follows it, and it may change at any frame.
struct OperatingPoint {
  DataSize frame_size = DataSize::bytes(4167);            ///< Mean encoded size of a frame, > 0.
  FrameRate frame_rate = FrameRate::per_second(30);       ///< 1 to 60 frames/s; a slower camera gives less.
  Resolution resolution = {.width = 640, .height = 360};  ///< Upper bound; a smaller camera frame is not enlarged.
  /// 0 to 50 ms: how long a small packet may wait for others to share its datagram. 0: each has its own.
  Duration aggregation_delay{};
  /// 0, or one of kAudioPacketDurations: packets hold so much audio at least, if the peer takes that. 0: what the call
  /// agreed upon.
  Duration audio_packet_time{};

  /// The point that spends `rate` on `frame_rate` frames a second of `resolution`.
  [[nodiscard]] static OperatingPoint from_rate(DataRate rate, FrameRate frame_rate, Resolution resolution) {
    return {.frame_size = rate * frame_rate.interval(), .frame_rate = frame_rate, .resolution = resolution};
  }
  [[nodiscard]] DataRate video_rate() const { return frame_size / frame_rate.interval(); }
  bool operator==(const OperatingPoint&) const = default;
};

}  // namespace counterpoint
