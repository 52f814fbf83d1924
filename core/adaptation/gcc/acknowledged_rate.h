// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// The rate at which packets arrive: means over 150 ms, the first one over 500 ms, each weighted by how near it is to
/// what was expected (a Bayesian estimate, as deployed).
class AcknowledgedRate {
 public:
  /// Packets by their arrival.
  void add(DataSize size, Timestamp arrived_at);
  /// Nothing in the first half second.
  [[nodiscard]] std::optional<DataRate> rate() const;
  /// From now on, the next few means count for more.
  void expect_change() { variance_ += 200; }

 private:
  void add_mean(double mean);

  DataSize size_;
  Duration window_{};
  std::optional<Timestamp> last_at_;
  std::optional<double> estimate_;  ///< In kbit/s.
  double variance_ = 50;
};

}  // namespace counterpoint
