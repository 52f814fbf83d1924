// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/adaptation/mode/parameter.h"
#include "core/adaptation/mode/path_estimate.h"
#include "core/adaptation/plane/adaptation_context.h"
#include "core/adaptation/plane/operating_points.h"

namespace counterpoint {

/// Chooses the operating point that makes the best of an estimate. One file an algorithm.
///
/// update() gives the point from `now` on, which is the one before when there is no reason to move; it keeps to the
/// limits whatever the estimate says. The same calls give the same points.
class Scaler {
 public:
  virtual ~Scaler() = default;
  [[nodiscard]] virtual OperatingPoint update(const PathEstimate& estimate, Timestamp now) = 0;
  /// Since the last update(): the path is too narrow for any video, and none is to be sent.
  [[nodiscard]] virtual bool pauses_video() const { return false; }
  /// All that it chooses from; nothing when it makes its points as it goes.
  [[nodiscard]] virtual std::vector<PlacedPoint> points() const { return {}; }
};

/// A scaler as modes and users know it. The header of each scaler declares one.
struct ScalerKind {
  std::string_view name;
  std::string_view summary;
  std::span<const Parameter> parameters;
  std::unique_ptr<Scaler> (*make)(const AdaptationContext& start, const ParameterValues& values);
};

/// ScalerKind::make of T.
template <typename T>
std::unique_ptr<Scaler> make_scaler(const AdaptationContext& start, const ParameterValues& values) {
  return std::make_unique<T>(start, values);
}

}  // namespace counterpoint
