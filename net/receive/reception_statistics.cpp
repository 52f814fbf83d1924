// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/reception_statistics.h"

#include <algorithm>
#include <cmath>

namespace counterpoint {
namespace {

constexpr std::size_t kSeenPackets = 1024;
/// 24 bits, signed (RFC 3550 6.4.1).
constexpr std::int64_t kMaxLost = 0x7fffff;
constexpr std::int64_t kMinLost = -0x800000;
/// A longer step between two packets is a pause or a new clock of the sender, not jitter.
constexpr double kMaxTransitStepSeconds = 10;

}  // namespace

ReceptionStatistics::ReceptionStatistics(int clock_rate) : clock_rate_(clock_rate), seen_(kSeenPackets, -1) {}

void ReceptionStatistics::handle_packet(std::int64_t sequence, std::int64_t timestamp, DataSize size,
                                        Timestamp arrived_at) {
  ++counters_.packets;
  counters_.size += size;
  std::int64_t& seen = seen_[static_cast<std::size_t>(sequence) % kSeenPackets];
  if (!first_sequence_) {
    first_sequence_ = highest_sequence_ = sequence;
  } else if (seen == sequence) {
    ++counters_.duplicates;
    return;
  } else if (sequence < highest_sequence_) {
    ++counters_.reordered;
    // Packets that overtook the very first one do not count it as lost.
    first_sequence_ = std::min(*first_sequence_, sequence);
  }
  seen = std::max(seen, sequence);
  highest_sequence_ = std::max(highest_sequence_, sequence);
  update_jitter(timestamp, arrived_at);
}

void ReceptionStatistics::update_jitter(std::int64_t timestamp, Timestamp arrived_at) {
  if (last_timestamp_) {
    const double arrival_step = to_seconds(arrived_at - last_arrival_) * clock_rate_;
    const double difference = std::abs(arrival_step - static_cast<double>(timestamp - *last_timestamp_));
    if (difference < kMaxTransitStepSeconds * clock_rate_) jitter_ += (difference - jitter_) / 16;
  }
  last_timestamp_ = timestamp;
  last_arrival_ = arrived_at;
}

std::int64_t ReceptionStatistics::expected() const {
  return first_sequence_ ? highest_sequence_ - *first_sequence_ + 1 : 0;
}

std::int64_t ReceptionStatistics::lost() const { return expected() - static_cast<std::int64_t>(counters_.packets); }

std::optional<ReceptionReport> ReceptionStatistics::take_report() {
  if (!first_sequence_) return std::nullopt;
  const auto received = static_cast<std::int64_t>(counters_.packets);
  const std::int64_t expected_since = expected() - expected_at_report_;
  const std::int64_t lost_since = expected_since - (received - received_at_report_);
  expected_at_report_ = expected();
  received_at_report_ = received;

  ReceptionReport report;
  if (expected_since > 0 && lost_since > 0) {
    report.fraction_lost = static_cast<std::uint8_t>(std::min<std::int64_t>(lost_since * 256 / expected_since, 255));
  }
  report.cumulative_lost = static_cast<std::int32_t>(std::clamp(lost(), kMinLost, kMaxLost));
  // Cycles are counted from the first packet, wherever unwrapping began.
  const std::int64_t first_cycle = *first_sequence_ - (*first_sequence_ & 0xffff);
  report.highest_sequence = static_cast<std::uint32_t>(highest_sequence_ - first_cycle);
  report.jitter = static_cast<std::uint32_t>(jitter_);
  return report;
}

Duration ReceptionStatistics::jitter() const { return from_seconds(jitter_ / clock_rate_); }

}  // namespace counterpoint
