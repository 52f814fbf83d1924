// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>

#include "core/base/time.h"

namespace counterpoint {

/// The least one-way delay of the last minutes, as a list of least delays of single minutes (RFC 6817, 3.4.2). The two
/// clocks may be unrelated.
class BaseDelay {
 public:
  struct Config {
    std::size_t intervals = 10;  ///< >= 1, BASE_HISTORY: more follow a longer path later, fewer take a queue for it.
    Duration interval = 60s;     ///< > 0.
  };
  explicit BaseDelay(const Config& config) : config_(config) {}

  /// `delay`: arrival on the peer's clock less departure on ours, `sent_at`.
  void add(Duration delay, Timestamp sent_at);
  [[nodiscard]] bool known() const { return !least_.empty(); }
  /// It may be called only after the first packet.
  [[nodiscard]] Duration least() const;

 private:
  Config config_;
  std::deque<Duration> least_;  ///< One for each interval, the present one last.
  Timestamp began_at_{};        ///< Start of the present interval.
};

}  // namespace counterpoint
