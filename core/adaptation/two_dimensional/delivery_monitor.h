// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/adaptation/measure/packet_train_dispersion.h"
#include "core/adaptation/measure/sliding_window_rate.h"
#include "core/adaptation/two_dimensional/bottleneck_service_time.h"
#include "core/adaptation/two_dimensional/config.h"

namespace counterpoint {

/// Arrivals in the unit that the path counts: bytes, or packets as if each had
/// kPacketWeight.
///
/// 1. Rates are those of the peer's clock, headers included. Packets that shared a datagram are one.
/// 2. The path counts packets when the service times of small and large ones are alike, and for some time after that.
/// 3. Frames leave faster than the mean rate; the rate at which their packets arrive shows a path that became faster.
class DeliveryMonitor {
 public:
  explicit DeliveryMonitor(const TwoDimensionalConfig& config);

  /// A packet that arrived, `size` on the wire; in sending order.
  void add(const PacketFeedback& packet, DataSize size);
  /// The same, when it tells how long the bottleneck takes it. `base`: the one-way delay without a queue.
  void add_service_time(const PacketFeedback& packet, Duration base) { service_time_.add(packet, base); }
  /// Decides what the path counts; true when that has changed.
  bool update_unit(Timestamp now);
  [[nodiscard]] bool counts_packets() const { return counts_packets_; }

  [[nodiscard]] DataRate rate() const { return counts_packets_ ? packets_.rate() : bytes_.rate(); }
  /// The same over a third of the window.
  [[nodiscard]] DataRate recent_rate() const { return recent_.rate(); }
  [[nodiscard]] DataRate byte_rate() const { return bytes_.rate(); }
  /// Packets arrive as fast as they left: their rate says nothing of the path.
  [[nodiscard]] bool is_source_limited() const { return rate() > sent_.rate() * config_.nearly; }
  /// Bytes that arrived since forget_acknowledged().
  [[nodiscard]] DataSize acknowledged() const { return acknowledged_; }
  void forget_acknowledged() { acknowledged_ = DataSize(); }

  /// A queue stands from now on, so that busy_rate() is what the path carries.
  void begin_busy() {
    busy_size_ = {};
    busy_since_ = busy_until_;
  }
  /// The mean rate that arrived since begin_busy(); 0 if nothing did.
  [[nodiscard]] DataRate busy_rate() const {
    return busy_until_ > busy_since_ ? busy_size_ / (busy_until_ - busy_since_) : DataRate();
  }

  /// From now on, gain_since_full() compares with the present.
  void mark_full() { train_rate_when_full_ = trains_.arrival_rate(); }
  /// The packets of frames arrive so many times faster than at mark_full(). Nothing when not known, or with packets.
  [[nodiscard]] std::optional<double> gain_since_full() const;
  /// The rate at which the packets of frames arrive, which is at most that at which they leave.
  [[nodiscard]] std::optional<DataRate> train_rate() const { return trains_.arrival_rate(); }
  /// The rate of the path when it spreads the packets of frames; nothing otherwise.
  [[nodiscard]] std::optional<DataRate> spread_rate() const { return trains_.spread_rate(); }

 private:
  TwoDimensionalConfig config_;
  SlidingWindowRate bytes_;
  SlidingWindowRate packets_;
  SlidingWindowRate recent_;  ///< In the unit that the path counts.
  SlidingWindowRate sent_;    ///< In the same unit, by the times at which those that arrived were sent.
  Timestamp last_sent_at_{};
  Timestamp last_arrived_at_{};
  BottleneckServiceTime service_time_;
  bool counts_packets_ = false;
  Timestamp counts_packets_until_{};
  PacketTrainDispersion trains_;
  std::optional<DataRate> train_rate_when_full_;
  DataSize acknowledged_;
  DataSize busy_size_;  ///< So much has arrived since a queue stands.
  Timestamp busy_since_{};
  Timestamp busy_until_{};
};

}  // namespace counterpoint
