// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/pacing/pacer.h"

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {

DataSize size_of(const PacedPacket& packet) { return DataSize::bytes(static_cast<std::int64_t>(packet.data.size())); }

}  // namespace

void Pacer::set_rate(DataRate video_rate) {
  const DataRate before = std::exchange(video_rate_, video_rate);
  if (before == video_rate) return;
  // A sender that gives way does not make up for what the former rate would have sent.
  if (video_rate < before) behind_ = before.is_unlimited() ? Duration::zero() : scaled(behind_, video_rate / before);
  plan_anew();
}

void Pacer::set_pacing_rate(std::optional<DataRate> rate) {
  if (std::exchange(pacing_rate_, rate) != rate) plan_anew();
}

void Pacer::set_gate(const DepartureGate& gate) {
  gate_ = gate;
  plan_anew();
}

void Pacer::push(PacedPacket packet, Timestamp now) {
  std::deque<PacedPacket>& queue = queues_[index(packet.stream)];
  if (queue.size() >= config_.max_packets) {
    queued_size_ -= size_of(queue.front());
    queue.pop_front();
    ++dropped_;
  }
  packet.enqueued_at = now;
  queued_size_ += size_of(packet);
  queue.push_back(std::move(packet));
  plan_next_paced();
}

void Pacer::drop_paced() {
  for (const StreamKind stream : {StreamKind::kRetransmission, StreamKind::kVideo}) {
    std::deque<PacedPacket>& queue = queues_[index(stream)];
    for (const PacedPacket& packet : queue) queued_size_ -= size_of(packet);
    dropped_ += queue.size();
    queue.clear();
  }
  plan_next_paced();
}

std::optional<PacedPacket> Pacer::pop(Timestamp now) {
  if (!queues_[index(StreamKind::kAudio)].empty()) return take(StreamKind::kAudio, now);
  if (now < next_paced_at_) return std::nullopt;
  PacedPacket packet = take(next_paced_stream(), now);
  paced_at_ = catch_up(packet, now);
  paced_size_ = size_of(packet);
  paced_payload_ = packet.payload_size;
  paced_ahead_ = packet.ahead > Duration::zero();
  plan_next_paced();
  return packet;
}

Timestamp Pacer::next_deadline() const {
  const std::deque<PacedPacket>& audio = queues_[index(StreamKind::kAudio)];
  return audio.empty() ? next_paced_at_ : audio.front().enqueued_at;
}

std::size_t Pacer::queued_packets() const {
  std::size_t packets = 0;
  for (const auto& queue : queues_) packets += queue.size();
  return packets;
}

Duration Pacer::queue_time(Timestamp now) const {
  Duration longest{};
  for (const auto& queue : queues_) {
    if (!queue.empty()) longest = std::max(longest, now - queue.front().enqueued_at);
  }
  return longest;
}

Duration Pacer::behind(Timestamp now) const {
  const std::deque<PacedPacket>& video = queues_[index(StreamKind::kVideo)];
  if (video.empty() || video.front().ahead == Duration::zero()) return {};
  if (moved_from_ || next_paced_at_ == kNever) return behind_;
  return std::min(behind_ + std::max(now - due(video.front()), Duration::zero()), config_.max_behind);
}

bool Pacer::paced_waiting() const {
  return !queues_[index(StreamKind::kRetransmission)].empty() || !queues_[index(StreamKind::kVideo)].empty();
}

bool Pacer::gate_is_open() const {
  if (gate_.closed) return false;
  return !gate_.room || size_of(queues_[index(next_paced_stream())].front()) <= *gate_.room;
}

StreamKind Pacer::next_paced_stream() const {
  return queues_[index(StreamKind::kRetransmission)].empty() ? StreamKind::kVideo : StreamKind::kRetransmission;
}

