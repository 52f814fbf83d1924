// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/adaptation/plane/plane.h"
#include "core/base/message.h"
#include "core/base/time.h"
#include "core/model/operating_point.h"

namespace counterpoint {

/// The adaptation of a call at one moment. Positions are of audio and video, headers included.
struct AdaptationStatus {
  /// A change of the operating point.
  struct Change {
    Message cause;  ///< See Decision::cause.
    PlanePosition from;
    PlanePosition to;
  };

  Duration at{};       ///< Since the call was connected; it never falls within a call.
  std::string mode{};  ///< Its name, as in the table of modes; never empty in a call.
  OperatingPoint point{};
  PlanePosition position{};  ///< Position of the point.
  /// Those of the mode's points; the same vector for as long as they do not change. Null: not known.
  std::shared_ptr<const std::vector<PlanePosition>> points{};
  std::optional<PlanePosition> received{};  ///< Received by the peer in about a second; nothing if it does not report.
  std::optional<DataRate> rate_limit{};     ///< The capacity of the path, as far as the mode estimates it.
  std::optional<PacketRate> packet_limit{};
  bool video_stopped = false;        ///< The circuit breaker has stopped it.
  std::optional<Change> decision{};  ///< The last one.
};

}  // namespace counterpoint
