// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// Tells a bottleneck that counts packets from one that counts bytes: by how long packets of different sizes take it
/// when they stand in its queue one behind the other. The quickest of each size count, since packets of others come
/// between ours.
class BottleneckServiceTime {
 public:
  struct Config {
    Duration window = 4s;                   ///< 1 to 60 s of packets that count.
    DataSize small = DataSize::bytes(200);  ///< At most that: a packet of audio, or a frame's tail.
    DataSize large = DataSize::bytes(350);  ///< At least that.
    std::size_t min_small = 15;             ///< >= 1; fewer may all be behind packets of others, and look slow.
    std::size_t min_large = 5;              ///< >= 1; fewer tell no packet rate.
    std::size_t min_unlike = 10;            ///< >= 1, of either kind, to tell that the path counts bytes.
    double alike = 0.85;                    ///< 0 to 1: small packets take at least so much of a large one's time.
    Duration min_time = 2ms;                ///< Arrival times are known to a millisecond.
  };
  explicit BottleneckServiceTime(const Config& config) : config_(config) {}

  /// Packets that arrived, in sending order. `base`: the one-way delay without a queue, on the same two clocks.
  void add(const PacketFeedback& packet, Duration base);
  /// There are enough packets of both kinds to tell a packet rate.
  [[nodiscard]] bool known() const { return have(config_.min_small, config_.min_large); }
  /// Small packets take less time than large ones.
  [[nodiscard]] bool counts_bytes() const { return have(config_.min_unlike, config_.min_unlike) && !time_if_alike(); }
  /// Packets a second that the path carries, whatever their sizes; nothing when it counts bytes, or is not known.
  [[nodiscard]] std::optional<PacketRate> packet_rate() const;

 private:
  struct Sample {
    Timestamp at{};
    Duration time{};
  };
  [[nodiscard]] bool have(std::size_t small, std::size_t large) const {
    return times_[0].size() >= small && times_[1].size() >= large;
  }
  [[nodiscard]] std::optional<Duration> time_if_alike() const;

  Config config_;
  std::deque<Sample> times_[2];  ///< Times of small packets, then of large ones.
  std::optional<PacketFeedback> last_;
};

}  // namespace counterpoint
