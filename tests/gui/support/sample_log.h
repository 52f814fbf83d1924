// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <cmath>
#include <string>

#include "core/log/session_log.h"

namespace counterpoint {

/// A point of the plane for video of `kilobits` a second.
inline PlanePosition position_of(double kilobits) {
  return {.bit_rate = DataRate::bits_per_second(std::llround(1000 * kilobits)),
          .packet_rate = PacketRate::per_second(std::round(40 + kilobits / 12))};
}

/// Position of the call of make_log() in the plane at its sample `i`: far from the one before.
inline PlanePosition position_at(int i) {
  return {.bit_rate = DataRate::kilobits_per_second(300 + (i * 37) % 200),
          .packet_rate = PacketRate::per_second(50 + (i / 7) % 30)};
}

/// The same, but as calls move.
inline PlanePosition smooth_position_at(int i) {
  return position_of(600 + 260 * std::sin(i / 60.0) + 60 * std::sin(i / 7.0));
}

/// The log of a call of some seconds with samples, decisions and an event.
inline QByteArray make_log(const char* started, const char* peer, const char* mode, int seconds,
                           PlanePosition (*position)(int) = position_at) {
  std::string text;
  const auto write = [&text](Duration time, const auto& body) { text += to_json_line({time, body}) + "\n"; };
  write(0s, LogHeader{.application = "counterpoint 0.1.0",
                      .started = started,
                      .settings = {{"peer", peer}, {"mode", mode}, {"camera", "/home/ada/film.mkv"}}});
  write(0s, LogState{"calling", ""});
  write(0s, LogState{"connected", ""});
  LogMode points{mode, {}};
  for (int kilobits = 60; kilobits < 1500; kilobits += 15) points.points.push_back(position_of(kilobits));
  write(0s, points);
  const auto point = [position](int i) {
    return OperatingPoint::from_rate(position(i).bit_rate, FrameRate::per_second(20), {.width = 640, .height = 360});
  };
  LogSample sample;
  for (int i = 1; i <= 5 * seconds; ++i) {
    sample.packets_sent += 10;
    sample.bytes_sent += static_cast<std::uint64_t>(15'000 + 6000 * std::sin(i / 60.0));
    sample.packets_received += 9;
    sample.bytes_received += static_cast<std::uint64_t>(12'000 + 3000 * std::sin(i / 43.0));
    sample.frames_encoded += 4;
    sample.frames_rendered += 4;
    sample.queueing_delay = 0.01 + 0.01 * std::sin(i / 15.0);
    sample.round_trip_time = 0.05 + 0.01 * std::sin(i / 15.0);
    sample.audio_buffer_delay = 0.06;
    sample.chosen = position(i);
    sample.sent = position(i - 1);
    sample.received = position(i - 3);
    sample.frame_rate = FrameRate::per_second(20);
    sample.rate_limit = DataRate::kilobits_per_second(950);
    write(i * 200ms, sample);
    LogStats stats;
    stats.stats.transport.packets_sent = sample.packets_sent;
    stats.stats.transport.bytes_sent = sample.bytes_sent;
    stats.stats.video_in.packets_received = 9;
    if (i % 5 == 0) write(i * 200ms, stats);
    if (i % 50 == 0) write(i * 200ms, LogDecision{point(i - 10), point(i), "one-way delay is rising", "S_PCT 0.71"});
  }
  write(seconds * 1s, LogEvent{"freeze", "the picture stood still"});
  write(seconds * 1s, LogEnd{"hung up"});
  return QByteArray::fromStdString(text);
}

/// The log of a call that nobody took: it was `state`, and ended as `end` says.
inline QByteArray make_short_log(const char* started, const char* peer, const char* state, const char* end) {
  const LogHeader header{
      .application = "counterpoint 0.1.0", .started = started, .settings = {{"peer", peer}, {"mode", "2d"}}};
  return QByteArray::fromStdString(to_json_line({0s, header}) + "\n" + to_json_line({0s, LogState{state, ""}}) + "\n" +
                                   to_json_line({3s, LogEnd{end}}) + "\n");
}

}  // namespace counterpoint
