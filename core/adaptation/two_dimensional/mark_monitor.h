// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/adaptation/two_dimensional/config.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// Congestion marks (CE): how many packets have one, and for how much of the time there are any.
///
/// 1. add() for each packet that arrived, then update() with each report.
/// 2. The path is marked for a round trip after a mark, as DCTCP reduces its window once in that time (RFC 8257, 3.3).
class MarkMonitor {
 public:
  explicit MarkMonitor(const TwoDimensionalConfig& config) : config_(config) {}

  void add(Ecn ecn);
  /// A report was read, `step` after the one before. `round` > 0: after that a change of the rate shows in reports.
  void update(Duration step, Duration round, Timestamp now);
  /// The last report told of a mark.
  [[nodiscard]] bool is_new() const { return now_ == marked_at_; }
  /// There was one in the last round trip.
  [[nodiscard]] bool is_marked() const { return is_marked_; }
  /// There was one lately.
  [[nodiscard]] bool is_remembered() const { return marked_at_ && now_ - *marked_at_ < config_.memory; }
  /// Share of packets with marks, smoothed, 0 to 1: DCTCP's alpha.
  [[nodiscard]] double share() const { return share_; }
  /// 0 to 1: marks do not end although the rate falls, since they are for others as well.
  [[nodiscard]] double persistence() const { return marked_time_ * marked_time_; }
  /// Packets do not arrive as ECN-capable, although they were sent so.
  [[nodiscard]] bool is_erased() const { return erased_ >= kErased; }
  /// A packet has arrived as ECN-capable: the path does not drop them all.
  [[nodiscard]] bool is_carried() const { return is_carried_; }

 private:
  /// So many packets in a row are no chance: a path or peer does not tell ECN.
  static constexpr int kErased = 500;

  TwoDimensionalConfig config_;
  int arrived_ = 0;  ///< Packets since the last update.
  int marked_ = 0;   ///< Those of them with a mark.
  Timestamp now_{};
  std::optional<Timestamp> marked_at_;
  bool is_marked_ = false;
  double share_ = 0;
  double marked_time_ = 0;  ///< Share of the time that is marked, smoothed.
  int erased_ = 0;          ///< Packets in a row that arrived as not ECN-capable.
  bool is_carried_ = false;
};

}  // namespace counterpoint
