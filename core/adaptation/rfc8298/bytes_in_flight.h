// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Data under way as SCReAM counts it (RFC 8298bis, "Sender Side State"): all that was sent after the newest packet
/// that has arrived. Packets that were lost before that one are not under way.
class ScreamBytesInFlight {
 public:
  void handle_sent(DataSize size, Timestamp sent_at);
  /// Bytes that are no longer under way, since a packet sent at `newest` has arrived.
  DataSize acknowledge_until(Timestamp newest);
  /// Begins the next round trip for most().
  void end_round_trip();

  [[nodiscard]] DataSize size() const { return size_; }
  [[nodiscard]] std::int64_t packets() const { return static_cast<std::int64_t>(sent_.size()); }
  /// The most of the round trip before this one.
  [[nodiscard]] DataSize max_before() const { return max_before_; }
  /// The most of this round trip and the one before.
  [[nodiscard]] DataSize most() const { return std::max(most_, max_before_); }

 private:
  struct Sent {
    DataSize size;
    Timestamp at{};
  };
  std::deque<Sent> sent_;  ///< In sending order.
  DataSize size_;
  DataSize most_;
  DataSize max_before_;
};

}  // namespace counterpoint
