// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// The path of a TCP Reno connection, in the steady state.
struct TcpPath {
  DataSize segment = DataSize::bytes(1000);  ///< s, MTU in some papers: of a packet; the rate counts the same bytes.
  Duration round_trip_time = 100ms;          ///< R, smoothed.
  Duration retransmission_timeout = 400ms;   ///< t_RTO, T0.
  /// p, 0 to 1: loss events a packet; many take the plain share of lost packets.
  double loss = 0;
  double packets_per_acknowledgement = 1;  ///< b: 1, or 2 with delayed acknowledgements.
};

/// The rate of such a connection, when its window bounds nothing:
///
///     s / (R sqrt(2bp/3) + t_RTO min(1, 3 sqrt(3bp/8)) p (1 + 32 p^2))
///
/// (Padhye et al. 1998; Wakamiya 2001, eq. 3.) RFC 5348, 3.1 leaves out min(1, ...), which makes no difference up to
/// bp = 8/27 and gives less above. Unlimited without loss or on a path that takes no time; a loss above 1 counts as 1,
/// a negative time as none.
[[nodiscard]] DataRate tcp_throughput(const TcpPath& path);

}  // namespace counterpoint
