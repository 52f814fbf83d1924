// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/queue/dual_pi2.h"

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {

/// Beyond this the classic queue drops what it would mark, and the other one, whose marks are all set, drops too.
constexpr double kMaxClassic = 1 / (DualPi2::kCoupling * DualPi2::kCoupling);

}  // namespace

bool DualPi2::Recurrence::next(double likelihood) {
  count_ += likelihood;
  if (count_ <= 1) return false;
  count_ -= 1;
  return true;
}

void DualPi2::enqueue(QueuedPacket packet, bool has_room, DroppedPackets& dropped) {
  update(packet.since);
  if (!has_room) {
    dropped.push_back(std::move(packet.packet));
    return;
  }
  const Ecn ecn = packet.packet.ecn;
  (ecn == Ecn::kEct1 || ecn == Ecn::kCe ? low_latency_ : classic_).push(std::move(packet));
}

std::optional<QueuedPacket> DualPi2::dequeue(Timestamp now, DroppedPackets& dropped) {
  update(now);
  while (!classic_.empty() || !low_latency_.empty()) {
    const bool low_latency = low_latency_is_next();
    const bool alone = low_latency_.backlog().packets == 1;
    QueuedPacket packet = low_latency ? take_low_latency() : take_classic();
    if (low_latency ? passes_low_latency(packet, alone, now) : passes_classic(packet)) return packet;
    dropped.push_back(std::move(packet.packet));
  }
  classic_credit_ = 0;
  return std::nullopt;
}

bool DualPi2::low_latency_is_next() const {
  return !low_latency_.empty() && (classic_.empty() || classic_credit_ <= 0);
}

QueuedPacket DualPi2::take_low_latency() {
  QueuedPacket packet = low_latency_.pop();
  if (!classic_.empty()) classic_credit_ += kClassicShare * static_cast<double>(packet.packet.wire_size.bytes());
  return packet;
}

QueuedPacket DualPi2::take_classic() {
  QueuedPacket packet = classic_.pop();
  if (!low_latency_.empty()) {
    classic_credit_ -= (1 - kClassicShare) * static_cast<double>(packet.packet.wire_size.bytes());
  }
  return packet;
}

bool DualPi2::passes_low_latency(QueuedPacket& packet, bool alone, Timestamp now) {
  const double coupled = kCoupling * base_probability_;
  if (coupled >= 1) {
    if (low_latency_drops_.next(base_probability_ * base_probability_)) return false;
    return mark_congestion(packet.packet);
  }
  // A packet that is alone in its queue waits for the others' queue, not for its own.
  const double native = !alone && now - packet.since >= kStep ? 1 : 0;
  if (low_latency_marks_.next(std::max(native, coupled))) return mark_congestion(packet.packet);
  return true;
}

bool DualPi2::passes_classic(QueuedPacket& packet) {
  const double probability = base_probability_ * base_probability_;
  if (!classic_drops_.next(probability)) return true;
  return probability <= kMaxClassic && mark_congestion(packet.packet);
}

void DualPi2::update(Timestamp now) {
  const bool at_rest = classic_.empty() && low_latency_.empty() && base_probability_ == 0;
  if (at_rest && delay_before_ == Duration::zero()) updates_.skip(now);
  while (const std::optional<Timestamp> at = updates_.poll(now)) {
    const Duration delay = std::max(classic_.age(*at), low_latency_.age(*at));
    const double step = kAlpha * to_seconds(delay - kTarget) + kBeta * to_seconds(delay - delay_before_);
    base_probability_ = std::clamp(base_probability_ + step, 0.0, 1.0);
    delay_before_ = delay;
  }
}

}  // namespace counterpoint
