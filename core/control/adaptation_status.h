// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/adaptation/measure/limit_evidence.h"
#include "core/adaptation/plane/operating_set.h"
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
    Duration age{};  ///< Time since the change.
  };

  Duration at{};       ///< Time since the call was connected; it never falls within a call.
  std::string mode{};  ///< Its name, as in the table of modes; never empty in a call.
  OperatingPoint point{};
  PlanePosition position{};  ///< Position of the point.
  /// All that the mode can choose; the same object for as long as it does not change. Null: not known.
  std::shared_ptr<const OperatingSet> choices{};
  std::optional<PlanePosition> sent{};      ///< Sent in about a second; nothing before the first one.
  std::optional<PlanePosition> received{};  ///< Received by the peer in about a second; nothing if it does not report.
  std::optional<DataRate> rate_limit{};     ///< The capacity of the path, as far as the mode estimates it.
  std::optional<RateLimit> limit{};         ///< The same, as far as traffic backs it, or the settings' limit.
  std::optional<PacketRate> packet_limit{};
  bool video_stopped = false;        ///< The circuit breaker has stopped it.
  std::optional<Change> decision{};  ///< The last one.
};

}  // namespace counterpoint
