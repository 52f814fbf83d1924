// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/tcp_equation.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {

DataRate tcp_throughput(const TcpPath& path) {
  if (!(path.loss > 0)) return DataRate::unlimited();
  const double p = std::min(path.loss, 1.0);
  const double bp = path.packets_per_acknowledgement * p;
  const double round_trip = std::max(0.0, to_seconds(path.round_trip_time));
  const double timeout = std::max(0.0, to_seconds(path.retransmission_timeout));
  const double seconds_a_segment =
      round_trip * std::sqrt(2 * bp / 3) + timeout * std::min(1.0, 3 * std::sqrt(3 * bp / 8)) * p * (1 + 32 * p * p);
  const double rate = static_cast<double>(path.segment.bits()) / seconds_a_segment;
  constexpr double kMax = 1e18;  // It fits the type, and is far above any path.
  return rate < kMax ? DataRate::bits_per_second(std::llround(rate)) : DataRate::unlimited();
}

}  // namespace counterpoint
