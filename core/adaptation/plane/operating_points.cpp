// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/plane/operating_points.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace counterpoint {
namespace {

/// Half packets a frame. Below two packets there are halves of them too, since else a step would be half of the rate.
constexpr std::array kLiveHalfPackets = {1.0,  1.5,  2.0,  2.5,  3.0,  3.5,  4.0,  5.0,  6.0,  7.0,  8.0, 10.0,
                                         12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 24.0, 26.0, 28.0, 30.0, 32.0};

constexpr double kMinBitsPerPixel = 0.04;

// The paper's system (section 3).
constexpr DataSize kPaperPacket = DataSize::bytes(1500);
constexpr double kPaperAudioPackets = 10;
constexpr DataSize kPaperAudioFrame = DataSize::bytes(200);
constexpr DataSize kSmall = DataSize::bytes(1200);
constexpr DataSize kMedium = DataSize::bytes(2100);
constexpr DataSize kLarge = DataSize::bytes(2800);
constexpr Duration kPaperTimer = 50ms;

bool within(const OperatingPoint& point, const ScalingLimits& limits) {
  return point.video_rate() >= limits.min_video_rate && point.video_rate() <= limits.max_video_rate &&
         point.frame_rate <= limits.max_frame_rate;
}

PlacedPoint place(const OperatingPoint& point, const WireFormat& wire) {
  return {.point = point, .position = plane_position(point, wire)};
}

/// Datagrams a second that `frame_rate` tails and the audio make together, in pairs (3.2).
double paired_datagrams(double frame_rate) {
  const double with_audio = std::min(frame_rate, kPaperAudioPackets);
  const double rest = frame_rate - with_audio;
  // Tails come within the timer of each other only where frames are closer than that.
  const double with_each_other = std::clamp(frame_rate - 1 / to_seconds(kPaperTimer), 0.0, rest / 2);
  return kPaperAudioPackets + rest - with_each_other;
}

void add_paper_points(std::vector<PlacedPoint>& points, const FrameSizeClass& frames) {
  const double packets_a_frame = std::ceil(frames.frame_size / kPaperPacket);
  for (int rate = frames.min_frame_rate; rate <= frames.max_frame_rate; ++rate) {
    const double packets = frames.aggregation_delay > Duration::zero()
                               ? rate * (packets_a_frame - 1) + paired_datagrams(rate)
                               : rate * packets_a_frame + kPaperAudioPackets;
    const DataSize bytes = frames.frame_size * rate + kPaperAudioFrame * std::llround(kPaperAudioPackets);
    points.push_back({.point = {.frame_size = frames.frame_size,
                                .frame_rate = FrameRate::per_second(rate),
                                .aggregation_delay = frames.aggregation_delay},
                      .position = {.bit_rate = DataRate::bits_per_second(bytes.bits()),
                                   .packet_rate = PacketRate::per_second(packets)}});
  }
}

}  // namespace

DataSize frame_size_of(double half_packets, const WireFormat& wire) {
  return DataSize::bytes(std::llround(kPacketFill * half_packets * static_cast<double>(wire.max_payload.bytes()) / 2));
}

std::vector<FrameSizeClass> live_classes(const WireFormat& wire, Duration aggregation_delay) {
  std::vector<FrameSizeClass> classes;
  classes.reserve(std::size(kLiveHalfPackets));
  for (const double half_packets : kLiveHalfPackets) {
    classes.push_back({.frame_size = frame_size_of(half_packets, wire), .aggregation_delay = aggregation_delay});
  }
  return classes;
}

std::vector<FrameSizeClass> nee1997_classes(const WireFormat& wire, Duration aggregation_delay) {
  const auto scaled = [&](DataSize size) {
    return DataSize::bytes(std::llround(size / kPaperPacket * static_cast<double>(wire.max_payload.bytes())));
  };
  return {{scaled(kSmall), 10, 30, aggregation_delay},
          {scaled(kMedium), 6, 30, aggregation_delay},
          {scaled(kLarge), 6, 19, aggregation_delay}};
}

std::vector<PlacedPoint> operating_points(std::span<const FrameSizeClass> classes, const WireFormat& wire,
                                          const ScalingLimits& limits) {
  std::vector<PlacedPoint> points;
  for (const FrameSizeClass& frames : classes) {
    for (int rate = frames.min_frame_rate; rate <= frames.max_frame_rate; ++rate) {
      const OperatingPoint point{.frame_size = frames.frame_size,
                                 .frame_rate = FrameRate::per_second(rate),
                                 .resolution = resolution_for(frames.frame_size, limits.max_resolution),
                                 .aggregation_delay = std::min(frames.aggregation_delay, limits.max_aggregation_delay)};
      if (within(point, limits)) points.push_back(place(point, wire));
    }
  }
  if (points.empty()) {
    points.push_back(
        place(OperatingPoint::from_rate(limits.max_video_rate, limits.max_frame_rate, limits.max_resolution), wire));
  }
  return points;
}

Resolution resolution_for(DataSize frame_size, Resolution largest) {
  constexpr std::array kEighths = {8, 6, 4, 3, 2};
  Resolution size;
  for (const int eighths : kEighths) {
    // Even, since the chroma planes have half the size.
    size = {.width = std::max(16, largest.width * eighths / 16 * 2),
            .height = std::max(16, largest.height * eighths / 16 * 2)};
    const double pixels = static_cast<double>(size.width) * size.height;
    if (pixels * kMinBitsPerPixel <= static_cast<double>(frame_size.bits())) break;
  }
  return size;
}

std::vector<PlacedPoint> nee1997_one_dimensional() {
  std::vector<PlacedPoint> points;
  add_paper_points(points, {.frame_size = kMedium, .min_frame_rate = 6, .max_frame_rate = 30});
  return points;
}

std::vector<PlacedPoint> nee1997_two_dimensional() {
  std::vector<PlacedPoint> points;
  add_paper_points(points, {.frame_size = kSmall, .min_frame_rate = 10, .max_frame_rate = 30});
  add_paper_points(
      points, {.frame_size = kMedium, .min_frame_rate = 6, .max_frame_rate = 30, .aggregation_delay = kPaperTimer});
  add_paper_points(points, {.frame_size = kLarge, .min_frame_rate = 6, .max_frame_rate = 19});
  return points;
}

}  // namespace counterpoint
