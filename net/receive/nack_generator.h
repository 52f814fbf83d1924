// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/time.h"

namespace counterpoint {

/// Says which packets to ask for again (generic NACK, RFC 4585 6.2.1).
///
/// 1. A missing packet is first asked for after a wait that covers the reordering seen on this path, then once a round
///    trip, until it comes, grows too old or was asked for too often.
/// 2. Packets given up and gaps too large to fill call for a key frame (take_key_frame_need()).
/// 3. The list is bounded whatever the peer sends.
class NackGenerator {
 public:
  struct Config {
    /// 0 to 100 ms: the least time to wait for a packet that may only be out of order. Default: packets of one burst
    /// swap places within that; a longer wait delays every repair.
    Duration min_reordering_wait = 3ms;
    /// min_reordering_wait to 500 ms: the most that observed reordering may raise the wait to.
    Duration max_reordering_wait = 60ms;
    /// 1 ms to 1 s, the least time between two requests for the same packet.
    Duration min_repeat_interval = 20ms;
    /// 1 to 10: a request is repeated after this many round trip times. Default: an answer that takes a quarter longer
    /// than usual is still waited for.
    double repeat_round_trips = 1.25;
    /// 1 to 100 requests for one packet. Default: at 20 % loss in both directions one in 2000 stays missing.
    int max_requests = 8;
    /// 50 ms to 10 s: a packet missing for longer is given up; its frame would be shown too late.
    Duration max_age = 1000ms;
    /// 10 to 10000 packets missing at once; more is not a loss to repair but an outage. Default: 0.5 s of 4 Mbit/s.
    std::size_t max_missing = 200;
    /// 1 to 1000 sequence numbers in one answer of poll(): fits one RTCP packet.
    std::size_t max_per_poll = 200;
  };
  struct Counters {
    std::uint64_t requests = 0;   ///< Sequence numbers asked for, repetitions included.
    std::uint64_t recovered = 0;  ///< Packets that came after they were asked for.
    std::uint64_t reordered = 0;  ///< Packets that came by themselves, out of order.
    std::uint64_t given_up = 0;   ///< Packets not asked for any more.
    std::uint64_t accepted = 0;   ///< Packets whose loss was accepted: an answer would have come too late.
    std::uint64_t resets = 0;     ///< Gaps too large to fill.
  };

  explicit NackGenerator(const Config& config);
  NackGenerator() : NackGenerator(Config{}) {}

  /// A packet came: `sequence` unwrapped; `retransmitted` when it is known to answer a NACK (RTX).
  void handle_packet(std::int64_t sequence, Timestamp now, bool retransmitted = false);
  /// The packets to ask for now, in ascending order. Those that are due but not `worthwhile` (which is given their
  /// unwrapped numbers) are never asked for again: their loss is accepted, without a key frame.
  [[nodiscard]] std::vector<std::uint16_t> poll(
      Timestamp now, Duration round_trip_time,
      const std::function<bool(std::int64_t)>& worthwhile = [](std::int64_t) { return true; });
  /// The time at which poll() has something to do; kNever when nothing is missing.
  [[nodiscard]] Timestamp next_deadline() const;
  /// The packets before `sequence` are not wanted any more (their frames were decoded or skipped).
  void drop_before(std::int64_t sequence);
  /// True once after packets were given up: what depends on them needs a key frame.
  [[nodiscard]] bool take_key_frame_need() { return std::exchange(key_frame_need_, false); }
  [[nodiscard]] const Counters& counters() const { return counters_; }

 private:
  struct Missing {
    Timestamp noticed_at{};
    Timestamp last_request{};
    int requests = 0;
  };

  void reset(std::int64_t sequence);
  void arrive_late(std::int64_t sequence, Timestamp now, bool retransmitted);
  [[nodiscard]] Timestamp due(const Missing& missing) const;
  void learn_reordering(Duration lateness);

  Config config_;
  std::map<std::int64_t, Missing> missing_;
  std::optional<std::int64_t> newest_;
  std::optional<std::int64_t> far_behind_;
  Duration round_trip_time_{};
  Duration reordering_wait_;
  bool key_frame_need_ = false;
  Counters counters_;
};

}  // namespace counterpoint
