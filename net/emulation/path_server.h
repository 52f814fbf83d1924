// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"
#include "net/emulation/delivery_trace.h"

namespace counterpoint {

/// The bottleneck of a path: serves one packet at a time, each for the longer of its size at the rate and one packet at
/// the packet rate, or until a recorded trace lets it leave. Both rates may change while a packet is served.
class PathServer {
 public:
  PathServer(DataRate rate, PacketRate packet_rate) : rate_(rate), packet_rate_(packet_rate) {}
  /// Serves by `trace` alone, which counts from `start`, before anything else.
  void follow(const DeliveryTrace& trace, Timestamp start) { schedule_.emplace(trace).begin(start); }

  [[nodiscard]] bool busy() const { return busy_; }
  /// Starts on a packet of `size`, at `now`; only while not busy.
  void start(DataSize size, Timestamp now);
  /// When the packet being served will be done at the rates of the moment; kNever if not busy, or during an outage.
  [[nodiscard]] Timestamp done_at() const;
  /// Completes the packet, at done_at(). The next packet, if it follows at once, makes up for the rounding of that time
  /// to a nanosecond.
  void finish();
  /// `packet_rate` zero is unlimited, `rate` zero is an outage.
  void set_rates(DataRate rate, PacketRate packet_rate, Timestamp now);
  /// Time to serve `packets` of together `size`, at the mean rate of a trace; Duration::max() during an outage.
  [[nodiscard]] Duration service_time(DataSize size, std::int64_t packets) const;

 private:
  DataRate rate_;
  PacketRate packet_rate_;
  bool busy_ = false;
  Timestamp since_{};                       // Time at which the remainders below were valid.
  detail::Int128 remaining_bit_nanos_ = 0;  // Bits x 10^9, so that rate x nanoseconds is exact.
  double remaining_packet_ = 0;             // 1 at the start of a packet.
  Timestamp finished_at_ = Timestamp::min();
  detail::Int128 surplus_bit_nanos_ = 0;  // Less than a nanosecond's worth of bits; it may be missing instead.
  double surplus_packet_ = 0;             // The same for packets.
  std::optional<DeliverySchedule> schedule_;
  Timestamp scheduled_done_{};
};

}  // namespace counterpoint
