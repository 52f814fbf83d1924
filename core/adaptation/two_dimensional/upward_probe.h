// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/adaptation/measure/probe_cluster.h"
#include "core/adaptation/two_dimensional/config.h"

namespace counterpoint {

/// Tells within a round trip whether the path is much faster than the rate: a few packets, padded by repeated ones,
/// leave at several times the rate, and the rate at which they arrive counts.
///
/// 1. The first one goes with the first frame. After each report take_result(), and begin() again while may_go_on().
/// 2. Each train is several times faster than what the one before has shown, so that a slow path never has to queue
///    more than five packets, or 15 ms of such a rate.
class UpwardProbe {
 public:
  explicit UpwardProbe(const TwoDimensionalConfig& config) : config_(config) {}

  /// Starts from `rate`; no faster than `most`.
  void begin(DataRate rate, DataRate most, Timestamp now);
  /// A packet left, `size` on the wire.
  void handle_sent(const SentPacket& packet, DataSize size);
  void handle_arrival(const PacketFeedback& packet);
  /// The rate that the path carries, once for each probe. `reaction_time`: after that packets show in reports.
  [[nodiscard]] std::optional<DataRate> take_result(Duration reaction_time, Timestamp now);
  /// None is under way, and none has shown yet how fast the path is.
  [[nodiscard]] bool may_go_on() const { return !train_ && !has_found_; }
  /// Packets are to leave at this rate, repeated ones where there are no others; nothing while no train leaves.
  [[nodiscard]] std::optional<DataRate> pacing_rate() const;
  /// The train takes so much beyond what is in flight anyway, until its result was taken; 0 without one.
  [[nodiscard]] DataSize size() const;

 private:
  TwoDimensionalConfig config_;
  std::optional<ProbeCluster> train_;
  Timestamp began_at_{};
  bool has_found_ = false;
};

}  // namespace counterpoint
