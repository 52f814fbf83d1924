// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/aggregation/aggregator.h"

#include <algorithm>
#include <utility>

#include "net/aggregation/aggregated_datagram.h"

namespace counterpoint {
namespace {

DataSize size_of(const Bytes& bytes) { return DataSize::bytes(static_cast<std::int64_t>(bytes.size())); }

}  // namespace

Bytes to_datagram(OutgoingDatagram departure) {
  std::vector<Bytes> members = std::move(departure.reports);
  for (PacedPacket& packet : departure.packets) members.push_back(std::move(packet.data));
  return members.size() == 1 ? std::move(members.front()) : aggregate(members);
}

void Aggregator::set_delay(Duration delay) { delay_ = std::clamp<Duration>(delay, 0ns, kMaxDelay); }

void Aggregator::push(PacedPacket packet, Timestamp now) {
  const DataSize size = size_of(packet.data);
  if (must_leave_alone(size) && holds_source(packet.ssrc)) release(now);
  place_for(size, now).packets.push_back(std::move(packet));
}

void Aggregator::push_report(Bytes report, Timestamp now) {
  place_for(size_of(report), now).reports.push_back(std::move(report));
}

std::optional<OutgoingDatagram> Aggregator::pop(Timestamp now) {
  if (ready_.empty() && !waiting_.since.empty() && now >= waiting_.since.front() + delay_) release(now);
  if (ready_.empty()) return std::nullopt;
  std::optional<OutgoingDatagram> departure(std::move(ready_.front()));
  ready_.pop_front();
  if (departure->since.size() > 1) counters_.shared += departure->since.size();
  for (const Timestamp since : departure->since) {
    counters_.total_delay += now - since;
    counters_.max_delay = std::max(counters_.max_delay, now - since);
  }
  return departure;
}

Timestamp Aggregator::next_deadline() const {
  if (!ready_.empty()) return ready_since_;
  return waiting_.since.empty() ? kNever : waiting_.since.front() + delay_;
}

bool Aggregator::must_leave_alone(DataSize size) const {
  return delay_ == Duration::zero() ? waiting_.since.empty() : size > config_.max_member;
}

bool Aggregator::holds_source(std::uint32_t ssrc) const {
  return std::ranges::find(waiting_.packets, ssrc, &PacedPacket::ssrc) != waiting_.packets.end();
}

OutgoingDatagram& Aggregator::place_for(DataSize size, Timestamp now) {
  if (must_leave_alone(size)) {
    ready_since_ = now;
    ready_.emplace_back().since.push_back(now);
    return ready_.back();
  }
  const DataSize then = kAggregationHeader + waiting_size_ + kAggregationMemberHeader + size;
  if (!waiting_.since.empty() && then > config_.max_datagram) release(now);
  waiting_size_ += kAggregationMemberHeader + size;
  waiting_.since.push_back(now);
  return waiting_;
}

void Aggregator::release(Timestamp now) {
  ready_since_ = now;
  ready_.push_back(std::exchange(waiting_, {}));
  waiting_size_ = DataSize();
}

}  // namespace counterpoint
