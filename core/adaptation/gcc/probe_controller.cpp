// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/gcc/probe_controller.h"

#include <algorithm>

namespace counterpoint {
namespace {

constexpr double kFirstScale = 3;
constexpr double kSecondScale = 6;
constexpr double kFurtherScale = 2;
constexpr double kFurtherAbove = 0.7;
constexpr Duration kMaxWait = 1s;  // It waits so long for a result.

constexpr double kFall = 0.66;
constexpr Duration kFallRemembered = 5s;
constexpr double kRecoveryShare = 0.85;
constexpr double kUncertainty = 0.05;
constexpr Duration kRecoveryInterval = 5s;
constexpr Duration kLimitRemembered = 3s;

}  // namespace

void ProbeController::start(DataRate rate, Timestamp now) {
  rate_ = rate;
  probe(rate * kFirstScale, false, now);
  probe(rate * kSecondScale, true, now);
}

void ProbeController::probe(DataRate rate, bool further, Timestamp now) {
  if (!config_.probing) return;
  const DataRate wanted = std::min(rate, most_);
  // The same again would tell nothing more.
  if (wanted_.empty() || wanted_.back() != wanted) wanted_.push_back(wanted);
  probed_at_ = now;
  further_above_.reset();
  if (further && rate < most_) further_above_ = wanted * kFurtherAbove;
}

void ProbeController::update(DataRate rate, std::optional<Timestamp> limited_since, Timestamp now) {
  if (limited_since_ && !limited_since) limited_until_ = now;
  limited_since_ = limited_since;
  if (rate < rate_ * kFall) {
    fell_at_ = now;
    rate_before_fall_ = rate_;
  }
  rate_ = rate;
  if (further_above_ && now - *probed_at_ > kMaxWait) further_above_.reset();
  if (further_above_ && rate > *further_above_) return probe(rate * kFurtherScale, true, now);
  if (further_above_ || !limited_since_) return;
  const Timestamp since = std::max(*limited_since_, probed_at_.value_or(*limited_since_));
  if (now - since >= config_.alr_interval) probe(rate * kFurtherScale, true, now);
}

void ProbeController::handle_recovery(Timestamp now) {
  const auto within = [now](std::optional<Timestamp> at, Duration limit) { return at && now - *at < limit; };
  if (!limited_since_ && !within(limited_until_, kLimitRemembered)) return;
  if (further_above_ || within(recovery_probed_at_, kRecoveryInterval) || !within(fell_at_, kFallRemembered)) return;
  const DataRate rate = rate_before_fall_ * kRecoveryShare;
  if (rate * (1 - kUncertainty) <= rate_) return;
  recovery_probed_at_ = now;
  probe(rate, false, now);
}

std::optional<DataRate> ProbeController::next() {
  if (wanted_.empty()) return std::nullopt;
  const DataRate rate = wanted_.front();
  wanted_.pop_front();
  return rate;
}

}  // namespace counterpoint
