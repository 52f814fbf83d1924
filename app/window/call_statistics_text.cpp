// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/call_statistics_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/datagram.h"

namespace counterpoint {
namespace {

double per_second(std::uint64_t before, std::uint64_t now, Duration interval) {
  return interval > Duration::zero() ? static_cast<double>(now - before) / to_seconds(interval) : 0;
}

DataRate wire_rate(double bytes_per_second, double packets_per_second) {
  return DataRate::bits_per_second(std::llround(8 * wire_bytes(bytes_per_second, packets_per_second)));
}

Resolution size_of(std::int64_t width, std::int64_t height) {
  return {.width = static_cast<int>(width), .height = static_cast<int>(height)};
}

CallFigures call_stats(const SessionStats& before, const SessionStats& now, Duration interval) {
  const auto rate = [&](auto total) { return per_second(total(before), total(now), interval); };
  const double sent = rate([](const SessionStats& s) { return s.transport.packets_sent; });
  const double received = rate([](const SessionStats& s) { return s.transport.packets_received; });
  CallFigures shown;
  shown.send_rate = wire_rate(rate([](const SessionStats& s) { return s.transport.bytes_sent; }), sent);
  shown.receive_rate = wire_rate(rate([](const SessionStats& s) { return s.transport.bytes_received; }), received);
  shown.send_packets = PacketRate::per_second(sent);
  shown.receive_packets = PacketRate::per_second(received);
  shown.send_frames = FrameRate::per_second(rate([](const SessionStats& s) { return s.video_out.frames_encoded; }));
  shown.receive_frames = FrameRate::per_second(rate([](const SessionStats& s) { return s.video_in.frames_rendered; }));
  shown.send_size = size_of(now.video_out.frame_width, now.video_out.frame_height);
  shown.receive_size = size_of(now.video_in.frame_width, now.video_in.frame_height);
  const double rtt = std::max(now.audio_remote.round_trip_time, now.video_remote.round_trip_time);
  if (rtt > 0) shown.round_trip = from_seconds(rtt);
  shown.jitter_delay = from_seconds(now.audio_in.jitter_buffer_target_delay);
  return shown;
}

}  // namespace

CallFigures CallStatisticsText::add(const CallStatistics& statistics) {
  const auto& [stats, at] = statistics;
  meter_.add(stats, at, path_rate_, video_stopped_);
  CallFigures shown = call_stats(std::exchange(previous_, stats), stats, at - std::exchange(previous_at_, at));
  shown.duration = at;
  shown.quality = meter_.verdict();
  shown.loss = meter_.loss();
  return shown;
}

void CallStatisticsText::add(const AdaptationStatus& status) {
  // Close below the highest point it is the user who limits, not the path.
  constexpr double kFarBelow = 0.8;
  const bool found = status.limit && status.limit->origin == LimitOrigin::kEstimate;
  const bool narrow = found && status.limit->rate < status.choices->max_rate() * kFarBelow;
  path_rate_ = narrow ? std::optional(status.limit->rate) : std::nullopt;
  video_stopped_ = status.video_stopped;
}

double meter_level(double peak) {
  constexpr double kFloor = -60;  // dBFS
  const double decibels = peak > 0 ? 20 * std::log10(peak) : kFloor;
  return std::clamp(1 - decibels / kFloor, 0.0, 1.0);
}

}  // namespace counterpoint
