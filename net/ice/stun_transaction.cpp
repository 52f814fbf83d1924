// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/stun_transaction.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

StunTransactionId draw_transaction_id(Rng& rng) {
  StunTransactionId id{};
  for (std::size_t i = 0; i < id.size(); i += 6) {
    std::uint64_t bits = rng.next() >> 16;
    for (std::size_t j = 0; j < 6; ++j, bits >>= 8) id[i + j] = static_cast<std::uint8_t>(bits & 0xFF);
  }
  return id;
}

StunTransaction::StunTransaction(const StunTransactionId& id, Bytes request, Duration timeout, Timestamp now)
    : id_(id), request_(std::move(request)), timeout_(timeout), started_at_(now), sent_at_(now) {}

Timestamp StunTransaction::next_deadline() const {
  constexpr int kMaxDoublings = 10;
  const Duration gap = timeout_ * (1 << std::min((transmissions_ - 1) / 2, kMaxDoublings));
  return std::min(sent_at_ + std::min(gap, std::max(kMaxGap, timeout_)), started_at_ + kPatience);
}

void StunTransaction::sent_again(Timestamp now) {
  sent_at_ = now;
  ++transmissions_;
}

std::optional<Duration> StunTransaction::round_trip(Timestamp now) const {
  return transmissions_ == 1 ? std::optional(now - started_at_) : std::nullopt;
}

}  // namespace counterpoint
