// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>

#include "core/adaptation/gcc/config.h"

namespace counterpoint {

/// Decides when to probe, and how fast (as deployed).
///
/// 1. At the start three and six times the start rate; while the result is above 0.7 of the last rate that was probed,
///    twice the result.
/// 2. While the media leave much of the rate unused (ALR) twice the rate, each alr_interval.
/// 3. After a sudden fall of the rate, when the queue has drained, 0.85 of the rate before, once in five seconds, in or
///    soon after such a time.
class ProbeController {
 public:
  /// `most`: nothing above is probed.
  ProbeController(const GccConfig& config, DataRate most) : config_(config), most_(most) {}

  void start(DataRate rate, Timestamp now);
  /// After each report: the rate now, and since when the media leave it unused.
  void update(DataRate rate, std::optional<Timestamp> limited_since, Timestamp now);
  /// The queue has drained.
  void handle_recovery(Timestamp now);
  /// The rate to probe next, once for each.
  [[nodiscard]] std::optional<DataRate> next();

 private:
  void probe(DataRate rate, bool further, Timestamp now);

  GccConfig config_;
  DataRate most_;
  std::deque<DataRate> wanted_;
  std::optional<Timestamp> probed_at_;
  std::optional<DataRate> further_above_;  ///< A result above it is worth another probe.
  DataRate rate_;
  std::optional<Timestamp> limited_since_;
  std::optional<Timestamp> limited_until_;
  DataRate rate_before_fall_;
  std::optional<Timestamp> fell_at_;
  std::optional<Timestamp> recovery_probed_at_;
};

}  // namespace counterpoint
