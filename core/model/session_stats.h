// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics that a call reports each second. Figures that the W3C's webrtc-stats defines have its name (in the log, in
// its camelCase) and its meaning; totals run from the start of the call.
#pragma once

#include <cstdint>

#include "core/base/time.h"
#include "core/model/operating_point.h"

namespace counterpoint {

/// RTCOutboundRtpStreamStats: one stream that we send.
struct OutboundStats {
  std::uint64_t packets_sent = 0;
  std::uint64_t bytes_sent = 0;  ///< RTP payload bytes.
  std::uint64_t retransmitted_packets_sent = 0;
  std::uint64_t nack_count = 0;  ///< Packets that the peer asked for again.
  std::uint64_t pli_count = 0;   ///< Key frames that the peer asked for.
  std::uint64_t frames_encoded = 0;
  std::uint64_t key_frames_encoded = 0;
  std::uint64_t total_encoded_bytes = 0;         ///< Ours: what encoded frames came to.
  std::uint64_t total_encoded_bytes_target = 0;  ///< Sum of the frame sizes that operating points asked for.
  std::uint64_t frames_dropped = 0;              ///< Ours: captured, but skipped for the frame rate or a busy encoder.
  double total_encode_time = 0;                  ///< Seconds.
  double total_packet_send_delay = 0;            ///< Seconds that packets waited for the pacer.
  std::int64_t target_bitrate = 0;               ///< bit/s.
  std::int64_t frame_width = 0;
  std::int64_t frame_height = 0;
  bool operator==(const OutboundStats&) const = default;
};

/// RTCRemoteInboundRtpStreamStats: what the peer says of one stream that we send.
struct RemoteInboundStats {
  std::int64_t packets_lost = 0;
  double fraction_lost = 0;    ///< 0 to 1, of the last report.
  double jitter = 0;           ///< Seconds.
  double round_trip_time = 0;  ///< Seconds, the latest; 0 before the first.
  bool operator==(const RemoteInboundStats&) const = default;
};

/// RTCInboundRtpStreamStats: one stream that we receive.
struct InboundStats {
  std::uint64_t packets_received = 0;
  std::uint64_t bytes_received = 0;  ///< RTP payload bytes.
  std::int64_t packets_lost = 0;
  std::uint64_t packets_discarded = 0;  ///< Arrived, but too late to be of use.
  double jitter = 0;                    ///< Seconds.
  double jitter_buffer_delay = 0;       ///< Seconds, summed over emitted frames (video) or samples (audio).
  std::uint64_t jitter_buffer_emitted_count = 0;
  double jitter_buffer_target_delay = 0;  ///< Seconds: ours is the current value.
  std::uint64_t nack_count = 0;
  std::uint64_t pli_count = 0;
  std::uint64_t frames_received = 0;
  std::uint64_t frames_decoded = 0;
  std::uint64_t key_frames_decoded = 0;
  std::uint64_t frames_dropped = 0;
  std::uint64_t frames_rendered = 0;
  double total_decode_time = 0;  ///< Seconds.
  std::uint64_t freeze_count = 0;
  double total_freezes_duration = 0;  ///< Seconds.
  double packet_duration = 0;  ///< Ours: seconds of audio in the packet that came last; 0 before it, and of video.
  std::uint64_t concealed_samples = 0;
  std::uint64_t concealment_events = 0;
  std::uint64_t fec_packets_received = 0;
  std::uint64_t inserted_samples_for_deceleration = 0;
  std::uint64_t removed_samples_for_acceleration = 0;
  double audio_level = 0;  ///< 0 to 1, the loudest sample of the last second.
  std::int64_t frame_width = 0;
  std::int64_t frame_height = 0;
  bool operator==(const InboundStats&) const = default;
};

/// RTCTransportStats, and what the program drops by itself.
struct TransportStats {
  std::uint64_t packets_sent = 0;  ///< Datagrams.
  std::uint64_t packets_received = 0;
  std::uint64_t bytes_sent = 0;  ///< Bytes of datagrams, without IP and UDP.
  std::uint64_t bytes_received = 0;
  std::uint64_t malformed_packets = 0;      ///< Ours: arrived and could not be understood, or were not for us.
  std::uint64_t packets_reported = 0;       ///< Ours: packets that we sent and of which the peer has told (RFC 8888).
  std::uint64_t packets_reported_lost = 0;  ///< Ours: those of them that were lost.
  std::uint64_t feedback_bytes_sent = 0;    ///< Ours: RFC 8888 reports, whole datagrams.
  std::uint64_t queue_overflows = 0;        ///< Ours: elements that a full queue between threads dropped.
  std::uint64_t audio_underruns = 0;        ///< Ours: blocks that the loudspeaker asked for and nobody had.
  double total_stall_time = 0;              ///< Ours: seconds by which the call ran late, each time by more than 30 ms.
  std::uint64_t aggregated_packets = 0;     ///< Ours: that shared a datagram with others.
  double total_aggregation_delay = 0;       ///< Ours: seconds that packets waited for others.
  double max_aggregation_delay = 0;         ///< Ours: seconds that one waited, the most so far.
  double audio_video_skew = 0;              ///< Ours: seconds that audio is heard later than its frame is seen, now.
  bool operator==(const TransportStats&) const = default;
};

/// One second of a call.
struct SessionStats {
  OutboundStats audio_out;
  OutboundStats video_out;
  RemoteInboundStats audio_remote;
  RemoteInboundStats video_remote;
  InboundStats audio_in;
  InboundStats video_in;
  TransportStats transport;
  OperatingPoint operating_point;
  bool operator==(const SessionStats&) const = default;
};

}  // namespace counterpoint
