// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Source of a limit on the rate.
enum class LimitOrigin : std::uint8_t {
  kEstimate,  ///< The mode's estimate of what the path carries; traffic close to it arrived lately.
  kUntried,   ///< The estimate is above all that arrived lately. The path carries at least that much.
  kMaximum,   ///< The settings of the call: the mode never chooses more.
};

/// A limit on the rate with its source.
struct RateLimit {
  DataRate rate;  ///< kUntried: what has arrived; else the limit.
  LimitOrigin origin = LimitOrigin::kEstimate;
  Duration tried_ago{};  ///< Time since traffic close to the estimate arrived, or since the first estimate.
  bool operator==(const RateLimit&) const = default;
};

/// Compares the estimate of a path's rate with the traffic that arrived: an estimate that grows while the sender has
/// less to send says nothing of the path (RFC 7661 calls it not validated).
class LimitEvidence {
 public:
  /// `at` never falls. `estimate`: what the mode takes the path to carry; `arrived`: received by the peer in about the
  /// last second; nothing: not known.
  void add(Duration at, std::optional<DataRate> estimate, std::optional<DataRate> arrived);
  /// The limit as of the last add(); `most`: the highest rate that the mode chooses. Nothing without an estimate.
  [[nodiscard]] std::optional<RateLimit> limit(DataRate most) const;

 private:
  /// Traffic is close to an estimate that exceeds it at most so many times.
  static constexpr double kClose = 1.2;
  static constexpr Duration kLately = 10s;

  struct Arrival {
    Duration at{};
    DataRate rate;
  };

  std::optional<DataRate> estimate_;
  std::deque<Arrival> arrivals_;  ///< Those lately that no later one exceeds: the highest is the first.
  Duration at_{};
  std::optional<Duration> tried_at_;
};

}  // namespace counterpoint
