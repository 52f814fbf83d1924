// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/adaptation/two_dimensional/config.h"

namespace counterpoint {

/// The share of lost packets, and how much of it is the path's own: random loss, which does not depend on our rate.
///
/// 1. The path's own loss is taken to be at most the parameter loss_limit, until giving way to more has not helped.
/// 2. begin_drain() begins to give way; accept() says that it has not helped.
class LossMonitor {
 public:
  explicit LossMonitor(const TwoDimensionalConfig& config) : config_(config), random_limit_(config.loss_limit) {}

  void add_arrival() { share_ += (0 - share_) * config_.loss_weight; }
  void add_loss() { share_ += (1 - share_) * config_.loss_weight; }
  /// Smoothed, 0 to 1.
  [[nodiscard]] double share() const { return share_; }
  /// The part that is random, as far as it may be made up for.
  [[nodiscard]] double random_share() const { return std::min({share_, random_limit_, config_.max_repaid_loss}); }
  /// So much is lost that the path must be full.
  [[nodiscard]] bool shows_congestion() const { return share_ > random_limit_; }
  /// Giving way has helped, or there was no congestion.
  [[nodiscard]] bool has_recovered() const { return share_ <= share_without_congestion(); }

  void begin_drain();
  /// Once in each drain, if the loss stays: true when the rate is to fall again. `settled`: what is lost now was sent
  /// after the rate had fallen.
  bool give_way_again(bool settled);
  /// Giving way has not helped: it is not for want of room that so much is lost.
  void accept();
  /// The path is not full: the loss that was accepted once may have gone.
  void relax();

 private:
  [[nodiscard]] double share_without_congestion() const;

  TwoDimensionalConfig config_;
  double share_ = 0;
  double share_when_full_ = 0;
  double random_limit_;
  bool gave_way_again_ = false;
};

}  // namespace counterpoint
