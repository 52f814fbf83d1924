// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/host/fallback_link.h"

#include <utility>

namespace counterpoint {

void FallbackLink::poll(Timestamp now) {
  link_->poll(now);
  if (!open_second_) return;
  const std::optional<Error>& error = link_->error();
  const bool leads_nowhere = error && error->kind == ErrorKind::kUnavailable && !link_->closed_by_peer();
  if (link_->peer_id() || (error && !leads_nowhere)) {
    open_second_ = nullptr;
  } else if (leads_nowhere) {
    link_ = std::exchange(open_second_, nullptr)();
    link_->poll(now);
  }
}

}  // namespace counterpoint
