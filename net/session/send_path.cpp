// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/session/send_path.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace counterpoint {
namespace {

/// A frame that would wait longer than this before its first packet leaves comes too late to be worth its bits.
constexpr Duration kMaxVideoWait = 150ms;

}  // namespace

SendPath::SendPath(const Config& config, Adaptation adaptation)
    : config_(config), adaptation_(std::move(adaptation)), pacer_(config.pacer), aggregator_(config.aggregator) {
  follow_adaptation();
}

void SendPath::push(PacedPacket packet, Timestamp now) { pacer_.push(std::move(packet), now); }

void SendPath::push_report(Bytes report, Timestamp now) { aggregator_.push_report(std::move(report), now); }

std::optional<FeedbackReport> SendPath::handle_feedback(const CongestionFeedback& feedback, Timestamp now) {
  std::optional<FeedbackReport> report = sent_.match(feedback, now);
  if (report) {
    reception_.handle_feedback(*report);
    adaptation_.handle_feedback(*report);
    poll(now);
  }
  return report;
}

void SendPath::handle_reception(const Reception& reception, Timestamp now) {
  adaptation_.handle_reception(reception, now);
  poll(now);
}

void SendPath::poll(Timestamp now) {
  adaptation_.poll({.queued = pacer_.queued_size(), .queue_time = pacer_.queue_time(now)}, now);
  follow_adaptation();
}

void SendPath::follow_adaptation() {
  const OperatingPoint& point = adaptation_.point();
  pacer_.set_rate(point.video_rate());
  pacer_.set_pacing_rate(adaptation_.estimate().pacing_rate);
  DepartureGate gate = adaptation_.gate(sent_.counters().in_flight_size);
  if (video_stream_ == StreamReadiness::kBusy) gate.closed = true;
  pacer_.set_gate(gate);
  // When video is tried again, what is old must not come in a burst.
  if (adaptation_.video_is_stopped()) pacer_.drop_paced();
  aggregator_.set_delay(config_.aggregation ? point.aggregation_delay : Duration::zero());
}

Timestamp SendPath::next_deadline() const {
  return std::min({pacer_.next_deadline(), aggregator_.next_deadline(), adaptation_.next_deadline()});
}

std::optional<OutgoingDatagram> SendPath::pop(Timestamp now) {
  while (std::optional<PacedPacket> packet = pacer_.pop(now)) {
    if (video_stream_ != StreamReadiness::kNone && packet->stream != StreamKind::kAudio) {
      record_sent(*packet, now);
      departures_.add(
          adaptation_.wire().datagram_overhead + DataSize::bytes(static_cast<std::int64_t>(packet->data.size())), now);
      for_stream_ = std::move(packet);
      set_video_stream(StreamReadiness::kBusy);
      continue;
    }
    aggregator_.push(std::move(*packet), now);
    if (std::optional<OutgoingDatagram> departure = aggregator_.pop(now)) {
      record_departure(*departure, now);
      return departure;
    }
  }
  std::optional<OutgoingDatagram> departure = aggregator_.pop(now);
  if (departure) record_departure(*departure, now);
  return departure;
}

void SendPath::record_departure(const OutgoingDatagram& departure, Timestamp now) {
  const WireFormat& wire = adaptation_.wire();
  DataSize size = wire.datagram_overhead;
  for (const PacedPacket& packet : departure.packets) {
    record_sent(packet, now);
    size += DataSize::bytes(static_cast<std::int64_t>(packet.data.size()));
    if (departure.packets.size() > 1) size += wire.member_overhead;
  }
  if (!departure.packets.empty()) departures_.add(size, now);
  follow_adaptation();
}

void SendPath::record_sent(const PacedPacket& packet, Timestamp now) {
  const DataSize size = DataSize::bytes(static_cast<std::int64_t>(packet.data.size()));
  const SentPacket sent{.stream = packet.stream, .sequence = packet.sequence, .size = size, .sent_at = now};
  adaptation_.handle_departure(sent);
  if (!config_.congestion_feedback || !packet.has_own_sequence) return;
  sent_.handle_sent(packet.stream, packet.ssrc, packet.sequence, size, now);
  adaptation_.handle_sent(sent);
}

void SendPath::set_video_stream(StreamReadiness stream) {
  video_stream_ = stream;
  follow_adaptation();
}

double SendPath::video_backlog(Timestamp now) const {
  const PathEstimate& estimate = adaptation_.estimate();
  if (adaptation_.video_pauses() || adaptation_.point().frame_rate <= FrameRate()) {
    return std::numeric_limits<double>::infinity();
  }
  if (estimate.send_buffer) {
    return static_cast<double>(pacer_.queued_size().bytes()) / static_cast<double>(estimate.send_buffer->bytes());
  }
  return to_seconds(pacer_.queue_time(now) - pacer_.behind(now)) / to_seconds(kMaxVideoWait);
}

bool SendPath::wants_padding() const {
  const bool datagrams = video_stream_ == StreamReadiness::kNone;
  return adaptation_.estimate().padding && datagrams && !adaptation_.video_pauses() && !pacer_.paced_waiting();
}

std::optional<Duration> SendPath::video_leaves_in(Timestamp now) const {
  const DataRate rate = adaptation_.point().video_rate();
  if (adaptation_.estimate().send_buffer || adaptation_.video_pauses() || rate <= DataRate()) return std::nullopt;
  return std::max(pacer_.queued_size() / rate - pacer_.behind(now), Duration::zero());
}

void SendPath::switch_mode(const ModeChoice& mode, const OperatingPoint& point, Timestamp now) {
  adaptation_.switch_to(mode, point, now);
  follow_adaptation();
}

}  // namespace counterpoint
