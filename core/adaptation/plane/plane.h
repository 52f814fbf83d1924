// SPDX-License-Identifier: GPL-3.0-or-later
// The bit-rate x packet-rate plane (Nee 1997): where operating points stand in it.
#pragma once

#include <vector>

#include "core/base/units.h"
#include "core/model/audio_format.h"
#include "core/model/datagram.h"
#include "core/model/operating_point.h"

namespace counterpoint {

/// Headers and sizes on the wire, which make packets of media.
struct WireFormat {
  DataSize max_payload = DataSize::bytes(1150);                   ///< Media in a datagram, 100 to 1460.
  DataSize datagram_overhead = kIpUdpHeader;                      ///< IP and UDP headers.
  DataSize packet_overhead = DataSize::bytes(12);                 ///< RTP header.
  DataSize member_overhead = DataSize::bytes(2);                  ///< Added by each packet in an aggregated datagram.
  DataSize audio_frame = DataSize::bytes(80);                     ///< Audio of kAudioPacketDuration; 0: no audio.
  Duration audio_packet_time = kAudioPacketDuration;              ///< The least in a packet.
  Duration max_audio_packet_time = kAudioPacketDurations.back();  ///< The most that the peer takes.
  bool repairs = false;                                           ///< Repair packets of video can be sent.
  bool loses_video = true;                                        ///< Packets of video may be lost on the way.
  bool operator==(const WireFormat&) const = default;
};

/// A sender's place in the plane, with audio and headers.
struct PlanePosition {
  DataRate bit_rate;
  PacketRate packet_rate;
  bool operator==(const PlanePosition&) const = default;
};

/// The mean rates of a sender at `point`: frames cut into the fewest packets, and small packets sharing datagrams as
/// far as point.aggregation_delay lets them wait for each other.
[[nodiscard]] PlanePosition plane_position(const OperatingPoint& point, const WireFormat& wire);

/// The audio in a packet at `point`: as much as it asks for, within what the call agreed upon.
[[nodiscard]] Duration audio_packet_time(const OperatingPoint& point, const WireFormat& wire);

/// The rate of the audio alone on the wire, in packets as short as they may be.
[[nodiscard]] DataRate audio_rate(const WireFormat& wire);

/// The rate of all media on the wire when video has `video`, in `frame_rate` frames a second.
[[nodiscard]] DataRate wire_rate(DataRate video, FrameRate frame_rate, const WireFormat& wire);

}  // namespace counterpoint
