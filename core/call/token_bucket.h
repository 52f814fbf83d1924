// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/base/time.h"

namespace counterpoint {

/// Lets through as many events at once as the bucket holds, and then no more than a steady rate. It is full at first.
class TokenBucket {
 public:
  struct Limit {
    double burst;       ///< Tokens that the full bucket holds, at least 1.
    double per_second;  ///< Tokens gained.
  };

  explicit TokenBucket(const Limit& limit, Timestamp now = {}) : limit_(limit), tokens_(limit.burst), at_(now) {}

  /// Takes a token; false when there is none. `now` does not go back.
  bool take(Timestamp now) {
    tokens_ = std::min(limit_.burst, tokens_ + to_seconds(now - at_) * limit_.per_second);
    at_ = now;
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
  }
  /// Leaves no token.
  void empty(Timestamp now) {
    tokens_ = 0;
    at_ = now;
  }
  /// The time at which it was made or asked last.
  [[nodiscard]] Timestamp last_use() const { return at_; }

 private:
  Limit limit_;
  double tokens_;
  Timestamp at_;
};

}  // namespace counterpoint
