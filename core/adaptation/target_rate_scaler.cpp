// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/target_rate_scaler.h"

#include <algorithm>
#include <cmath>

#include "core/adaptation/operating_points.h"

namespace counterpoint {
namespace {

constexpr int kLeastFrameRate = 4;

class TargetRateScaler final : public Scaler {
 public:
  TargetRateScaler(const ModeStart& start, const ParameterValues&) : start_(start), point_(start.point) {}

  [[nodiscard]] OperatingPoint update(const PathEstimate& estimate, Timestamp) override {
    if (!estimate.rate) return point_;
    OperatingPoint point = point_;
    point.frame_rate = start_.limits.max_frame_rate;
    point.aggregation_delay = estimate.packet_rate ? start_.limits.max_aggregation_delay : Duration::zero();
    spend(*estimate.rate, point);
    if (estimate.packet_rate) point = within(*estimate.packet_rate, *estimate.rate, point);
    // Too small a step is not worth a decision.
    const double change = point.frame_size / point_.frame_size;
    const bool same_otherwise =
        point.frame_rate == point_.frame_rate && point.aggregation_delay == point_.aggregation_delay;
    if (!same_otherwise || change < 0.98 || change > 1.02) point_ = point;
    return point_;
  }

 private:
  /// Frames as large as the rate allows, headers included.
  void spend(DataRate rate, OperatingPoint& point) const {
    // Headers take a share that depends on the frame size itself: settled after two rounds.
    DataRate video = rate;
    for (int round = 0; round < 3; ++round) {
      const DataRate wanted = std::clamp(video, start_.limits.min_video_rate, start_.limits.max_video_rate);
      point.frame_size = std::max(DataSize::bytes(1), wanted * point.frame_rate.interval());
      video = video + rate - plane_position(point, start_.wire).bit_rate;
    }
  }

  /// As many frames as packets allow, each of as many packets as are left then.
  [[nodiscard]] OperatingPoint within(PacketRate packets, DataRate rate, OperatingPoint point) const {
    const auto full = static_cast<double>(start_.wire.max_payload.bytes()) * kPacketFill;
    const auto most = static_cast<int>(start_.limits.max_frame_rate.per_second());
    for (int frames = most; frames > kLeastFrameRate; --frames) {
      point.frame_rate = FrameRate::per_second(frames);
      spend(rate, point);
      const DataSize affordable = point.frame_size;
      for (double count = std::ceil(static_cast<double>(affordable.bytes()) / full); count >= 1; --count) {
        point.frame_size = std::min(affordable, DataSize::bytes(std::llround(count * full)));
        if (plane_position(point, start_.wire).packet_rate <= packets) return point;
      }
    }
    return point;
  }

  ModeStart start_;
  OperatingPoint point_;
};

}  // namespace

const ScalerKind kTargetRate = {
    .name = "target-rate",
    .summary = "spends the estimate's rate: as many frames as the limits allow, each as large as what is left",
    .parameters = {},
    .make = make_scaler<TargetRateScaler>};

}  // namespace counterpoint
