// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/rate_spending.h"

#include <algorithm>
#include <cmath>

#include "core/adaptation/plane/operating_points.h"
#include "core/adaptation/plane/plane.h"

namespace counterpoint {
namespace {

/// Fewer frames a second than these are not sent even where packets are short.
constexpr int kMinFrameRate = 4;

/// The most frames that `packets` allow, each of as many packets as are left then, and no larger than `rate` allows.
OperatingPoint spend_within(PacketRate packets, DataRate rate, const AdaptationContext& context, OperatingPoint point) {
  const auto full = static_cast<double>(context.wire.max_payload.bytes()) * kPacketFill;
  const auto most = static_cast<int>(context.limits.max_frame_rate.per_second());
  for (int frames = most; frames > kMinFrameRate; --frames) {
    point.frame_rate = FrameRate::per_second(frames);
    spend(rate, context, point);
    const DataSize affordable = point.frame_size;
    for (double count = std::ceil(static_cast<double>(affordable.bytes()) / full); count >= 1; --count) {
      point.frame_size = std::min(affordable, DataSize::bytes(std::llround(count * full)));
      if (plane_position(point, context.wire).packet_rate <= packets) return point;
    }
  }
  return point;
}

}  // namespace

void spend(DataRate rate, const AdaptationContext& context, OperatingPoint& point) {
  // Headers take a share that depends on the frame size itself: settled after two rounds.
  DataRate video = rate;
  for (int round = 0; round < 3; ++round) {
    const DataRate wanted = std::clamp(video, context.limits.min_video_rate, context.limits.max_video_rate);
    point.frame_size = std::max(DataSize::bytes(1), wanted * point.frame_rate.interval());
    video = video + rate - plane_position(point, context.wire).bit_rate;
  }
}

OperatingPoint spend_estimate(const PathEstimate& estimate, const AdaptationContext& context, OperatingPoint point) {
  point.frame_rate = context.limits.max_frame_rate;
  point.aggregation_delay = estimate.packet_rate ? context.limits.max_aggregation_delay : Duration::zero();
  spend(*estimate.rate, context, point);
  return estimate.packet_rate ? spend_within(*estimate.packet_rate, *estimate.rate, context, point) : point;
}

bool is_worth_a_decision(const OperatingPoint& from, const OperatingPoint& to) {
  const double change = to.frame_size / from.frame_size;
  const bool same_otherwise = to.frame_rate == from.frame_rate && to.aggregation_delay == from.aggregation_delay &&
                              to.audio_packet_time == from.audio_packet_time && to.resolution == from.resolution;
  return !same_otherwise || change < 0.98 || change > 1.02;
}

}  // namespace counterpoint
