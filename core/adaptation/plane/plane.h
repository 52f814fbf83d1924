// SPDX-License-Identifier: GPL-3.0-or-later
// The bit-rate x packet-rate plane (Nee 1997): where operating points stand in it.
#pragma once

#include <vector>

#include "core/base/units.h"
#include "core/model/datagram.h"
#include "core/model/operating_point.h"

namespace counterpoint {

/// How media become packets: what the plane needs to know of the wire.
struct PacketOverhead {
  DataSize max_payload = DataSize::bytes(1150);    ///< Of media in a datagram, 100 to 1460.
  DataSize datagram_overhead = kIpUdpHeader;       ///< IP and UDP headers.
  DataSize packet_overhead = DataSize::bytes(12);  ///< RTP header.
  DataSize member_overhead = DataSize::bytes(2);   ///< What a packet in an aggregated datagram adds.
  DataSize audio_frame = DataSize::bytes(80);      ///< One frame of 20 ms; 0: no audio.
  bool operator==(const PacketOverhead&) const = default;
};

/// Where a sender stands in the plane, audio included, headers included.
struct PlanePosition {
  DataRate bit_rate;
  PacketRate packet_rate;
  bool operator==(const PlanePosition&) const = default;
};

/// The mean rates of a sender at `point`: frames cut into the fewest packets, and small packets sharing datagrams as
/// far as point.aggregation_delay lets them wait for each other.
[[nodiscard]] PlanePosition plane_position(const OperatingPoint& point, const PacketOverhead& wire);

/// What the audio alone takes on the wire.
[[nodiscard]] DataRate audio_rate(const PacketOverhead& wire);

/// What all media take on the wire when video has `video`, in `frame_rate` frames a second.
[[nodiscard]] DataRate wire_rate(DataRate video, FrameRate frame_rate, const PacketOverhead& wire);

}  // namespace counterpoint
