// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/target_rate_scaler.h"

#include <algorithm>

namespace counterpoint {
namespace {

class TargetRateScaler final : public Scaler {
 public:
  explicit TargetRateScaler(const ModeStart& start) : start_(start), point_(start.point) {}

  [[nodiscard]] OperatingPoint update(const PathEstimate& estimate, Timestamp) override {
    if (!estimate.rate) return point_;
    OperatingPoint point = point_;
    point.frame_rate = std::min(start_.limits.max_frame_rate, FrameRate::per_second(30));
    // Headers take a share that depends on the frame size itself: settled after two rounds.
    DataRate video = *estimate.rate;
    for (int round = 0; round < 3; ++round) {
      const DataRate wanted = std::clamp(video, start_.limits.min_video_rate, start_.limits.max_video_rate);
      point.frame_size = std::max(DataSize::bytes(1), wanted * point.frame_rate.interval());
      video = video + *estimate.rate - plane_position(point, start_.wire).bit_rate;
    }
    // Too small a step is not worth a decision.
    const double change = point.frame_size / point_.frame_size;
    if (change < 0.98 || change > 1.02) point_ = point;
    return point_;
  }

 private:
  ModeStart start_;
  OperatingPoint point_;
};

}  // namespace

const ScalerKind kTargetRate = {
    .name = "target-rate",
    .summary = "spends the estimate's rate: as many frames as the limits allow, each as large as what is left",
    .parameters = {},
    .make = [](const ModeStart& start, const ParameterValues&) -> std::unique_ptr<Scaler> {
      return std::make_unique<TargetRateScaler>(start);
    }};

}  // namespace counterpoint
