// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/emulated_path.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace counterpoint {
namespace {

DataSize data_size(const Bytes& data) { return DataSize::bytes(static_cast<std::int64_t>(data.size())); }

// The queue's draws are others than the line's.
std::uint64_t queue_seed(std::uint64_t path_seed) { return Rng(~path_seed).next(); }

}  // namespace

EmulatedPath::EmulatedPath(PathConfig config)
    : config_(std::move(config)),
      rng_(config_.seed),
      queue_(make_queue(config_.aqm, config_.ecn, queue_seed(config_.seed))),
      server_(config_.rate, config_.packet_rate) {
  if (config_.policer) policer_.emplace(*config_.policer);
  std::stable_sort(config_.steps.begin(), config_.steps.end(),
                   [](const PathStep& a, const PathStep& b) { return a.at < b.at; });
}

void EmulatedPath::send(Bytes datagram, Timestamp now, Ecn ecn) {
  const DataSize size = data_size(datagram);
  send(PathPacket{.data = std::move(datagram), .wire_size = size + config_.overhead, .ecn = ecn}, now);
}

void EmulatedPath::send(PathPacket packet, Timestamp now) {
  advance(now);
  const DataSize size = data_size(packet.data);
  ++counters_.sent;
  counters_.sent_size += size;
  if (!memory_has_room(size)) {
    ++counters_.overflowed;
    record(now_, packet, PathRecord::Fate::kDropped);
    return;
  }
  if (policer_ && !policer_->conforms(packet.wire_size, now_)) {
    ++counters_.policed;
    record(now_, packet, PathRecord::Fate::kDropped);
    return;
  }
  held_size_ += size;
  const bool has_room = queue_has_room(packet.wire_size);
  queue_->enqueue({.packet = std::move(packet), .since = now_}, has_room, dropped_);
  settle_dropped(now_);
  if (!server_.busy()) start_service(now_);
}

void EmulatedPath::settle_dropped(Timestamp at) {
  for (const PathPacket& packet : dropped_) {
    ++counters_.queue_dropped;
    held_size_ -= data_size(packet.data);
    record(at, packet, PathRecord::Fate::kDropped);
  }
  dropped_.clear();
}

std::optional<PathArrival> EmulatedPath::receive_packet(Timestamp now) {
  advance(now);
  if (line_.empty() || line_.begin()->first > now_) return std::nullopt;
  auto node = line_.extract(line_.begin());
  OnLine& arrived = node.mapped();
  const DataSize size = data_size(arrived.packet.data);
  held_size_ -= size;
  if (arrived.duplicate) {
    ++counters_.duplicated;
  } else {
    ++counters_.delivered;
    counters_.delivered_size += size;
  }
  return PathArrival{.packet = std::move(arrived.packet), .arrived_at = node.key()};
}

std::optional<ReceivedDatagram> EmulatedPath::receive(Timestamp now) {
  std::optional<PathArrival> arrival = receive_packet(now);
  if (!arrival) return std::nullopt;
  return ReceivedDatagram{
      .data = std::move(arrival->packet.data), .arrived_at = arrival->arrived_at, .ecn = arrival->packet.ecn};
}

Timestamp EmulatedPath::next_deadline() const {
  const Timestamp arrival = line_.empty() ? kNever : line_.begin()->first;
  // A step may end an outage, so it counts while something is being served.
  const Timestamp served = server_.busy() ? std::min(server_.done_at(), next_step_at()) : kNever;
  return std::min(arrival, served);
}

void EmulatedPath::advance(Timestamp now) {
  if (!start_) {
    start_ = now;
    now_ = now;
    if (!config_.opportunities.empty()) server_.follow(config_.opportunities, now);
  }
  now_ = std::max(now_, now);
  for (;;) {
    const Timestamp step_at = next_step_at();
    const Timestamp done_at = server_.done_at();
    const Timestamp next = std::min(step_at, done_at);
    if (next == kNever || next > now_) return;
    if (step_at <= done_at) {
      apply_next_step();
    } else {
      finish_service(done_at);
    }
  }
}

void EmulatedPath::apply_next_step() {
  const Timestamp at = next_step_at();
  const PathStep& step = config_.steps[next_step_++];
  config_.rate = step.rate.value_or(config_.rate);
  config_.packet_rate = step.packet_rate.value_or(config_.packet_rate);
  config_.delay = step.delay.value_or(config_.delay);
  config_.jitter = step.jitter.value_or(config_.jitter);
  config_.loss = step.loss.value_or(config_.loss);
  server_.set_rates(config_.rate, config_.packet_rate, at);
}

