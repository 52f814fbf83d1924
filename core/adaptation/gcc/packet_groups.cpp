// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/gcc/packet_groups.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// Packets that a path releases at once are no longer one group after this.
constexpr Duration kMaxBurst = 100ms;

}  // namespace

std::optional<InterGroupVariation> PacketGroups::add(Timestamp sent_at, Timestamp arrived_at) {
  const Group alone{
      .first_sent = sent_at, .last_sent = sent_at, .first_arrived = arrived_at, .last_arrived = arrived_at};
  if (!current_) {
    current_ = alone;
    return std::nullopt;
  }
  if (sent_at < current_->first_sent) return std::nullopt;
  if (belongs(sent_at, arrived_at)) {
    current_->last_sent = std::max(current_->last_sent, sent_at);
    current_->last_arrived = std::max(current_->last_arrived, arrived_at);
    return std::nullopt;
  }
  std::optional<InterGroupVariation> variation;
  if (previous_ && current_->last_arrived >= previous_->last_arrived) {
    variation = {.sent = current_->last_sent - previous_->last_sent,
                 .arrived = current_->last_arrived - previous_->last_arrived,
                 .at = current_->last_arrived};
  }
  previous_ = current_;
  current_ = alone;
  return variation;
}

bool PacketGroups::belongs(Timestamp sent_at, Timestamp arrived_at) const {
  if (sent_at - current_->first_sent <= burst_) return true;
  // The path has held both back, and has let them go together.
  const Duration sent = sent_at - current_->last_sent;
  const Duration arrived = arrived_at - current_->last_arrived;
  return arrived < sent && arrived <= burst_ && arrived_at - current_->first_arrived < kMaxBurst;
}

}  // namespace counterpoint
