// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/packet_train_dispersion.h"

#include <algorithm>

namespace counterpoint {

void PacketTrainDispersion::add(const PacketFeedback& packet) {
  if (packet.stream != StreamKind::kVideo || !packet.arrived_at) return;
  const bool follows = last_ && packet.sequence == last_->sequence + 1 && packet.arrived_at >= last_->arrived_at &&
                       packet.sent_at >= last_->sent_at && packet.sent_at - last_->sent_at <= config_.max_gap;
  const Duration gap = follows ? packet.sent_at - last_->sent_at : Duration::zero();
  // Between frames, there is more time than within one.
  const bool same_frame = current_.packets < 2 || gap * (current_.packets - 1) <= 2 * current_.sent_span;
  if (follows && same_frame) {
    ++current_.packets;
    current_.size += packet.size;
    current_.span += *packet.arrived_at - *last_->arrived_at;
    current_.sent_span += gap;
  } else {
    finish_train();
    forget_before(packet.sent_at - config_.window);
  }
  current_.sent_at = packet.sent_at;
  last_ = packet;
}

void PacketTrainDispersion::finish_train() {
  if (current_.size > DataSize()) {
    trains_.push_back(current_);
    sum_ += current_.size;
    span_ += current_.span;
    sent_span_ += current_.sent_span;
  }
  current_ = {};
}

void PacketTrainDispersion::forget_before(Timestamp at) {
  while (!trains_.empty() && trains_.front().sent_at < at) {
    sum_ -= trains_.front().size;
    span_ -= trains_.front().span;
    sent_span_ -= trains_.front().sent_span;
    trains_.pop_front();
  }
}

std::optional<DataRate> PacketTrainDispersion::arrival_rate() const {
  // Arrival times are known to a millisecond.
  if (trains_.size() < config_.min_trains) return std::nullopt;
  return sum_ / std::max<Duration>(span_, 1ms);
}

std::optional<DataRate> PacketTrainDispersion::spread_rate() const {
  const bool spread = to_seconds(span_) > config_.spread * to_seconds(sent_span_);
  return spread ? arrival_rate() : std::nullopt;
}

}  // namespace counterpoint
