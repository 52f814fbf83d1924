// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/outbound_stream.h"

#include <algorithm>

#include "net/rtp/rtx.h"

namespace counterpoint {
namespace {

// The first number is 1 circle up, as in Unwrapper, so that both ends of a test may count alike.
std::int64_t random_sequence(Rng& rng) { return 0x10000 + static_cast<std::int64_t>(rng.below(0x8000)); }

/// More than the jitter of a device's callbacks, less than a pause that anybody would not notice.
constexpr Duration kAudioGap = 100ms;

constexpr Duration kMinResendInterval = 10ms;
constexpr int kMaxResends = 10;

}  // namespace

OutboundStream::OutboundStream(Config config, Rng& rng)
    : config_(std::move(config)),
      timestamp_offset_(static_cast<std::uint32_t>(rng.next())),
      next_sequence_(random_sequence(rng)),
      next_rtx_sequence_(random_sequence(rng)),
      repairs_(config_.fec_payload_type, config_.fec_ssrc) {}

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
  if (!has_audio_) anchor_ = {.timestamp = timestamp_offset_ + to_ticks(at.time_since_epoch()), .at = at};
  // Step by step: a sound card's clock drifts from ours for hours, and that is no gap.
  const Duration step = at - anchor_.at;
  const Duration expected(std::int64_t{last_samples_} * 1'000'000'000 / config_.clock_rate);
  const bool steady = step - expected < kAudioGap && expected - step < kAudioGap;
  anchor_ = {.timestamp = anchor_.timestamp + (steady ? last_samples_ : to_ticks(step)), .at = at};
  last_samples_ = samples;
  has_audio_ = true;
  return anchor_.timestamp;
}

void OutboundStream::set_payload_types(std::uint8_t payload_type, std::uint8_t rtx_payload_type) {
  config_.payload_type = payload_type;
  config_.rtx_payload_type = rtx_payload_type;
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
                    .payload_size = DataSize::bytes(static_cast<std::int64_t>(packet.payload.size())),
                    .stream = config_.kind,
                    .ssrc = config_.ssrc,
                    .sequence = next_sequence_++,
                    .enqueued_at = now};
  if (config_.answer_nack) {
    forget_old(now);
    history_.push_back({.packet = std::move(packet), .made_at = now, .rtx_payload_type = config_.rtx_payload_type});
  }
  return paced;
}

std::optional<PacedPacket> OutboundStream::make_retransmission(std::uint16_t sequence, Duration round_trip_time,
                                                               Timestamp now) {
  forget_old(now);
  if (history_.empty()) return std::nullopt;
  const auto index = static_cast<std::uint16_t>(sequence - history_.front().packet.sequence);
  if (index >= history_.size()) return std::nullopt;
  Sent* const found = &history_[index];
  // The peer chooses what it asks for and, by its reports, the round trip time: both have a bound.
  const Duration pause = std::max(round_trip_time, kMinResendInterval);
  if (found->resent_at && now - *found->resent_at < pause) return std::nullopt;
  if (found->times_resent == kMaxResends) return std::nullopt;
  found->resent_at = now;
  ++found->times_resent;
  ++retransmitted_packets_;
  if (found->rtx_payload_type == 0) {
    const std::int64_t age = static_cast<std::uint16_t>(static_cast<std::uint16_t>(next_sequence_) - sequence);
    return PacedPacket{.data = serialize(found->packet),
                       .stream = StreamKind::kRetransmission,
                       .ssrc = config_.ssrc,
                       .sequence = next_sequence_ - age,
                       .has_own_sequence = false,
                       .enqueued_at = now};
  }
  return retransmission_of(*found, now);
}

std::optional<PacedPacket> OutboundStream::make_padding(Timestamp now) {
  forget_old(now);
  if (history_.empty() || history_.back().rtx_payload_type == 0) return std::nullopt;
  return retransmission_of(history_.back(), now);
}

PacedPacket OutboundStream::retransmission_of(const Sent& sent, Timestamp now) {
  const RtpPacket rtx =
      make_rtx(sent.packet, sent.rtx_payload_type, config_.rtx_ssrc, static_cast<std::uint16_t>(next_rtx_sequence_));
  return PacedPacket{.data = serialize(rtx),
                     .stream = StreamKind::kRetransmission,
                     .ssrc = config_.rtx_ssrc,
                     .sequence = next_rtx_sequence_++,
                     .enqueued_at = now};
}

void OutboundStream::count_sent(const PacedPacket& packet, Timestamp now) {
  ++packets_sent_;
  payload_bytes_sent_ += static_cast<std::uint64_t>(packet.payload_size.bytes());
  total_send_delay_ += now - packet.enqueued_at;
}

SenderReport OutboundStream::sender_report(Timestamp now) const {
  return {.ssrc = config_.ssrc,
          .ntp = to_ntp(now),
          .rtp_timestamp = anchor_.timestamp + to_ticks(now - anchor_.at),
          .packet_count = static_cast<std::uint32_t>(packets_sent_),
          .byte_count = static_cast<std::uint32_t>(payload_bytes_sent_)};
}

void OutboundStream::forget_old(Timestamp now) {
  while (!history_.empty() &&
         (history_.size() >= config_.max_history || now - history_.front().made_at > config_.history)) {
    history_.pop_front();
  }
}

}  // namespace counterpoint
