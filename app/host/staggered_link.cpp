// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/staggered_link.h"

#include <algorithm>
#include <utility>

namespace counterpoint {

void StaggeredLink::poll(Timestamp now) {
  link_->poll(now);
  if (!open_second_) return;
  if (!link_->error() && link_->peer_id()) {
    open_second_ = nullptr;
  } else if (link_->error() || now >= head_start_ends_at_) {
    link_ = std::exchange(open_second_, nullptr)();
    link_->poll(now);
  }
}

Timestamp StaggeredLink::next_deadline() const {
  return open_second_ ? std::min(link_->next_deadline(), head_start_ends_at_) : link_->next_deadline();
}

}  // namespace counterpoint
