// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/adaptation/plane/adaptation_context.h"
#include "core/adaptation/plane/plane.h"

namespace counterpoint {

/// The packet rates between which a set of operating points lies at one bit-rate.
struct PacketRateSpan {
  DataRate bit_rate;
  PacketRate least;
  PacketRate most;
  bool operator==(const PacketRateSpan&) const = default;
};

/// All that a mode can choose, with audio and headers.
struct OperatingSet {
  /// Sorted by rising frame size, then frame rate; empty when any size and rate within the outline may be chosen.
  std::vector<PlanePosition> points;
  /// Sorted by rising bit-rate; between two of them the set lies between the lines that join their ends.
  std::vector<PacketRateSpan> outline;

  /// True if `position` lies within the outline, or beside it by no more than the part `tolerance` of its rates.
  [[nodiscard]] bool contains(const PlanePosition& position, double tolerance = 0.005) const;
  /// The highest rate that can be chosen; unlimited when nothing is known.
  [[nodiscard]] DataRate max_rate() const { return outline.empty() ? DataRate::unlimited() : outline.back().bit_rate; }
  bool operator==(const OperatingSet&) const = default;
};

/// The points of one frame size after another: in each the bit-rate rises.
[[nodiscard]] std::vector<std::span<const PlanePosition>> curves_of(std::span<const PlanePosition> points);

/// The set of a mode that chooses among `points`, which are in the order of OperatingSet::points.
[[nodiscard]] OperatingSet set_of_points(std::vector<PlanePosition> points);

/// The outline as single positions and back, two for each span: that of the least packet rate, then that of the most.
/// Positions that make no span are left out.
[[nodiscard]] std::vector<PlanePosition> corners_of(std::span<const PacketRateSpan> outline);
[[nodiscard]] std::vector<PacketRateSpan> outline_from(std::span<const PlanePosition> corners);

/// The set of a mode that chooses frame sizes freely, as the scalers of the folder scaling do: 4 frames/s and more,
/// with or without aggregation, audio in packets of any length.
[[nodiscard]] OperatingSet free_set(const WireFormat& wire, const ScalingLimits& limits);

/// The positions of a sender at `frame_rate` (> 0) that makes its frames larger and larger, without aggregation: from
/// `from` to `to` > `from`, with a corner wherever frames need a packet more.
[[nodiscard]] std::vector<PlanePosition> frame_rate_line(FrameRate frame_rate, DataSize from, DataSize to,
                                                         const WireFormat& wire);

}  // namespace counterpoint
