// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/delivery_monitor.h"

#include <algorithm>

namespace counterpoint {

DeliveryMonitor::DeliveryMonitor(const TwoDimensionalConfig& config)
    : config_(config),
      bytes_(config.rate_window),
      packets_(config.rate_window),
      recent_(config.rate_window / 3),
      sent_(config.rate_window),
      service_time_({}),
      trains_({}) {}

void DeliveryMonitor::add(const PacketFeedback& packet, DataSize size) {
  bytes_.add(size, *packet.arrived_at);
  const bool same_datagram = packet.sent_at == last_sent_at_ && packet.arrived_at == last_arrived_at_;
  const DataSize weight = same_datagram ? DataSize() : kPacketWeight;
  if (!same_datagram) packets_.add(weight, *packet.arrived_at);
  const DataSize counted = counts_packets_ ? weight : size;
  recent_.add(counted, *packet.arrived_at);
  sent_.add(counted, packet.sent_at);
  busy_size_ += counted;
  busy_until_ = std::max(busy_until_, *packet.arrived_at);
  last_sent_at_ = packet.sent_at;
  last_arrived_at_ = *packet.arrived_at;
  trains_.add(packet);
  acknowledged_ += size;
}

bool DeliveryMonitor::update_unit(Timestamp now) {
  const bool limited = service_time_.packet_rate().has_value();
  if (limited) counts_packets_until_ = now + config_.memory;
  const bool counts = limited || (counts_packets_ && !service_time_.counts_bytes() && now < counts_packets_until_);
  if (counts == counts_packets_) return false;
  counts_packets_ = counts;
  recent_ = SlidingWindowRate(config_.rate_window / 3);
  sent_ = SlidingWindowRate(config_.rate_window);
  begin_busy();
  train_rate_when_full_.reset();
  return true;
}

std::optional<double> DeliveryMonitor::gain_since_full() const {
  const std::optional<DataRate> train_rate = counts_packets_ ? std::nullopt : trains_.arrival_rate();
  if (!train_rate || !train_rate_when_full_) return std::nullopt;
  return *train_rate / *train_rate_when_full_;
}

}  // namespace counterpoint