PacedPacket Pacer::take(StreamKind stream, Timestamp now) {
  std::deque<PacedPacket>& queue = queues_[index(stream)];
  PacedPacket packet = std::move(queue.front());
  queue.pop_front();
  queued_size_ -= size_of(packet);
  const Duration waited = std::max(Duration::zero(), now - packet.enqueued_at);
  PacingDelay& delay = delays_[index(stream)];
  ++delay.packets;
  delay.total += waited;
  delay.max = std::max(delay.max, waited);
  return packet;
}

void Pacer::plan_anew() {
  const Timestamp before = next_paced_at_;
  plan_next_paced();
  if (next_paced_at_ < before && !moved_from_) moved_from_ = before;
}

/// When `packet`, which is next, should leave.
Timestamp Pacer::due(const PacedPacket& packet) const {
  return std::max(next_paced_at_, packet.enqueued_at - packet.late);
}

/// When `packet`, which leaves at `now`, counts as sent: so much of its delay is made up for at once.
Timestamp Pacer::catch_up(const PacedPacket& packet, Timestamp now) {
  constexpr int kPartAtOnce = 8;
  const std::optional<Timestamp> moved_from = std::exchange(moved_from_, std::nullopt);
  behind_ = std::max(behind_ - std::exchange(made_up_, Duration::zero()), Duration::zero());
  Timestamp due_at = due(packet);
  const bool is_ahead = packet.ahead > Duration::zero();
  const bool is_live = !is_ahead && packet.stream == StreamKind::kVideo;
  // An idle pacer has nothing to make up for.
  if (is_live || due_at > next_paced_at_) behind_ = Duration::zero();
  if (!is_ahead) return std::max(due_at, now - config_.max_catch_up);
  const bool gate_opened = moved_from == kNever;
  if (gate_opened || has_min_gap()) return std::max(due_at, now - config_.max_ahead_catch_up);
  // The former plan had it leave no earlier.
  if (moved_from) due_at = std::max(due_at, std::min(*moved_from, now));
  const Duration at_once = std::max(config_.max_ahead_catch_up, (behind_ + (now - due_at)) / kPartAtOnce);
  const Timestamp counts_at = std::max(due_at, now - at_once);
  behind_ = std::min(behind_ + (counts_at - due_at), config_.max_behind);
  return counts_at;
}

void Pacer::plan_next_paced() {
  made_up_ = Duration::zero();
  if (!paced_waiting() || !gate_is_open()) {
    next_paced_at_ = kNever;
  } else if (!paced_at_) {
    next_paced_at_ = queues_[index(next_paced_stream())].front().enqueued_at;
  } else {
    Duration gap = gap_behind_last();
    if (paced_ahead_ && !has_min_gap()) gap -= made_up_ = std::min(behind_, gap / 2);
    next_paced_at_ = *paced_at_ + std::max(gap, gate_.min_gap);
  }
}

DataRate Pacer::rate_behind_last() const {
  if (pacing_rate_ && !paced_ahead_) return *pacing_rate_;
  if (video_rate_.is_unlimited()) return video_rate_;
  return video_rate_ * (paced_ahead_ ? config_.ahead_rate_factor : config_.rate_factor);
}

// At a constant rate from paced_at_ on, a packet leaves when the last one and all before it have had their time. So
// each live packet that waits sets a least rate, by its own deadline and the bytes before it; the gap follows from the
// largest.
Duration Pacer::gap_behind_last() const {
  const DataRate rate = rate_behind_last();
  Duration gap = rate > DataRate() ? (paced_ahead_ ? paced_payload_ : paced_size_) / rate : Duration::max();
  DataSize before = paced_size_;
  for (const StreamKind stream : {StreamKind::kRetransmission, StreamKind::kVideo}) {
    for (const PacedPacket& packet : queues_[index(stream)]) {
      if (packet.ahead == Duration::zero()) {
        const Duration left = packet.enqueued_at + config_.max_queue_time - *paced_at_;
        if (left <= Duration::zero()) return Duration::zero();
        const double share = before > DataSize() ? paced_size_ / before : 0;
        gap = std::min(gap, from_seconds(to_seconds(left) * share));
      }
      before += size_of(packet);
    }
  }
  return gap;
}

}  // namespace counterpoint
