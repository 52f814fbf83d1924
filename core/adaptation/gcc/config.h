// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/adaptation/mode/parameter.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// The parameters of mode `gcc`; names, ranges and reasons stand in gcc.cpp.
struct GccConfig {
  explicit GccConfig(const ParameterValues& values);

  DataRate start_rate;
  Duration burst{};
  std::size_t window = 0;  ///< Groups of packets.
  double smoothing = 0;
  double gain = 0;
  double threshold = 0;  ///< Milliseconds.
  double threshold_up = 0;
  double threshold_down = 0;
  Duration overuse_time{};
  double decrease = 0;
  double increase = 0;  ///< A second.
  double low_loss = 0;
  double high_loss = 0;
  double loss_increase = 0;  ///< A second.
  double pacing = 0;
  bool probing = false;
  Duration alr_interval{};
  Duration feedback_timeout{};

  /// The least that it sends at, as deployed.
  static constexpr DataRate kMinRate = DataRate::kilobits_per_second(5);
  /// The most that it sends at, as deployed.
  static constexpr DataRate kMaxRate = DataRate::kilobits_per_second(30'000);
};

}  // namespace counterpoint
