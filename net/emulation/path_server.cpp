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
  if (schedule_) {
    scheduled_done_ = schedule_->serve(size, now);
    return;
  }
  const bool at_once = now == finished_at_;
  remaining_bit_nanos_ = size.bits() * kNanosPerSecond - (at_once ? surplus_bit_nanos_ : 0);
  remaining_packet_ = 1 - (at_once ? surplus_packet_ : 0);
}

Timestamp PathServer::done_at() const {
  if (!busy_) return kNever;
  if (schedule_) return scheduled_done_;
  const Duration left = std::max(bit_time(remaining_bit_nanos_, rate_), packet_time(remaining_packet_, packet_rate_));
  return left == Duration::max() ? kNever : since_ + left;
}

void PathServer::finish() {
  assert(busy_);
  finished_at_ = done_at();
  busy_ = false;
  if (schedule_) return;
  const Duration served = finished_at_ - since_;
  // The limit that did not decide may have served much more: that is not rounding.
  surplus_bit_nanos_ = 0;
  if (!rate_.is_unlimited()) {
    const detail::Int128 bits = static_cast<detail::Int128>(rate_.bits_per_second()) * served.count();
    if (bits - remaining_bit_nanos_ < rate_.bits_per_second()) surplus_bit_nanos_ = bits - remaining_bit_nanos_;
  }
  const double packets = packet_rate_.per_second() * to_seconds(served) - remaining_packet_;
  surplus_packet_ = std::abs(packets) < packet_rate_.per_second() * 1e-9 ? packets : 0;
}

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
  if (schedule_) return bit_time(size.bits() * kNanosPerSecond, schedule_->mean_rate());
  return std::max(bit_time(size.bits() * kNanosPerSecond, rate_),
                  packet_time(static_cast<double>(packets), packet_rate_));
}

}  // namespace counterpoint
