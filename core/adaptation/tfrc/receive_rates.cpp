// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/tfrc/receive_rates.h"

#include <algorithm>

namespace counterpoint {

void ReceiveRates::update(DataRate rate, Duration round_trip, Timestamp now) {
  samples_.push_back({.at = now, .rate = rate});
  while (samples_.front().at + 2 * round_trip < now) samples_.pop_front();
}

void ReceiveRates::maximize(DataRate rate, Timestamp now) { replace(std::max(rate, largest().value_or(rate)), now); }

void ReceiveRates::halve() {
  for (Sample& sample : samples_) sample.rate = sample.rate * 0.5;
}

void ReceiveRates::replace(DataRate rate, Timestamp now) { samples_.assign(1, {.at = now, .rate = rate}); }

std::optional<DataRate> ReceiveRates::largest() const {
  if (samples_.empty()) return std::nullopt;
  return std::ranges::max(samples_, {}, &Sample::rate).rate;
}

}  // namespace counterpoint
