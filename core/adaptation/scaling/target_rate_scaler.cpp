// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/target_rate_scaler.h"

#include <algorithm>

#include "core/adaptation/plane/operating_points.h"
#include "core/adaptation/scaling/rate_spending.h"

namespace counterpoint {
namespace {

/// For how long frames have to call for a smaller or a larger frame: a new size costs a key frame in VP8, and a rate
/// that gives way for a moment is no reason for one.
constexpr Duration kBeforeSmaller = 1s;
constexpr Duration kBeforeLarger = 3s;
/// Frames have to be so many times larger than a larger resolution needs.
constexpr double kRoomForLarger = 1.3;

class TargetRateScaler final : public Scaler {
 public:
  TargetRateScaler(const AdaptationContext& start, const ParameterValues&) : start_(start), point_(start.point) {}

  [[nodiscard]] OperatingPoint update(const PathEstimate& estimate, Timestamp now) override {
    if (!estimate.rate) return point_;
    OperatingPoint point = spend_estimate(estimate, start_, point_);
    choose_resolution(point, now);
    if (is_worth_a_decision(point_, point)) point_ = point;
    return point_;
  }

 private:
  /// Sets the resolution for which frames have enough bits, once they have had enough, or too few, for long enough.
  void choose_resolution(OperatingPoint& point, Timestamp now) {
    const Resolution largest = start_.limits.max_resolution;
    const Resolution fitting = resolution_for(point.frame_size, largest);
    const Resolution roomy = resolution_for(scaled(point.frame_size, 1 / kRoomForLarger), largest);
    if (fitting.area() >= point.resolution.area()) enough_bits_at_ = now;
    if (roomy.area() <= point.resolution.area()) too_few_for_larger_at_ = now;
    if (now - enough_bits_at_ >= kBeforeSmaller) {
      point.resolution = fitting;
    } else if (now - too_few_for_larger_at_ >= kBeforeLarger) {
      point.resolution = roomy;
    }
  }

  AdaptationContext start_;
  OperatingPoint point_;
  Timestamp enough_bits_at_ = start_.now;         ///< Last time at which frames had enough bits for their resolution.
  Timestamp too_few_for_larger_at_ = start_.now;  ///< Last time at which they had too few for a larger one.
};

}  // namespace

const ScalerKind kTargetRate = {
    .name = "target-rate",
    .summary = "spends the estimate's rate: as many frames as the limits allow, each as large as what is left",
    .parameters = {},
    .make = make_scaler<TargetRateScaler>};

}  // namespace counterpoint
