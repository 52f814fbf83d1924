// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/base/time.h"
#include "core/call/token_bucket.h"

namespace counterpoint {

/// The network that a stranger from `address` counts in. Those without an address are one: an identity costs nothing.
[[nodiscard]] std::string stranger_network(const std::string& address);

/// Decides whose offers may ring, so that nobody rings without end, and counts the others, so that one record tells of
/// all of them.
///
/// 1. A caller may ring a few times at once, and then again after a while (a token bucket). Strangers are told apart by
///    their network, since whoever has one has all addresses in it, and all strangers together have a bucket too.
/// 2. A stranger who gives up within a second does not wait for an answer, and does not ring at once again.
/// 3. Memory is bounded: the caller who was heard of longest ago is forgotten first.
class CallerScreen {
 public:
  /// Three a minute are a person who tries again.
  static constexpr TokenBucket::Limit kNetwork{.burst = 3, .per_second = 1.0 / 20};
  /// A stranger more or less is still heard while one network floods; six rings a minute are bearable.
  static constexpr TokenBucket::Limit kStrangers{.burst = 6, .per_second = 1.0 / 10};
  /// A contact whose program has gone wrong.
  static constexpr TokenBucket::Limit kContact{.burst = 6, .per_second = 1.0 / 10};
  /// No call turned away for so long: it is over, and is told.
  static constexpr Duration kSettled = 60s;
  static constexpr std::size_t kMaxCallers = 1024;

  /// True if a stranger from `network` (network_of()) may ring now.
  [[nodiscard]] bool admit_stranger(const std::string& network, Timestamp now);
  /// A call of a stranger from `network` was given up within a second after it was admitted.
  void handle_given_up(const std::string& network, Timestamp now);
  /// True if the contact of this ID may.
  [[nodiscard]] bool admit_contact(const std::string& id, Timestamp now);

  /// A call left no record of its own. True for the first one since the last summary.
  bool count_unrecorded(Timestamp now);
  /// Gives their number, once, when they have settled or `at_once`; nothing when there are none.
  [[nodiscard]] std::optional<std::uint64_t> take_summary(Timestamp now, bool at_once);
  [[nodiscard]] Timestamp next_deadline() const;

 private:
  [[nodiscard]] TokenBucket& bucket_of(const std::string& caller, const TokenBucket::Limit& limit, Timestamp now);

  std::unordered_map<std::string, TokenBucket> callers_;
  TokenBucket strangers_{kStrangers};
  std::uint64_t unrecorded_ = 0;
  Timestamp last_unrecorded_at_{};
};

}  // namespace counterpoint
