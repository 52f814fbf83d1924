// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/gcc/aimd_rate_control.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {
namespace {

constexpr double kStandardDeviations = 3;

}  // namespace

void LinkCapacity::add(DataRate rate) {
  constexpr double kWeight = 0.05;  // The draft's smoothing factor of 0.95: a mean of some twenty decreases.
  const double sample = rate.kilobits_per_second();
  mean_ = mean_ ? std::lerp(*mean_, sample, kWeight) : sample;
  const double error = *mean_ - sample;
  deviation_ = std::clamp(std::lerp(deviation_, error * error / std::max(*mean_, 1.0), kWeight), 0.4, 2.5);
}

double LinkCapacity::margin() const { return kStandardDeviations * std::sqrt(deviation_ * *mean_); }

bool LinkCapacity::is_exceeded_by(DataRate rate) const {
  return mean_ && rate.kilobits_per_second() > *mean_ + margin();
}

bool LinkCapacity::is_missed_by(DataRate rate) const { return mean_ && rate.kilobits_per_second() < *mean_ - margin(); }

bool AimdRateControl::may_decrease(DataRate throughput, Timestamp now) const {
  const Duration pause = std::clamp<Duration>(round_trip_, 10ms, 200ms);
  return !changed_at_ || now - *changed_at_ >= pause || throughput < rate_ * 0.5;
}

void AimdRateControl::update(BandwidthUse use, std::optional<DataRate> throughput, Timestamp now) {
  throughput_ = throughput.value_or(throughput_);
  switch (use) {
    case BandwidthUse::kOverusing:
      return decrease(now);
    case BandwidthUse::kUnderusing:
      state_ = State::kHold;
      return;
    case BandwidthUse::kNormal:
      if (state_ == State::kHold) changed_at_ = now;
      state_ = State::kIncrease;
      return increase(now);
  }
}

void AimdRateControl::increase(Timestamp now) {
  if (capacity_.is_exceeded_by(throughput_)) capacity_.reset();
  const double seconds = std::clamp(to_seconds(now - *changed_at_), 0.0, 1.0);
  changed_at_ = now;
  const auto rate = static_cast<double>(rate_.bits_per_second());
  // Nobody knows yet what has not been tried. A probe may have gone beyond that; then the rate stays.
  const double most = 1.5 * static_cast<double>(throughput_.bits_per_second()) + 10'000;
  if (rate >= most) return;
  const double more = capacity_.mean() ? additive_increase() * seconds
                                       : std::max(1000.0, rate * (std::pow(config_.increase, seconds) - 1));
  set_rate(DataRate::bits_per_second(std::llround(std::min(rate + more, most))), now);
}

double AimdRateControl::additive_increase() const {
  constexpr double kFrameRate = 30;
  constexpr double kPacketBits = 8 * 1200;
  const double frame = static_cast<double>(rate_.bits_per_second()) / kFrameRate;
  const double packet = frame / std::max(1.0, std::ceil(frame / kPacketBits));
  return std::max(4000.0, 0.5 * packet / to_seconds(round_trip_ + 100ms));
}

void AimdRateControl::decrease(Timestamp now) {
  DataRate less = throughput_ * config_.decrease;
  if (less > rate_ && capacity_.mean()) {
    less = DataRate::bits_per_second(std::llround(1000 * config_.decrease * *capacity_.mean()));
  }
  if (capacity_.is_missed_by(throughput_)) capacity_.reset();
  capacity_.add(throughput_);
  state_ = State::kHold;
  set_rate(std::min(rate_, less), now);
}

void AimdRateControl::set_rate(DataRate rate, Timestamp now) {
  rate_ = std::clamp(rate, GccConfig::kMinRate, GccConfig::kMaxRate);
  changed_at_ = now;
}

}  // namespace counterpoint
