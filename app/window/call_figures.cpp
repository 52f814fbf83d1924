// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/call_figures.h"

#include <algorithm>
#include <cmath>

#include "core/model/datagram.h"
#include "ui/format.h"

namespace counterpoint {
namespace {

double per_second(std::uint64_t before, std::uint64_t now, Duration interval) {
  return interval > Duration::zero() ? static_cast<double>(now - before) / to_seconds(interval) : 0;
}

DataRate wire_rate(double bytes_per_second, double packets_per_second) {
  return DataRate::bits_per_second(std::llround(8 * wire_octets(bytes_per_second, packets_per_second)));
}

PictureSize size_of(std::int64_t width, std::int64_t height) {
  return {.width = static_cast<int>(width), .height = static_cast<int>(height)};
}

/// What part of the peer's packets was lost on the way, 0 to 1.
double loss_to_us(const SessionStats& before, const SessionStats& now) {
  const std::int64_t lost = now.video_in.packets_lost + now.audio_in.packets_lost - before.video_in.packets_lost -
                            before.audio_in.packets_lost;
  const double got = static_cast<double>(now.video_in.packets_received + now.audio_in.packets_received -
                                         before.video_in.packets_received - before.audio_in.packets_received);
  return lost > 0 ? static_cast<double>(lost) / (static_cast<double>(lost) + got) : 0;
}

QString quality_cause(const CallStats& shown, const TimedStats& before, const TimedStats& now) {
  constexpr double kNoticeableLoss = 0.02;
  constexpr Duration kLongRoundTrip = 500ms;  // Two people begin to talk at the same time.
  constexpr double kBusyEncoder = 0.9;        // Of the time.
  if (shown.loss > kNoticeableLoss) return CallController::tr("Network: packets to you are lost");
  if (shown.send_loss > kNoticeableLoss) return CallController::tr("Network: packets to the peer are lost");
  if (shown.round_trip && *shown.round_trip > kLongRoundTrip) return CallController::tr("Network: long delay");
  const double encoding = now.stats.video_out.total_encode_time - before.stats.video_out.total_encode_time;
  if (encoding > kBusyEncoder * to_seconds(now.at - before.at))
    return CallController::tr("This computer: encoding takes too long");
  if (now.stats.video_in.freeze_count > before.stats.video_in.freeze_count)
    return CallController::tr("Peer: its picture stalls");
  return {};
}

}  // namespace

CallStats call_stats(const TimedStats& before, const TimedStats& now) {
  const Duration interval = now.at - before.at;
  const auto rate = [&](auto total) { return per_second(total(before.stats), total(now.stats), interval); };
  const double sent = rate([](const SessionStats& s) { return s.transport.packets_sent; });
  const double received = rate([](const SessionStats& s) { return s.transport.packets_received; });
  CallStats shown{.duration = now.at};
  shown.send_rate = wire_rate(rate([](const SessionStats& s) { return s.transport.bytes_sent; }), sent);
  shown.receive_rate = wire_rate(rate([](const SessionStats& s) { return s.transport.bytes_received; }), received);
  shown.send_packets = PacketRate::per_second(sent);
  shown.receive_packets = PacketRate::per_second(received);
  shown.send_frames = FrameRate::per_second(rate([](const SessionStats& s) { return s.video_out.frames_encoded; }));
  shown.receive_frames = FrameRate::per_second(rate([](const SessionStats& s) { return s.video_in.frames_rendered; }));
  shown.send_size = size_of(now.stats.video_out.frame_width, now.stats.video_out.frame_height);
  shown.receive_size = size_of(now.stats.video_in.frame_width, now.stats.video_in.frame_height);
  const double rtt = std::max(now.stats.audio_remote.round_trip_time, now.stats.video_remote.round_trip_time);
  if (rtt > 0) shown.round_trip = from_seconds(rtt);
  shown.loss = loss_to_us(before.stats, now.stats);
  shown.send_loss = std::max(now.stats.audio_remote.fraction_lost, now.stats.video_remote.fraction_lost);
  shown.jitter_delay = from_seconds(now.stats.audio_in.jitter_buffer_target_delay);
  shown.quality_cause = quality_cause(shown, before, now);
  return shown;
}

PlaneState plane_state(const AdaptationStatus& status, Duration at) {
  PlaneState shown{.at = at,
                   .points = status.points,
                   .own = status.position,
                   .received = status.received,
                   .rate_limit = status.rate_limit,
                   .packet_limit = status.packet_limit,
                   .mode = QString::fromStdString(std::string(status.mode->name)),
                   .frames = status.point.frame_rate,
                   .decision = {}};
  if (status.decision) {
    shown.decision =
        decision_text(QString::fromStdString(status.decision->cause), status.decided_from, status.decided_to);
  }
  return shown;
}

double meter_level(double peak) {
  constexpr double kFloor = -60;  // dBFS
  const double decibels = peak > 0 ? 20 * std::log10(peak) : kFloor;
  return std::clamp(1 - decibels / kFloor, 0.0, 1.0);
}

}  // namespace counterpoint
