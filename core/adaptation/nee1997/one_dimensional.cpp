// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `1d` (docs/modes/1d.md); the estimator is loss_and_latency.cpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/nee1997/frame_rate_steps.h"
#include "core/adaptation/nee1997/loss_and_latency.h"
#include "core/adaptation/plane/operating_points.h"

namespace counterpoint {
namespace {

constexpr std::array kLadderParameters = {
    Parameter{"half_packets", "Size of a frame", "half packets", 1, 64, 3,
              "of a frame: medium, one packet and a half (Nee 1997, 3)"},
    Parameter{"least_frame_rate", "Least frame rate", "frames/s", 1, 30, 6,
              "below it pictures come too late (Nee 1997, 3.1)"},
};

/// One-dimensional scaling: frames of medium size without aggregation, more or fewer of them (Nee 1997, 3.1).
///
/// 1. A rung down at each report of congestion, a rung up at relief; nothing below 6 frames/s.
/// 2. The point of the start stands until the first verdict; then the nearest rung takes its place.
/// 3. The size of frames is one for the whole call: medium, unless the limits leave nothing of the ladder then.
class FrameRateLadder final : public Scaler {
 public:
  FrameRateLadder(const AdaptationContext& start, const ParameterValues& values);

  [[nodiscard]] OperatingPoint update(const PathEstimate& estimate, Timestamp now) override;
  [[nodiscard]] std::vector<PlacedPoint> points() const override;

 private:
  [[nodiscard]] OperatingPoint rung(FrameRate frame_rate) const;

  WireFormat wire_;
  OperatingPoint point_;
  OperatingPoint medium_;  ///< Every rung, but for its frame rate.
  FrameRate lowest_;
  FrameRate highest_;
  std::uint64_t seen_ = 0;
};

FrameRateLadder::FrameRateLadder(const AdaptationContext& start, const ParameterValues& values)
    : wire_(start.wire), point_(start.point) {
  const ScalingLimits& limits = start.limits;
  const double most = std::min(30.0, limits.max_frame_rate.per_second());
  const double least = std::min(most, value_of(kLadderParameters, values, "least_frame_rate"));
  const auto bytes = [](DataRate rate) { return static_cast<double>(rate.bits_per_second()) / 8; };
  const int half_packets = static_cast<int>(value_of(kLadderParameters, values, "half_packets"));
  // At the least as many bytes as make the least rate at the top, at the most what keeps to the highest at the bottom.
  const double wanted = static_cast<double>(frame_size_of(half_packets, start.wire).bytes());
  const double size =
      std::max({1.0, bytes(limits.min_video_rate) / most, std::min(wanted, bytes(limits.max_video_rate) / least)});
  medium_ = {.frame_size = DataSize::bytes(std::llround(size)),
             .frame_rate = {},
             .resolution = resolution_for(DataSize::bytes(std::llround(size)), limits.max_resolution)};
  highest_ = FrameRate::per_second(std::clamp(bytes(limits.max_video_rate) / size, least, most));
  lowest_ = FrameRate::per_second(std::clamp(bytes(limits.min_video_rate) / size, least, highest_.per_second()));
}

OperatingPoint FrameRateLadder::rung(FrameRate frame_rate) const {
  OperatingPoint point = medium_;
  point.frame_rate = std::clamp(frame_rate, lowest_, highest_);
  return point;
}

/// Steps go from where a call stands, so it may stand between two of these.
std::vector<PlacedPoint> FrameRateLadder::points() const {
  std::vector<PlacedPoint> rungs;
  for (FrameRate rate = lowest_;; rate = frame_rate_above(rate)) {
    const OperatingPoint point = rung(rate);
    rungs.push_back({.point = point, .position = plane_position(point, wire_)});
    if (rate >= highest_) return rungs;
  }
}

OperatingPoint FrameRateLadder::update(const PathEstimate& estimate, Timestamp) {
  if (estimate.verdict_count == seen_) return point_;
  seen_ = estimate.verdict_count;
  // The nearest rung to a point that is none: the same rate of video.
  if (point_ != rung(point_.frame_rate)) {
    point_ = rung(FrameRate::per_second(point_.frame_rate.per_second() * (point_.frame_size / medium_.frame_size)));
  }
  switch (estimate.verdict) {
    case PathEstimate::Verdict::kUnknown:
    case PathEstimate::Verdict::kClear:
      break;
    case PathEstimate::Verdict::kHeadroom:
      point_ = rung(frame_rate_above(point_.frame_rate));
      break;
    case PathEstimate::Verdict::kCongestion:
      point_ = rung(frame_rate_below(point_.frame_rate));
      break;
  }
  return point_;
}

const ScalerKind kFrameRateLadder = {.name = "frame-rate-ladder",
                                     .summary = "more or fewer frames of medium size",
                                     .parameters = kLadderParameters,
                                     .make = make_scaler<FrameRateLadder>};

}  // namespace

extern const Mode kOneDimensionalMode = {.name = "1d",
                                         .summary = "more or fewer frames of one size, by loss and latency (Nee 1997)",
                                         .estimator = &kLossAndLatency,
                                         .scaler = &kFrameRateLadder,
                                         .gate = &kPacerGate};

}  // namespace counterpoint
