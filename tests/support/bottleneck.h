// SPDX-License-Identifier: GPL-3.0-or-later
// A path whose one slow place serves packets one after the other, and who sends over it; in virtual time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "core/base/rng.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

struct QueuedPacket {
  std::size_t flow = 0;  ///< The flow that sent it.
  StreamKind stream = StreamKind::kAudio;
  std::int64_t sequence = 0;
  DataSize wire_size;
  Timestamp sent_at{};
  Timestamp left_at{};  ///< The bottleneck.
};

/// A drop-tail queue before a link.
class Bottleneck {
 public:
  struct Config {
    DataRate rate = DataRate::kilobits_per_second(1000);
    std::optional<PacketRate> packet_rate;  ///< At most so many packets, whatever their size.
    Duration one_way = 50ms;                ///< Delay without the queue.
    Duration longest_queue = 300ms;
    Duration jitter{};                 ///< At most that longer, by chance, behind the queue.
    double loss = 0;                   ///< Random loss, behind the queue.
    std::optional<DataRate> policing;  ///< Rate limit without a queue: the excess is dropped.
  };
  explicit Bottleneck(const Config& path, std::uint64_t seed = 1) : config(path), rng_(seed) {}

  Config config;  ///< May change at any time.

  void send(const QueuedPacket& packet) {
    if (queue_.empty()) free_at_ = std::max(free_at_, packet.sent_at);
    if (is_policed(packet) || waiting() > config.longest_queue) return;
    queue_.push_back(packet);
  }
  /// Those that left until `now`, and were not lost on the way.
  std::vector<QueuedPacket> serve(Timestamp now) {
    std::vector<QueuedPacket> left;
    while (!queue_.empty() && free_at_ + service_time(queue_.front()) <= now) {
      free_at_ += service_time(queue_.front());
      queue_.front().left_at = free_at_;
      if (!rng_.chance(config.loss)) left.push_back(queue_.front());
      queue_.pop_front();
    }
    return left;
  }
  /// Delay of a packet after the queue.
  [[nodiscard]] Duration delay_behind() {
    if (config.jitter == Duration::zero()) return config.one_way;
    return config.one_way + from_seconds(to_seconds(config.jitter) * rng_.uniform());
  }
  /// Time that a packet would wait that came now.
  [[nodiscard]] Duration waiting() const {
    Duration sum{};
    for (const QueuedPacket& packet : queue_) sum += service_time(packet);
    return sum;
  }
  [[nodiscard]] Duration service_time(const QueuedPacket& packet) const {
    const Duration by_size = packet.wire_size / config.rate;
    return config.packet_rate ? std::max(by_size, config.packet_rate->interval()) : by_size;
  }

 private:
  /// Polices by a token bucket of ten packets.
  bool is_policed(const QueuedPacket& packet) {
    if (!config.policing) return false;
    constexpr DataSize kBucket = DataSize::bytes(12'000);
    const DataSize leaked = *config.policing * (packet.sent_at - policed_at_);
    policed_ = policed_ > leaked ? policed_ - leaked : DataSize();
    policed_at_ = packet.sent_at;
    if (policed_ + packet.wire_size > kBucket) return true;
    policed_ += packet.wire_size;
    return false;
  }

  Rng rng_;
  std::deque<QueuedPacket> queue_;
  Timestamp free_at_{};
  DataSize policed_;
  Timestamp policed_at_{};
};

/// A sender that keeps the queue full like TCP Reno: a window in packets of 1500 bytes, halved once a round trip for
/// losses.
class WindowSender {
 public:
  /// `one_way`: delay of the path without the queue.
  WindowSender(std::size_t flow, Duration one_way) : flow_(flow), one_way_(one_way) {}

  bool sends = true;

  void step(Bottleneck& path, Timestamp now) {
    while (!acknowledged_.empty() && acknowledged_.front().left_at + 2 * one_way_ <= now) {
      handle_acknowledgement(acknowledged_.front(), now);
      acknowledged_.pop_front();
    }
    // All was lost: nothing will ever be acknowledged.
    if (in_flight() > 0 && now - heard_at_ > 2s) oldest_ = next_, window_ = 2, heard_at_ = now;
    while (sends && in_flight() < static_cast<std::int64_t>(window_)) {
      if (in_flight() == 0) heard_at_ = now;
      path.send({.flow = flow_, .sequence = next_++, .wire_size = DataSize::bytes(1500), .sent_at = now});
    }
  }
  void handle_arrival(const QueuedPacket& packet) { acknowledged_.push_back(packet); }

 private:
  [[nodiscard]] std::int64_t in_flight() const { return next_ - oldest_; }

  void handle_acknowledgement(const QueuedPacket& packet, Timestamp now) {
    heard_at_ = now;
    if (packet.sequence > oldest_ && packet.sent_at > reduced_at_) {
      threshold_ = window_ = std::max(2.0, window_ / 2);
      reduced_at_ = now;
    }
    oldest_ = std::max(oldest_, packet.sequence + 1);
    window_ += window_ < threshold_ ? 1 : 1 / window_;
  }

  std::size_t flow_;
  Duration one_way_;
  double window_ = 4;
  double threshold_ = 1000;
  std::int64_t next_ = 0;
  std::int64_t oldest_ = 0;
  Timestamp reduced_at_{};
  Timestamp heard_at_{};
  std::deque<QueuedPacket> acknowledged_;
};

}  // namespace counterpoint
