// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/loss_monitor.h"

namespace counterpoint {

double LossMonitor::share_without_congestion() const {
  return share_when_full_ > random_limit_ ? share_when_full_ * config_.hardly_less_loss : random_limit_;
}

void LossMonitor::begin_drain() {
  share_when_full_ = share_;
  gave_way_again_ = false;
}

// When loss began to show, what arrived was in part from before. Only later is it known how much arrives, and the loss
// that remains then although no more is sent is the path's.
bool LossMonitor::give_way_again(bool settled) {
  if (gave_way_again_ || has_recovered()) return false;
  share_when_full_ = std::max(share_when_full_, share_);
  gave_way_again_ = settled;
  return settled;
}

void LossMonitor::accept() {
  if (share_when_full_ > random_limit_ && share_ > share_when_full_ * config_.hardly_less_loss)
    random_limit_ = std::min(config_.max_random_loss, std::max(share_, share_when_full_) * config_.random_loss_rise);
}

void LossMonitor::relax() {
  if (share_ < config_.loss_limit * config_.random_gone) random_limit_ = config_.loss_limit;
}

}  // namespace counterpoint
