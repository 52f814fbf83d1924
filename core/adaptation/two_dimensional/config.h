// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/parameter.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// The largest that packets of video are.
constexpr DataSize kFullPacket = DataSize::bytes(1200);
/// The size of each packet where packets count; any size would do.
constexpr DataSize kPacketWeight = DataSize::bytes(1000);

/// The parameters of mode `2d`: their units, ranges, defaults and reasons stand in the table in two_dimensional.cpp.
struct TwoDimensionalConfig {
  explicit TwoDimensionalConfig(const ParameterValues& values);

  // The queue, and when it is one.
  Duration queue_low;
  Duration queue_high;
  double noise_weight;
  Duration much_noise;
  Duration calm_window;
  Duration frame_time;
  // The rate to which a full path leads.
  double backoff;
  Duration drain_time;
  double least_share;
  double much_less;
  // Growth of the rate.
  double start_doubling;  ///< Round trips.
  double slope;           ///< bit/s^2.
  double growth;          ///< 1/s.
  double caution;
  double headroom;
  double probe_factor;
  // Arrivals.
  Duration rate_window;
  double nearly;
  // Loss and marks.
  double loss_limit;
  Duration loss_window;
  int loss_windows;
  double loss_evidence;
  double mark_decrease;
  double mark_weight;  ///< A round trip's.
  Duration classic_queue;
  Duration memory;
  // Beside others who fill the queue.
  Duration compete_after;
  double worth_competing;
  double others_share;
  double hardly_fallen;
  // Repair, departures, silence, and loss beside TCP.
  double repair_share;
  Duration slow_repair;
  double pacing;
  Duration feedback_timeout;
  double decrease;
};

}  // namespace counterpoint
