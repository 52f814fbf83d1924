// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/outbound_stream.h"

#include <algorithm>
#include <cstdlib>

#include "net/rtp/rtx.h"

namespace counterpoint {
namespace {

// The first number is 1 circle up, as in Unwrapper, so that both ends of a test may count alike.
std::int64_t random_sequence(Rng& rng) { return 0x10000 + static_cast<std::int64_t>(rng.below(0x8000)); }

}  // namespace

OutboundStream::OutboundStream(Config config, Rng& rng)
    : config_(std::move(config)),
      timestamp_offset_(static_cast<std::uint32_t>(rng.next())),
      next_sequence_(random_sequence(rng)),
      next_rtx_sequence_(random_sequence(rng)) {}

std::uint32_t OutboundStream::to_ticks(Duration d) const {
  const std::int64_t nanoseconds = d.count();
  // Whole seconds apart, so that the product cannot overflow however long the host has been up.
  return static_cast<std::uint32_t>(nanoseconds / 1'000'000'000 * config_.clock_rate +
                                    nanoseconds % 1'000'000'000 * config_.clock_rate / 1'000'000'000);
}

std::uint32_t OutboundStream::stamp_video(Timestamp at) {
  anchor_ = {.timestamp = timestamp_offset_ + to_ticks(at.time_since_epoch()), .at = at};
  return anchor_.timestamp;
}

std::uint32_t OutboundStream::stamp_audio(Timestamp at, std::uint32_t samples) {
  const std::uint32_t by_clock = timestamp_offset_ + to_ticks(at.time_since_epoch());
  const auto drift = static_cast<std::int32_t>(by_clock - next_audio_timestamp_);
  const bool gap = !has_audio_ || std::abs(drift) > config_.clock_rate / 10;
  anchor_ = {.timestamp = gap ? by_clock : next_audio_timestamp_, .at = at};
  next_audio_timestamp_ = anchor_.timestamp + samples;
  has_audio_ = true;
  return anchor_.timestamp;
}

PacedPacket OutboundStream::make_packet(Bytes payload, std::uint32_t timestamp, bool marker, Timestamp now) {
  RtpPacket packet{.marker = marker,
                   .payload_type = config_.payload_type,
                   .sequence = static_cast<std::uint16_t>(next_sequence_),
                   .timestamp = timestamp,
                   .ssrc = config_.ssrc,
                   .payload = std::move(payload)};
  if (config_.mid_extension_id != 0) {
    packet.extensions.push_back({config_.mid_extension_id, Bytes(config_.mid.begin(), config_.mid.end())});
  }
  PacedPacket paced{.data = serialize(packet),
                    .stream = config_.kind,
                    .ssrc = config_.ssrc,
                    .sequence = next_sequence_++,
                    .enqueued_at = now};
  if (config_.answer_nack) {
    forget_old(now);
    history_.push_back({.packet = std::move(packet), .made_at = now});
  }
  return paced;
}

std::optional<PacedPacket> OutboundStream::make_retransmission(std::uint16_t sequence, Duration round_trip_time,
                                                               Timestamp now) {
  forget_old(now);
  const auto found = std::ranges::find(history_, sequence, [](const Sent& s) { return s.packet.sequence; });
  if (found == history_.end()) return std::nullopt;
  if (found->resent_at && now - *found->resent_at < round_trip_time) return std::nullopt;
  found->resent_at = now;
  ++retransmitted_packets_;
  if (config_.rtx_payload_type == 0) {
    const std::int64_t age = static_cast<std::uint16_t>(static_cast<std::uint16_t>(next_sequence_) - sequence);
    return PacedPacket{.data = serialize(found->packet),
                       .stream = StreamKind::kRetransmission,
                       .ssrc = config_.ssrc,
                       .sequence = next_sequence_ - age,
                       .enqueued_at = now};
  }
  const RtpPacket rtx = make_rtx(found->packet, config_.rtx_payload_type, config_.rtx_ssrc,
                                 static_cast<std::uint16_t>(next_rtx_sequence_));
  return PacedPacket{.data = serialize(rtx),
                     .stream = StreamKind::kRetransmission,
                     .ssrc = config_.rtx_ssrc,
                     .sequence = next_rtx_sequence_++,
                     .enqueued_at = now};
}

void OutboundStream::count_sent(const PacedPacket& packet, Timestamp now) {
  ++packets_sent_;
  payload_bytes_sent_ += packet.data.size() - std::min(packet.data.size(), kRtpHeaderSize);
  total_send_delay_ += now - packet.enqueued_at;
}

SenderReport OutboundStream::sender_report(Timestamp now) const {
  return {.ssrc = config_.ssrc,
          .ntp = to_ntp(now),
          .rtp_timestamp = anchor_.timestamp + to_ticks(now - anchor_.at),
          .packet_count = static_cast<std::uint32_t>(packets_sent_),
          .octet_count = static_cast<std::uint32_t>(payload_bytes_sent_)};
}

void OutboundStream::forget_old(Timestamp now) {
  while (!history_.empty() &&
         (history_.size() >= config_.max_history || now - history_.front().made_at > config_.history)) {
    history_.pop_front();
  }
}

}  // namespace counterpoint
