// SPDX-License-Identifier: GPL-3.0-or-later
// Sets of operating points (Nee 1997, 3): frame sizes in half packets times frame rates, and where each point stands.
#pragma once

#include <span>
#include <vector>

#include "core/adaptation/plane/adaptation_context.h"
#include "core/adaptation/plane/plane.h"

namespace counterpoint {

/// One frame size, the frame rates at which it is used, and how its packets share datagrams.
struct FrameSizeClass {
  DataSize frame_size;           ///< Mean, > 0.
  int min_frame_rate = 1;        ///< Frames/s, 1 to 30.
  int max_frame_rate = 30;       ///< min_frame_rate to 30.
  Duration aggregation_delay{};  ///< OperatingPoint::aggregation_delay.
  bool operator==(const FrameSizeClass&) const = default;
};

struct PlacedPoint {
  OperatingPoint point;
  PlanePosition position;
  bool operator==(const PlacedPoint&) const = default;
};

/// The mean size of a frame of the live set fills this share of the packets that it is counted as: room for frames that
/// are larger than the mean, so that nearly all need no packet more.
inline constexpr double kPacketFill = 0.85;

/// The mean size of a frame of `half_packets` (> 0) half packets.
[[nodiscard]] DataSize frame_size_of(double half_packets, const WireFormat& wire);

/// The general set for live calls: 1 to 32 half packets a frame and 1 to 30 frames/s, 4 kbit/s to 4 Mbit/s.
[[nodiscard]] std::vector<FrameSizeClass> live_classes(const WireFormat& wire, Duration aggregation_delay);
/// The paper's small, medium and large frames, as large a part of a packet as they were of the paper's 1500 bytes, at
/// the paper's frame rates.
[[nodiscard]] std::vector<FrameSizeClass> nee1997_classes(const WireFormat& wire, Duration aggregation_delay);

/// All points of `classes` within `limits`, by rising frame size and then frame rate. Never empty: when no point is
/// within them, the one that spends limits.max_video_rate on limits.max_frame_rate.
[[nodiscard]] std::vector<PlacedPoint> operating_points(std::span<const FrameSizeClass> classes, const WireFormat& wire,
                                                        const ScalingLimits& limits);

/// The largest resolution, `largest` or a simple fraction of it, at which `frame_size` gives at least 0.04 bits a
/// pixel: with less a large frame shows less than a small one enlarged.
[[nodiscard]] Resolution resolution_for(DataSize frame_size, Resolution largest);

/// The system of the paper itself: packets of 1500 bytes, 10 packets of 200 bytes of audio a second, no headers.
/// Figure 1: medium frames without aggregation, 6 to 30 frames/s.
[[nodiscard]] std::vector<PlacedPoint> nee1997_one_dimensional();
/// Figure 2: small, medium and large frames; each tail of a medium frame shares a datagram with audio, or, above 20
/// frames/s, where it waits less than 50 ms, with another tail.
[[nodiscard]] std::vector<PlacedPoint> nee1997_two_dimensional();

}  // namespace counterpoint
