// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/rng.h"
#include "core/base/time.h"
#include "net/ice/stun_message.h"

namespace counterpoint {

/// Draws the IDs of transactions. Everybody on the way sees them, and whoever could tell the next one could answer in a
/// server's place: they are cryptographically random (RFC 8489 section 5), but follow from the seed where there is one,
/// in virtual time.
class StunTransactionIds {
 public:
  StunTransactionIds() = default;
  explicit StunTransactionIds(std::uint64_t seed) : rng_(seed) {}

  [[nodiscard]] StunTransactionId draw();
  /// Another source of the same kind, whose IDs are others.
  [[nodiscard]] StunTransactionIds split();

 private:
  std::optional<Rng> rng_;
};

/// A request of STUN that waits for its answer, sent again with growing gaps until kPatience is over: twice each after
/// the timeout, twice that, and so on. RFC 8489 section 6.2.1 doubles each time; here one lost datagram costs less, and
/// ten transmissions in kPatience still let a round trip at 20 % loss each way fail less than once in 10^4.
class StunTransaction {
 public:
  static constexpr Duration kPatience = 8s;
  static constexpr Duration kMaxGap = 1600ms;

  /// The request is sent for the first time at `now`, by the caller. `timeout` > 0.
  StunTransaction(const StunTransactionId& id, Bytes request, Duration timeout, Timestamp now);

  [[nodiscard]] const StunTransactionId& id() const { return id_; }
  [[nodiscard]] const Bytes& request() const { return request_; }
  [[nodiscard]] Timestamp started_at() const { return started_at_; }
  [[nodiscard]] Timestamp sent_at() const { return sent_at_; }
  [[nodiscard]] int transmissions() const { return transmissions_; }

  /// When the request is to be sent again, or the transaction is over.
  [[nodiscard]] Timestamp next_deadline() const;
  [[nodiscard]] bool over(Timestamp now) const { return now >= started_at_ + kPatience; }
  /// Counts one more transmission by the caller.
  void sent_again(Timestamp now);
  /// The round trip time that an answer at `now` shows; nothing when more than one transmission may have caused it.
  [[nodiscard]] std::optional<Duration> round_trip(Timestamp now) const;

 private:
  StunTransactionId id_;
  Bytes request_;
  Duration timeout_;
  Timestamp started_at_;
  Timestamp sent_at_;
  int transmissions_ = 1;
};

}  // namespace counterpoint
