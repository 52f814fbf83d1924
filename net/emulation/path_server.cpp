// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/path_server.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace counterpoint {
namespace {

constexpr detail::Int128 kNanosPerSecond = 1'000'000'000;
// Longer than any call, and far from overflow when added to a time.
constexpr Duration kForever = std::chrono::hours(24 * 365);

Duration bit_time(detail::Int128 bit_nanos, DataRate rate) {
  if (rate.is_unlimited() || bit_nanos <= 0) return Duration::zero();
  if (rate.bits_per_second() <= 0) return Duration::max();
  const detail::Int128 nanos = (bit_nanos + rate.bits_per_second() - 1) / rate.bits_per_second();
  return nanos > kForever.count() ? Duration::max() : Duration(static_cast<Duration::rep>(nanos));
}

Duration packet_time(double packets, PacketRate rate) {
  if (rate.per_second() <= 0 || packets <= 0) return Duration::zero();
  const double nanos = packets / rate.per_second() * 1e9;
  return nanos > static_cast<double>(kForever.count()) ? Duration::max() : Duration(std::llround(nanos));
}

}  // namespace

void PathServer::start(DataSize size, Timestamp now) {
  assert(!busy_);
  busy_ = true;
  since_ = now;
  remaining_bit_nanos_ = size.bits() * kNanosPerSecond;
  remaining_packet_ = 1;
}

Timestamp PathServer::done_at() const {
  if (!busy_) return kNever;
  const Duration left = std::max(bit_time(remaining_bit_nanos_, rate_), packet_time(remaining_packet_, packet_rate_));
  return left == Duration::max() ? kNever : since_ + left;
}

void PathServer::finish() { busy_ = false; }

void PathServer::set_rates(DataRate rate, PacketRate packet_rate, Timestamp now) {
  if (busy_ && now > since_) {
    const Duration served = now - since_;
    if (rate_.is_unlimited()) {
      remaining_bit_nanos_ = 0;
    } else {
      remaining_bit_nanos_ -= static_cast<detail::Int128>(rate_.bits_per_second()) * served.count();
    }
    remaining_packet_ =
        packet_rate_.per_second() <= 0 ? 0 : remaining_packet_ - packet_rate_.per_second() * to_seconds(served);
    since_ = now;
  }
  rate_ = rate;
  packet_rate_ = packet_rate;
}

Duration PathServer::service_time(DataSize size, std::int64_t packets) const {
  return std::max(bit_time(size.bits() * kNanosPerSecond, rate_),
                  packet_time(static_cast<double>(packets), packet_rate_));
}

}  // namespace counterpoint
