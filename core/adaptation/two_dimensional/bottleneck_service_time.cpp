// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/two_dimensional/bottleneck_service_time.h"

#include <utility>
#include <vector>

#include "core/base/rank.h"

namespace counterpoint {
namespace {

/// The `share` of the samples' times that is quickest is below it.
template <typename Samples>
Duration quick_time(const Samples& samples, double share) {
  std::vector<Duration> times;
  times.reserve(samples.size());
  for (const auto& sample : samples) times.push_back(sample.time);
  const auto rank = static_cast<std::size_t>(share * static_cast<double>(times.size()));
  return nth_smallest(std::move(times), rank);
}

}  // namespace

void BottleneckServiceTime::add(const PacketFeedback& packet, Duration base) {
  if (!packet.arrived_at) return;
  const std::optional<PacketFeedback> before = std::exchange(last_, packet);
  if (!before || packet.sent_at < before->sent_at) return;
  const Timestamp now = *packet.arrived_at;
  const Duration time = now - *before->arrived_at;
  // Members of one datagram arrive together; and one that came to an empty queue shows when it was sent, no more.
  const bool together = time <= Duration::zero();
  const bool waited = *before->arrived_at - packet.sent_at > base + 1ms;
  for (auto& times : times_) {
    while (!times.empty() && times.front().at + config_.window < now) times.pop_front();
  }
  if (together || !waited) return;
  if (packet.size <= config_.small) times_[0].push_back({.at = now, .time = time});
  if (packet.size >= config_.large) times_[1].push_back({.at = now, .time = time});
}

std::optional<PacketRate> BottleneckServiceTime::packet_rate() const {
  if (!known()) return std::nullopt;
  const std::optional<Duration> time = time_if_alike();
  return time ? std::optional(PacketRate::per_second(1 / to_seconds(*time))) : std::nullopt;
}

std::optional<Duration> BottleneckServiceTime::time_if_alike() const {
  // Audio is often behind a packet of others; that one is not is enough to show that it would have been quick.
  const Duration small = quick_time(times_[0], 0);
  const Duration large = quick_time(times_[1], 0.1);
  const bool alike = large >= config_.min_time && to_seconds(small) >= config_.alike * to_seconds(large);
  return alike ? std::optional(large) : std::nullopt;
}

}  // namespace counterpoint
