// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "core/base/time.h"

namespace counterpoint {

/// Decides whose offers may ring, so that nobody rings without end, and counts the others, so that one record tells of
/// all of them.
///
/// 1. A caller may ring a few times at once, and then again after a while (a token bucket). Strangers are told apart by
///    their network, since whoever has one has all addresses in it, and all strangers together have a bucket too.
/// 2. Memory is bounded: the caller who was heard of longest ago is forgotten first.
class CallerScreen {
 public:
  struct Bucket {
    double size;        ///< Calls at once.
    Duration interval;  ///< For one call more.
  };
  /// Three a minute are a person who tries again.
  static constexpr Bucket kNetwork{.size = 3, .interval = 20s};
  /// A stranger more or less is still heard while one network floods; six rings a minute are bearable.
  static constexpr Bucket kStrangers{.size = 6, .interval = 10s};
  /// A contact whose program has gone wrong.
  static constexpr Bucket kContact{.size = 6, .interval = 10s};
  /// No call turned away for so long: it is over, and is told.
  static constexpr Duration kSettled = 60s;
  static constexpr std::size_t kMaxCallers = 1024;

  /// True if a stranger from `network` (network_of()) may ring now.
  [[nodiscard]] bool admit_stranger(const std::string& network, Timestamp now);
  /// True if the contact of this ID may.
  [[nodiscard]] bool admit_contact(const std::string& id, Timestamp now);

  /// A call left no record of its own. True for the first one since the last summary.
  bool count_unrecorded(Timestamp now);
  /// Gives their number, once, when they have settled or `at_once`; nothing when there are none.
  [[nodiscard]] std::optional<std::uint64_t> take_summary(Timestamp now, bool at_once);
  [[nodiscard]] Timestamp next_deadline() const;

 private:
  struct Level {
    double calls = 0;
    Timestamp at{};
  };

  static bool take(Level& level, const Bucket& bucket, Timestamp now);
  [[nodiscard]] Level& level_of(const std::string& caller, const Bucket& bucket, Timestamp now);

  std::unordered_map<std::string, Level> callers_;
  Level strangers_{.calls = kStrangers.size};
  std::uint64_t unrecorded_ = 0;
  Timestamp last_unrecorded_at_{};
};

}  // namespace counterpoint
