// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// At what rate the packets of single video frames arrive. A frame leaves faster than the mean rate; what the path is
/// faster than that mean shows in how its packets arrive (dispersion of packet trains: Dovrolis 2001), long before any
/// queue or loss would.
class PacketTrainDispersion {
 public:
  struct Config {
    Duration window = 500ms;     ///< 100 ms to 5 s of trains that count.
    Duration max_gap = 15ms;     ///< 1 to 30 ms between packets that left as one train: half of a frame's time.
    std::size_t min_trains = 5;  ///< >= 1; with fewer nothing is said.
    double spread = 1.2;         ///< > 1: so much longer than they left have trains to come in.
  };
  explicit PacketTrainDispersion(const Config& config) : config_(config) {}

  /// Packets that arrived, in sending order.
  void add(const PacketFeedback& packet);
  /// The rate within the latest trains, without headers below RTP; nothing while frames are single packets.
  [[nodiscard]] std::optional<DataRate> arrival_rate() const;
  /// The same when the path has spread the trains, so that it is the path's rate; nothing when they came as they left.
  [[nodiscard]] std::optional<DataRate> spread_rate() const;

 private:
  struct Train {
    Timestamp sent_at{};  ///< Time of its last packet.
    int packets = 1;
    DataSize size;    ///< The first packet is left out.
    Duration span{};  ///< Time from the arrival of the first packet to that of the last.
    Duration sent_span{};
  };
  void finish_train();
  void forget_before(Timestamp at);

  Config config_;
  std::deque<Train> trains_;
  DataSize sum_;
  Duration span_{};
  Duration sent_span_{};
  std::optional<PacketFeedback> last_;
  Train current_;
};

}  // namespace counterpoint
