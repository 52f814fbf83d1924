// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/datagram.h"
#include "net/emulation/delivery_trace.h"
#include "net/emulation/queue/policer.h"
#include "net/emulation/queue/queue_discipline.h"

namespace counterpoint {

/// A number of packets, as a limit.
struct PacketCount {
  std::int64_t packets = 0;
  bool operator==(const PacketCount&) const = default;
};

/// No limit but the memory bound of EmulatedPath.
struct UnlimitedQueue {
  bool operator==(const UnlimitedQueue&) const = default;
};

/// Limit of the queue before the bottleneck, without the packet being served: bytes, packets, or the time it takes to
/// serve the queue at the present rates. Whatever the limit, one packet may always wait.
using QueueLimit = std::variant<UnlimitedQueue, DataSize, PacketCount, Duration>;
/// A limit in bytes is not larger.
inline constexpr DataSize kMaxQueueSize = DataSize::bytes(1'000'000'000);

/// More changes of one path than this are not read.
inline constexpr std::size_t kMaxPathSteps = 100'000;

/// A change of the path at a certain time; what is not set stays as it was.
struct PathStep {
  Duration at{};  ///< >= 0, counted from the first time that the path is given.
  std::optional<DataRate> rate;
  std::optional<PacketRate> packet_rate;
  std::optional<Duration> delay;
  std::optional<Duration> jitter;
  std::optional<double> loss;
  bool operator==(const PathStep&) const = default;
};

/// One direction of an emulated path: policer, queue, server, and a line with loss, jitter and delay. The default is a
/// perfect path: no limit, no delay, no loss.
struct PathConfig {
  /// Service rate; unlimited by default; 0 is an outage: nothing is served.
  DataRate rate = DataRate::unlimited();
  /// Packets that the server handles a second, whatever their size (a slow router, Nee 1997); 0 (default) is unlimited.
  PacketRate packet_rate;
  /// A recorded capacity in place of `rate` and `packet_rate`, which are unlimited then. Empty by default.
  DeliveryTrace opportunities;
  /// The buffer, whatever manages it. Default 300 ms, as in the test cases of RFC 8867.
  QueueLimit queue = Duration(300ms);
  Aqm aqm = Aqm::kDropTail;
  /// The queue marks packets that are ECN-capable where it would drop them; kDualPi2 does so in any case, kDropTail
  /// never.
  bool ecn = false;
  /// Packets that do not conform are dropped before they reach the queue. Nothing by default.
  std::optional<Policer::Config> policer;
  /// One-way propagation, 0 (default) to 60 s.
  Duration delay{};
  /// The bound of a Gaussian deviation from `delay`, whose standard deviation is a third of it (RFC 8868: truncated
  /// Gaussian, N_STD = 3); never reorders. 0 (default) to 60 s.
  Duration jitter{};
  /// The probability, 0 (default) to 1, that a served packet is lost.
  double loss = 0;
  /// The mean number of packets lost in a row, >= 1 (two-state Gilbert model with mean `loss`); 0 (default) for
  /// independent losses.
  double loss_burst = 0;
  /// The probability, 0 (default) to 1, that a packet is held back by `reordering_delay` while others pass it.
  double reordering = 0;
  /// Default 20 ms: a video frame's packets at common rates pass each other, an audio packet is just passed by.
  Duration reordering_delay = 20ms;
  /// The probability, 0 (default) to 1, that a packet arrives twice.
  double duplication = 0;
  /// Counted against rate and queue on top of each datagram, 0 to 1000 bytes. Default: an IPv4 and a UDP header.
  DataSize overhead = kIpUdpHeader;
  /// In order of time.
  std::vector<PathStep> steps;
  /// The same seed and the same datagrams at the same times have the same outcome.
  std::uint64_t seed = 1;

  bool operator==(const PathConfig&) const = default;
};

/// Reads items separated by commas, as in "rate=1M,delay=50ms,loss=1%,queue=30kB,at=40s:rate=2.5M+delay=20ms".
///
/// 1. Items: rate, packet_rate, opportunities, queue, aqm, ecn, policer, delay, jitter, loss, burst, reorder,
/// reorder_delay, duplicate,
///    overhead, seed, and at=TIME: followed by rate, packet_rate, delay, jitter or loss joined by "+". The empty text
///    is the default path.
/// 2. Rates in bit/s (packet_rate: packets a second) with k, M or G (decimal), or "unlimited"; times with ns, us, ms or
///    s; sizes with B, kB or MB; packets with p; probabilities as "1%" or "0.01"; queue also "unlimited"; aqm by name,
///    as in codel; ecn 0 or 1; policer as RATE/BURST, as in 1M/20kB; opportunities as the gaps between them in whole
///    ms, joined by "+", as in 0+3+0+1.
/// 3. Errors: kInvalidArgument, naming the item and what is allowed.
Result<PathConfig> parse_path_config(std::string_view text);

/// The settings that differ from the default; parse_path_config() reads them back to the same configuration.
[[nodiscard]] std::string to_string(const PathConfig& config);

}  // namespace counterpoint
