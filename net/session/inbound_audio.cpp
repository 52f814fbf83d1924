// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/inbound_audio.h"

#include "core/model/audio_format.h"

namespace counterpoint {

void InboundAudio::handle_packet(const RtpPacket& packet, Timestamp arrived_at) {
  if (ssrc_ == 0) ssrc_ = packet.ssrc;
  const std::int64_t sequence = sequences_.unwrap(packet.sequence);
  std::int64_t timestamp = timestamps_.unwrap(packet.timestamp);
  const auto size = DataSize::bytes(static_cast<std::int64_t>(packet.payload.size()));
  statistics_.handle_packet(sequence, timestamp, size, arrived_at);
  buffer_.insert({.sequence = sequence, .timestamp = timestamp, .payload = packet.payload, .arrived_at = arrived_at});
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  static_assert(kNanoseconds * 3 % kAudioSampleRate == 0);
  timestamp &= 0xFF'FFFF'FFFF;  // 265 days: whatever a peer's stamps do, a Duration holds them.
  transit_ = arrived_at.time_since_epoch() - Duration(timestamp * (kNanoseconds * 3 / kAudioSampleRate) / 3);
}

void InboundAudio::handle_sender_report(const SenderReport& report, Timestamp now) {
  report_timing_.handle_sender_report(report.ntp, now);
  buffer_.handle_sender_report(report.ntp, report.rtp_timestamp);
}

std::optional<ReportBlock> InboundAudio::take_report_block(Timestamp now) {
  const std::optional<ReceptionReport> report = statistics_.take_report();
  if (!report) return std::nullopt;
  return report_timing_.make_block(ssrc_, *report, now);
}

void InboundAudio::fill_statistics(InboundStats& stats) const {
  const ReceptionStatistics::Counters& packets = statistics_.counters();
  const AudioJitterCounters& buffer = buffer_.counters();
  stats.packets_received = packets.packets;
  stats.bytes_received = static_cast<std::uint64_t>(packets.size.bytes());
  stats.packets_lost = statistics_.lost();
  stats.packets_discarded = buffer.late + buffer.discarded;
  stats.jitter = to_seconds(statistics_.jitter());
  stats.jitter_buffer_target_delay = to_seconds(buffer_.target_wait());
  if (packets.packets > 0) stats.packet_duration = to_seconds(buffer_.packet_duration());
  stats.concealed_samples = buffer.concealed_samples;
  stats.concealment_events = buffer.concealed_events;
  stats.fec_packets_received = buffer.fec_decoded;
  stats.inserted_samples_for_deceleration = buffer.samples_inserted;
  stats.removed_samples_for_acceleration = buffer.samples_removed;
}

}  // namespace counterpoint
