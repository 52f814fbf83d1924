// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/inbound_video.h"

#include <algorithm>
#include <utility>

#include "net/payload/video_payload.h"

namespace counterpoint {

namespace {

VideoJitterBuffer::Config buffer_config(bool request_key_frames) {
  VideoJitterBuffer::Config config;
  config.request_key_frames = request_key_frames;
  return config;
}

}  // namespace

InboundVideo::InboundVideo(const Config& config) : config_(config), buffer_(buffer_config(config.pli)) {}

bool InboundVideo::handle_packet(const RtpPacket& packet, VideoCodec codec, bool retransmitted, Timestamp arrived_at) {
  if (config_.ssrc == 0) config_.ssrc = packet.ssrc;
  const std::int64_t sequence = sequences_.unwrap(packet.sequence);
  const std::int64_t timestamp = timestamps_.unwrap(packet.timestamp);
  if (!retransmitted) {
    const auto size = DataSize::bytes(static_cast<std::int64_t>(packet.payload.size()));
    statistics_.handle_packet(sequence, timestamp, size, arrived_at);
  }
  // It has come, so it is not asked for again, whether there is a frame in it or not.
  nack_.handle_packet(sequence, arrived_at, retransmitted);
  if (packet.payload.empty()) return true;  // Padding alone: a probe.
  Result<VideoPayload> payload = depacketize_video(codec, packet.payload);
  if (!payload) return false;
  assembler_.insert({.sequence = sequence,
                     .timestamp = timestamp,
                     .codec = codec,
                     .marker = packet.marker,
                     .frame_start = payload->frame_start,
                     .key_frame = payload->key_frame,
                     .picture_id = payload->picture_id,
                     .temporal_layer = payload->temporal_layer,
                     .data = Bytes(payload->data.begin(), payload->data.end()),
                     .resumption = std::move(payload->resumption),
                     .arrived_at = arrived_at,
                     .retransmitted = retransmitted});
  while (auto frame = assembler_.pop()) buffer_.insert(std::move(*frame), arrived_at);
  move_on(arrived_at);
  return true;
}

void InboundVideo::handle_sender_report(const SenderReport& report, Timestamp now) {
  report_timing_.handle_sender_report(report.ntp, now);
  buffer_.handle_sender_report(report.ntp, report.rtp_timestamp);
}

std::vector<std::uint16_t> InboundVideo::poll_nack(Timestamp now, Duration round_trip_time) {
  buffer_.set_round_trip_time(round_trip_time);
  move_on(now);
  return nack_.poll(now, round_trip_time,
                    [&](std::int64_t sequence) { return is_worth_asking_for(sequence, now, round_trip_time); });
}

bool InboundVideo::is_worth_asking_for(std::int64_t sequence, Timestamp now, Duration round_trip_time) const {
  const auto incomplete = assembler_.oldest_incomplete();
  const auto timestamp = assembler_.timestamp_behind(sequence);
  if (!incomplete || !timestamp) return true;
  return retransmission_.is_worthwhile(now, buffer_.decode_by(*timestamp, sequence), round_trip_time);
}

std::optional<FrameToDecode> InboundVideo::next(Timestamp now) {
  while (const auto incomplete = assembler_.oldest_incomplete()) {
    if (buffer_.decode_by(incomplete->timestamp, incomplete->first_sequence) > now) break;
    if (auto frame = assembler_.take_incomplete()) buffer_.insert(std::move(*frame), now);
  }
  std::optional<FrameToDecode> frame = buffer_.poll(now);
  if (frame) {
    ++emitted_;
    buffer_delay_ += std::max(0.0, to_seconds(frame->render_at - now));
    move_on(now);
  }
  return frame;
}

void InboundVideo::move_on(Timestamp now) {
  if (nack_.take_key_frame_need()) buffer_.handle_unrecoverable_loss(now);
  if (const auto oldest = buffer_.oldest_useful_sequence()) {
    nack_.drop_before(*oldest);
    assembler_.drop_before(*oldest);
  }
}

std::optional<ReportBlock> InboundVideo::take_report_block(Timestamp now) {
  const std::optional<ReceptionReport> report = statistics_.take_report();
  if (!report) return std::nullopt;
  return report_timing_.make_block(config_.ssrc, *report, now);
}

Timestamp InboundVideo::next_deadline() const {
  Timestamp deadline = std::min(config_.nack ? nack_.next_deadline() : kNever, buffer_.next_deadline());
  if (const auto incomplete = assembler_.oldest_incomplete()) {
    deadline = std::min(deadline, buffer_.decode_by(incomplete->timestamp, incomplete->first_sequence));
  }
  return deadline;
}

void InboundVideo::fill_statistics(InboundStats& stats) const {
  const ReceptionStatistics::Counters& packets = statistics_.counters();
  stats.packets_received = packets.packets;
  stats.bytes_received = static_cast<std::uint64_t>(packets.size.bytes());
  stats.packets_lost = statistics_.lost();
  stats.jitter = to_seconds(statistics_.jitter());
  stats.nack_count = nack_.counters().requests;
  stats.pli_count = buffer_.counters().key_frame_requests;
  stats.fec_packets_received = repairs_;
  stats.frames_received = assembler_.counters().frames;
  stats.frames_dropped = buffer_.counters().dropped;
  stats.jitter_buffer_delay = buffer_delay_;
  stats.jitter_buffer_emitted_count = emitted_;
}

}  // namespace counterpoint
