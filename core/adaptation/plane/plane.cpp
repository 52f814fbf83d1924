// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/plane/plane.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {
namespace {

/// Packets of one kind, a second.
struct Packets {
  double rate = 0;
  double payload = 0;  ///< Bytes of each.
};

}  // namespace

PlanePosition plane_position(const OperatingPoint& point, const WireFormat& wire) {
  const auto max_payload = static_cast<double>(wire.max_payload.bytes());
  const double frames = point.frame_rate.per_second();
  const auto frame = static_cast<double>(point.frame_size.bytes());
  const double packets_a_frame = std::max(1.0, std::ceil(frame / max_payload));
  const Packets bodies{.rate = frames * (packets_a_frame - 1), .payload = max_payload};
  const Packets tails{.rate = frames, .payload = frame - (packets_a_frame - 1) * max_payload};
  Packets audio;
  if (wire.audio_frame > DataSize()) {
    const double time = to_seconds(audio_packet_time(point, wire));
    const double bytes_a_second = static_cast<double>(wire.audio_frame.bytes()) / to_seconds(kAudioPacketDuration);
    audio = {.rate = 1 / time, .payload = bytes_a_second * time};
  }
  const double small = tails.rate + audio.rate;
  double datagrams_of_small = small;
  double member_bytes = 0;
  if (point.aggregation_delay > Duration::zero() && small > 0) {
    const double member = static_cast<double>((wire.member_overhead + wire.packet_overhead).bytes());
    const double mean = (tails.rate * tails.payload + audio.rate * audio.payload) / small + member;
    // They are those that come while the first one waits, and that fit.
    const double together =
        std::max(1.0, std::min(1 + small * to_seconds(point.aggregation_delay), std::floor(max_payload / mean)));
    datagrams_of_small = small / together;
    member_bytes = small * static_cast<double>(wire.member_overhead.bytes());
  }
  const double datagrams = bodies.rate + datagrams_of_small;
  const double bytes = bodies.rate * bodies.payload + tails.rate * tails.payload + audio.rate * audio.payload +
                       (bodies.rate + small) * static_cast<double>(wire.packet_overhead.bytes()) +
                       datagrams * static_cast<double>(wire.datagram_overhead.bytes()) + member_bytes;
  return {.bit_rate = DataRate::bits_per_second(std::llround(8 * bytes)),
          .packet_rate = PacketRate::per_second(datagrams)};
}

Duration audio_packet_time(const OperatingPoint& point, const WireFormat& wire) {
  return std::max(wire.audio_packet_time, std::min(point.audio_packet_time, wire.max_audio_packet_time));
}

DataRate audio_rate(const WireFormat& wire) {
  return plane_position({.frame_size = {}, .frame_rate = {}}, wire).bit_rate;
}

DataRate wire_rate(DataRate video, FrameRate frame_rate, const WireFormat& wire) {
  return plane_position(OperatingPoint::from_rate(video, frame_rate, {}), wire).bit_rate;
}

}  // namespace counterpoint
