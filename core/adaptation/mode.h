// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/adaptation/estimator.h"
#include "core/adaptation/parameter.h"
#include "core/adaptation/scaler.h"

namespace counterpoint {

/// What decides when a packet of video may leave, beside the pacing rate.
enum class Gate { kPacer, kWindow, kPacketGap, kByteBudget };

/// Where a mode begins.
struct ModeStart {
  OperatingPoint point;
  WireFormat wire;
  ScalingLimits limits;
  Timestamp now{};
};

/// A way to adapt: an estimator, a scaler and a gate. All modes stand in one table.
struct Mode {
  std::string_view name;     ///< "2d", as users and logs know it.
  std::string_view summary;  ///< One line.
  std::string_view source;   ///< The paper or RFC.
  std::span<const Parameter> parameters;
  std::unique_ptr<Estimator> (*make_estimator)(const ModeStart& start, const ParameterValues& values);
  std::unique_ptr<Scaler> (*make_scaler)(const ModeStart& start, const ParameterValues& values);
  Gate gate = Gate::kPacer;
  bool feedback_each_packet = false;  ///< It needs an acknowledgement a packet.
};

/// A mode as a user chooses it.
struct ModeChoice {
  const Mode* mode = nullptr;  ///< Nothing: `fixed`.
  ParameterValues parameters;  ///< Have passed check_parameters().
  bool operator==(const ModeChoice&) const = default;
};

/// As logs have it.
[[nodiscard]] inline std::string mode_name(const ModeChoice& choice) {
  return choice.mode != nullptr ? std::string(choice.mode->name) : "fixed";
}

[[nodiscard]] std::span<const Mode> modes();
/// Nothing when there is no such mode.
[[nodiscard]] const Mode* find_mode(std::string_view name);

}  // namespace counterpoint
