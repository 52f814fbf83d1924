// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// A token bucket (RFC 2697, 3, with one rate and one burst): packets conform up to a rate and a burst; nothing waits.
class Policer {
 public:
  struct Config {
    DataRate rate;   ///< > 0, not unlimited.
    DataSize burst;  ///< Size of the bucket, which is full at first.
    bool operator==(const Config&) const = default;
  };

  explicit Policer(const Config& config);

  /// True if a packet conforms at `now`; its tokens are taken then. Times never go backwards.
  [[nodiscard]] bool conforms(DataSize size, Timestamp now);

 private:
  Config config_;
  detail::Int128 bit_nanos_;  // Tokens: bits x 10^9, so that rate x nanoseconds is exact.
  std::optional<Timestamp> filled_at_;
};

}  // namespace counterpoint
