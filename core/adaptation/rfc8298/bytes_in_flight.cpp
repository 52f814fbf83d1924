// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/rfc8298/bytes_in_flight.h"

#include <utility>

namespace counterpoint {
namespace {

/// No report will ever tell of older packets.
constexpr Duration kMaxAge = 10s;

}  // namespace

void ScreamBytesInFlight::handle_sent(DataSize size, Timestamp sent_at) {
  acknowledge_until(sent_at - kMaxAge);
  sent_.push_back({.size = size, .at = sent_at});
  size_ += size;
  most_ = std::max(most_, size_);
}

DataSize ScreamBytesInFlight::acknowledge_until(Timestamp newest) {
  DataSize acknowledged;
  for (; !sent_.empty() && sent_.front().at <= newest; sent_.pop_front()) acknowledged += sent_.front().size;
  size_ -= acknowledged;
  return acknowledged;
}

void ScreamBytesInFlight::end_round_trip() { max_before_ = std::exchange(most_, size_); }

}  // namespace counterpoint