void EmulatedPath::start_service(Timestamp at) {
  std::optional<QueuedPacket> next = queue_->dequeue(at, dropped_);
  settle_dropped(at);
  if (!next) return;
  next->packet.queued += at - next->since;
  server_.start(next->packet.wire_size, at);
  serving_ = std::move(next->packet);
}

void EmulatedPath::finish_service(Timestamp at) {
  server_.finish();
  PathPacket packet = std::move(*serving_);
  serving_.reset();
  start_service(at);
  put_on_line(std::move(packet), at);
}

void EmulatedPath::put_on_line(PathPacket packet, Timestamp served_at) {
  const DataSize size = data_size(packet.data);
  if (draw_loss()) {
    ++counters_.lost;
    held_size_ -= size;
    record(served_at, packet, PathRecord::Fate::kLost);
    return;
  }
  record(served_at, packet, PathRecord::Fate::kCarried);
  Timestamp arrival = std::max(served_at + std::max(Duration::zero(), config_.delay + draw_deviation()), last_arrival_);
  if (config_.reordering > 0 && rng_.chance(config_.reordering)) {
    ++counters_.reordered;
    arrival += config_.reordering_delay;
  } else {
    last_arrival_ = arrival;
  }
  if (config_.duplication > 0 && rng_.chance(config_.duplication) && memory_has_room(size)) {
    held_size_ += size;
    line_.emplace(arrival, OnLine{.packet = packet, .duplicate = false});
    line_.emplace(arrival, OnLine{.packet = std::move(packet), .duplicate = true});
  } else {
    line_.emplace(arrival, OnLine{.packet = std::move(packet), .duplicate = false});
  }
}

void EmulatedPath::record(Timestamp at, const PathPacket& packet, PathRecord::Fate fate) {
  if (!recording_) return;
  records_.push_back(
      {.at = at, .flow = packet.flow, .wire_size = packet.wire_size, .queued = packet.queued, .fate = fate});
}

bool EmulatedPath::draw_loss() {
  const double loss = std::clamp(config_.loss, 0.0, 1.0);
  if (loss == 0 || loss == 1) return loss == 1;
  if (config_.loss_burst < 1) return rng_.chance(loss);
  // Two states; in the stationary distribution the share of the losing one is `loss`. If the mean burst is too short
  // for that even without a pause between bursts, bursts are as long as needed.
  const double enter = std::min(1.0, loss / (config_.loss_burst * (1 - loss)));
  const double leave = enter < 1 ? 1 / config_.loss_burst : (1 - loss) / loss;
  in_loss_burst_ = in_loss_burst_ ? !rng_.chance(leave) : rng_.chance(enter);
  return in_loss_burst_;
}

Duration EmulatedPath::draw_deviation() {
  constexpr double kBound = 3;  // N_STD of RFC 8868: `jitter` is this many standard deviations.
  if (config_.jitter <= Duration::zero()) return Duration::zero();
  double deviation = rng_.gaussian();
  while (std::abs(deviation) > kBound) deviation = rng_.gaussian();
  return from_seconds(to_seconds(config_.jitter) / kBound * deviation);
}

bool EmulatedPath::memory_has_room(DataSize size) const {
  const std::int64_t held = queue_->backlog().packets + (serving_ ? 1 : 0) + static_cast<std::int64_t>(line_.size());
  return held < kMaxHeldPackets && held_size_ + size <= kMaxHeldSize;
}

bool EmulatedPath::queue_has_room(DataSize size) const {
  const QueueBacklog waiting = queue_->backlog();
  if (waiting.packets == 0) return true;
  const DataSize then = waiting.size + size;
  if (const auto* limit = std::get_if<DataSize>(&config_.queue)) return then <= *limit;
  if (const auto* limit = std::get_if<PacketCount>(&config_.queue)) return waiting.packets + 1 <= limit->packets;
  if (const auto* limit = std::get_if<Duration>(&config_.queue))
    return server_.service_time(then, waiting.packets + 1) <= *limit;
  return true;
}

Timestamp EmulatedPath::next_step_at() const {
  if (!start_ || next_step_ == config_.steps.size()) return kNever;
  return *start_ + config_.steps[next_step_].at;
}

}  // namespace counterpoint
