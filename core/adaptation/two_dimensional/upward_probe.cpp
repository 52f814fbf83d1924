// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/upward_probe.h"

#include <algorithm>

namespace counterpoint {

void UpwardProbe::begin(DataRate rate, DataRate most, Timestamp now) {
  train_.emplace(std::min(rate * config_.probe_factor, most));
  began_at_ = now;
}

void UpwardProbe::handle_sent(const SentPacket& packet, DataSize size) {
  if (train_ && train_->is_sending()) train_->handle_sent(packet, size);
}

void UpwardProbe::handle_arrival(const PacketFeedback& packet) {
  if (train_) train_->handle_arrival(packet);
}

std::optional<DataRate> UpwardProbe::take_result(Duration reaction_time, Timestamp now) {
  if (!train_) return std::nullopt;
  std::optional<DataRate> result = train_->rate();
  if (result && *result < train_->target() * config_.nearly) has_found_ = true;
  // Trains that were lost, or left too slowly, tell nothing.
  if (result || now - began_at_ > config_.feedback_timeout + 2 * reaction_time) train_.reset();
  return result;
}

std::optional<DataRate> UpwardProbe::pacing_rate() const {
  return train_ && train_->is_sending() ? std::optional(train_->target()) : std::nullopt;
}

DataSize UpwardProbe::size() const {
  return train_ ? std::max(train_->target() * ProbeCluster::kMinDuration, kFullPacket * ProbeCluster::kMinPackets)
                : DataSize();
}

}  // namespace counterpoint
