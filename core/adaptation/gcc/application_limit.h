// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// Tells when the media leave much of the rate unused (the application-limited region, ALR, as deployed): what the path
/// carries is then not seen in what arrives.
class ApplicationLimit {
 public:
  void set_rate(DataRate rate) { rate_ = rate; }

  void handle_sent(DataSize size, Timestamp now) {
    const auto most = static_cast<double>((rate_ * kUsedShare * kWindow).bytes());
    const double earned = most * to_seconds(now - sent_at_.value_or(now)) / to_seconds(kWindow);
    sent_at_ = now;
    unused_ = std::clamp(unused_ - static_cast<double>(size.bytes()), -most, most);
    unused_ = std::min(unused_ + earned, most);
    if (!since_ && unused_ > kBegins * most) since_ = now;
    if (since_ && unused_ < kEnds * most) since_.reset();
  }
  /// The time at which it began; nothing while the rate is made use of.
  [[nodiscard]] std::optional<Timestamp> since() const { return since_; }

 private:
  static constexpr double kUsedShare = 0.65;
  static constexpr Duration kWindow = 500ms;
  static constexpr double kBegins = 0.8;  ///< Unused share of the window's budget.
  static constexpr double kEnds = 0.5;

  DataRate rate_;
  std::optional<Timestamp> sent_at_;
  double unused_ = 0;  ///< Bytes; below zero when more was sent.
  std::optional<Timestamp> since_;
};

}  // namespace counterpoint
