// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace counterpoint {

/// CUBIC's window growth and decrease (RFC 9438), in segments, with the bounds on growth that Linux sets.
class TcpCubic {
 public:
  /// A congestion event at window `cwnd`: the new slow-start threshold (RFC 9438, 4.6 and 4.7).
  [[nodiscard]] std::int64_t reduce(std::int64_t cwnd);
  /// In congestion avoidance, `segments` have been acknowledged: over how many acknowledged segments the window grows
  /// by one, >= 2 (RFC 9438, 4.2 to 4.5).
  [[nodiscard]] std::int64_t growth_interval(std::int64_t cwnd, std::int64_t segments, Timestamp now,
                                             Duration min_round_trip);
  /// Call it after a timeout: nothing is known of the path any more.
  void reset() { *this = TcpCubic(); }
  /// The sender had nothing to send for `pause`, which is no time to grow in (RFC 9438, 5.8).
  void skip(Duration pause);

 private:
  [[nodiscard]] double target(Timestamp now, Duration min_round_trip) const;

  double last_max_ = 0;  // W_max; 0: not known.
  std::optional<Timestamp> epoch_start_;
  double origin_ = 0;             // The plateau of the curve.
  double seconds_to_origin_ = 0;  // K
  double reno_window_ = 0;        // W_est
};

}  // namespace counterpoint
