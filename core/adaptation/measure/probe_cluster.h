// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/adaptation/mode/estimator.h"

namespace counterpoint {

/// Packets that leave faster than the rate, to see at which rate they arrive (a probe cluster, as deployed).
///
/// 1. handle_sent() with each packet while is_sending(): five at least, and 15 ms of the cluster's rate.
/// 2. handle_arrival() with what the peer reports; rate() once enough of them have arrived.
class ProbeCluster {
 public:
  explicit ProbeCluster(DataRate rate) : target_(rate) {}

  /// Sizes are on the wire.
  void handle_sent(const SentPacket& packet, DataSize size);
  [[nodiscard]] bool is_sending() const { return packets_.size() < kMinPackets || size_ < target_ * kMinDuration; }
  /// False when the packet is none of the cluster's.
  bool handle_arrival(const PacketFeedback& packet);
  /// The lower one of the rates at which they left and arrived; a little less than at which they arrived when that is
  /// clearly the lower one. Nothing while too few have arrived, and when they left or arrived at a rate that tells
  /// nothing.
  [[nodiscard]] std::optional<DataRate> rate() const;
  [[nodiscard]] DataRate target() const { return target_; }

  static constexpr std::size_t kMinPackets = 5;
  static constexpr Duration kMinDuration = 15ms;

 private:
  struct Packet {
    SentPacket sent;  ///< Its size is on the wire.
    std::optional<Timestamp> arrived_at;
  };

  DataRate target_;
  std::vector<Packet> packets_;
  DataSize size_;
};

}  // namespace counterpoint
