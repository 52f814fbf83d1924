// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/measure/probe_cluster.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// This share of the packets and of their bytes has to arrive.
constexpr double kEnough = 0.8;
/// No path makes packets arrive so much faster than they left.
constexpr double kMaxSpeedUp = 2;
/// With less than this share of the cluster's rate, it was not sent as one.
constexpr double kMinSentShare = 0.5;
/// Arriving at less than this share of the sending rate means that the path is full.
constexpr double kUnsaturated = 0.9;
constexpr double kUtilisation = 0.95;
constexpr Duration kMaxSpan = 1s;

}  // namespace

void ProbeCluster::handle_sent(const SentPacket& packet, DataSize size) {
  packets_.push_back({.sent = packet, .arrived_at = {}});
  packets_.back().sent.size = size;
  size_ += size;
}

bool ProbeCluster::handle_arrival(const PacketFeedback& packet) {
  const auto found = std::ranges::find_if(packets_, [&](const Packet& one) {
    return one.sent.stream == packet.stream && one.sent.sequence == packet.sequence;
  });
  if (found == packets_.end()) return false;
  found->arrived_at = packet.arrived_at;
  return true;
}

std::optional<DataRate> ProbeCluster::rate() const {
  std::vector<Packet> arrived;
  std::ranges::copy_if(packets_, std::back_inserter(arrived),
                       [](const Packet& one) { return one.arrived_at.has_value(); });
  DataSize size;
  for (const Packet& packet : arrived) size += packet.sent.size;
  const bool enough =
      static_cast<double>(arrived.size()) >= kEnough * static_cast<double>(packets_.size()) && size / size_ >= kEnough;
  if (is_sending() || !enough) return std::nullopt;
  const auto by_arrival = [](const Packet& a, const Packet& b) { return *a.arrived_at < *b.arrived_at; };
  const auto [first, last] = std::ranges::minmax_element(arrived, by_arrival);
  const Duration sent_in = arrived.back().sent.sent_at - arrived.front().sent.sent_at;
  const Duration arrived_in = *last->arrived_at - *first->arrived_at;
  if (sent_in <= Duration::zero() || sent_in > kMaxSpan) return std::nullopt;
  if (arrived_in <= Duration::zero() || arrived_in > kMaxSpan) return std::nullopt;
  // The last one's own size left, and the first one's arrived, outside of these times.
  const DataRate sent = (size - arrived.back().sent.size) / sent_in;
  const DataRate received = (size - first->sent.size) / arrived_in;
  if (sent < target_ * kMinSentShare || received > sent * kMaxSpeedUp) return std::nullopt;
  return received < sent * kUnsaturated ? received * kUtilisation : std::min(sent, received);
}

}  // namespace counterpoint
