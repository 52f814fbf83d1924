// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/cross_traffic.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {

CrossTraffic::CrossTraffic(const Config& config, std::uint64_t seed, Timestamp start)
    : config_(config), rng_(seed), period_start_(start) {
  if (config_.rate.bits_per_second() <= 0 || config_.rate.is_unlimited() || config_.packet_size.bytes() <= 0) return;
  period_ = std::max(draw(config_.on), kMinOn);
  find_next();
}

std::optional<DataSize> CrossTraffic::poll(Timestamp now) {
  if (due_ > now || due_ == kNever) return std::nullopt;
  ++packets_;
  find_next();
  return config_.packet_size;
}

void CrossTraffic::find_next() {
  const Duration on_time = config_.packet_size * packets_ / config_.rate;
  while (config_.on > Duration::zero() && on_time >= passed_ + period_) {
    passed_ += period_;
    const Duration pause = config_.exponential ? draw(config_.off) : config_.off;
    period_start_ += period_ + pause;
    period_ = std::max(draw(config_.on), kMinOn);
  }
  due_ = period_start_ + (on_time - passed_);
}

Duration CrossTraffic::draw(Duration mean) {
  return config_.exponential ? from_seconds(-to_seconds(mean) * std::log(1 - rng_.uniform())) : mean;
}

}  // namespace counterpoint
