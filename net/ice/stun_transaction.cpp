// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/ice/stun_transaction.h"

#include <algorithm>
#include <utility>

#include "net/secure/random_bytes.h"

namespace counterpoint {

StunTransactionId StunTransactionIds::draw() {
  StunTransactionId id{};
  if (!rng_) {
    fill_randomly(id);
    return id;
  }
  for (std::size_t i = 0; i < id.size(); i += 6) {
    std::uint64_t bits = rng_->next() >> 16;
    for (std::size_t j = 0; j < 6; ++j, bits >>= 8) id[i + j] = static_cast<std::uint8_t>(bits & 0xFF);
  }
  return id;
}

StunTransactionIds StunTransactionIds::split() {
  return rng_ ? StunTransactionIds(rng_->next()) : StunTransactionIds();
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
