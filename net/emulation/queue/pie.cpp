// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/queue/pie.h"

#include <algorithm>
#include <utility>

namespace counterpoint {
namespace {

constexpr DataSize kMeanPacket = DataSize::bytes(1024);  // MEAN_PKTSIZE
// RFC 8033, 4.2: what is left of the probability after an interval without any queue.
constexpr double kDecay = 0.98;

// RFC 8033, 4.2: steps are small while the probability is, since TCP's rate goes with its inverse square root.
double step_scale(double probability) {
  constexpr struct {
    double below;
    double scale;
  } kScales[] = {{0.000001, 1.0 / 2048}, {0.00001, 1.0 / 512}, {0.0001, 1.0 / 128},
                 {0.001, 1.0 / 32},      {0.01, 1.0 / 8},      {0.1, 1.0 / 2}};
  for (const auto& [below, scale] : kScales) {
    if (probability < below) return scale;
  }
  return 1;
}

}  // namespace

void Pie::enqueue(QueuedPacket packet, bool has_room, DroppedPackets& dropped) {
  update(packet.since);
  const bool early = has_room && burst_allowance_ <= Duration::zero() && drops_early();
  const bool marked = early && ecn_ && drop_probability_ < kMaxMarking && mark_congestion(packet.packet);
  if (has_room && (!early || marked)) {
    fifo_.push(std::move(packet));
  } else {
    dropped.push_back(std::move(packet.packet));
  }
}

std::optional<QueuedPacket> Pie::dequeue(Timestamp now, DroppedPackets&) {
  update(now);
  if (fifo_.empty()) return std::nullopt;
  return fifo_.pop();
}

// RFC 8033, 4.1: a queue that is short in time or in bytes is left alone.
bool Pie::drops_early() {
  if (delay_before_ < kTarget / 2 && drop_probability_ < 0.2) return false;
  if (fifo_.size() <= kMeanPacket * 2) return false;
  return rng_.chance(drop_probability_);
}

void Pie::update(Timestamp now) {
  if (at_rest()) updates_.skip(now);
  while (const std::optional<Timestamp> at = updates_.poll(now)) {
    const Duration delay = fifo_.age(*at);
    const double step = kAlpha * to_seconds(delay - kTarget) + kBeta * to_seconds(delay - delay_before_);
    drop_probability_ += step * step_scale(drop_probability_);
    if (delay == Duration::zero() && delay_before_ == Duration::zero()) drop_probability_ *= kDecay;
    drop_probability_ = std::clamp(drop_probability_, 0.0, 1.0);
    burst_allowance_ = std::max(burst_allowance_ - kUpdateInterval, Duration::zero());
    const bool short_twice = delay < kTarget / 2 && delay_before_ < kTarget / 2;
    if (drop_probability_ == 0 && short_twice) burst_allowance_ = kMaxBurst;
    delay_before_ = delay;
  }
}

bool Pie::at_rest() const {
  return fifo_.empty() && drop_probability_ == 0 && delay_before_ == Duration::zero() && burst_allowance_ == kMaxBurst;
}

}  // namespace counterpoint
