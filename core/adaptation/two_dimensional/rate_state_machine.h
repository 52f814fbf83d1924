// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/adaptation/mode/path_estimate.h"
#include "core/adaptation/plane/adaptation_context.h"
#include "core/adaptation/two_dimensional/competing_window.h"
#include "core/adaptation/two_dimensional/cross_traffic_detector.h"
#include "core/adaptation/two_dimensional/cross_traffic_share.h"
#include "core/adaptation/two_dimensional/delivery_monitor.h"
#include "core/adaptation/two_dimensional/loss_model.h"
#include "core/adaptation/two_dimensional/mark_monitor.h"
#include "core/adaptation/two_dimensional/path_queue.h"
#include "core/adaptation/two_dimensional/upward_probe.h"

namespace counterpoint {

/// Measurements of the path, for the rate that follows it.
struct PathMonitors {
  explicit PathMonitors(const TwoDimensionalConfig& config)
      : queue(config), cross_traffic(config), delivery(config), loss(config), marks(config) {}

  /// The rate that arrives, and would but for random loss.
  [[nodiscard]] DataRate delivered() const { return delivery.rate() * (1 / (1 - loss.random_share())); }
  /// After that, a change of the rate shows in reports.
  [[nodiscard]] Duration reaction_time() const { return round_trip_time + report_gap; }

  PathQueue queue;
  CrossTrafficShare cross_traffic;
  DeliveryMonitor delivery;
  LossModel loss;
  MarkMonitor marks;
  Duration round_trip_time = 100ms;
  Duration report_gap = 50ms;       ///< Mean time between two reports.
  Duration long_report_gap = 50ms;  ///< The longest of late.
  bool lost = false;                ///< A packet, since the last update of the rate.
};

/// The highest rate that has arrived lately. When a queue of others has passed, the rate may soon be there again.
class CarriedRate {
 public:
  explicit CarriedRate(const TwoDimensionalConfig& config) : config_(config) {}

  /// So much arrives while nothing speaks against the rate.
  void add(DataRate arriving) { rate_ = std::max(rate_, arriving); }
  /// The path was full at `rate`, of which `arriving` came through: if it had carried more, it may no longer do so.
  void mark_full(DataRate rate, DataRate arriving) {
    if (rate < rate_ && arriving < rate_) rate_ = arriving + (rate_ - arriving) * config_.caution;
  }
  [[nodiscard]] DataRate rate() const { return rate_; }
  /// `rate` is so far below that it may return fast.
  [[nodiscard]] bool is_above(DataRate rate) const { return rate < rate_ * config_.nearly; }

 private:
  TwoDimensionalConfig config_;
  DataRate rate_;
};

/// The rate of mode `2d`, which follows what is measured of the path (docs/modes/2d.md).
///
/// 1. Start and follow: without a queue the rate grows, at the start to what probes show. With one it falls, and the
///    queue is drained. Losses that show a capacity lower it to that.
/// 2. Drain: less than the rate is sent until the queue has gone. A queue that stays is cross traffic's, or none.
/// 3. Compete: a window as TCP runs it, until the queue has gone or is our own.
class RateStateMachine {
 public:
  /// `path` outlives this.
  RateStateMachine(const AdaptationContext& start, const TwoDimensionalConfig& config, PathMonitors& path);
  RateStateMachine(const RateStateMachine&) = delete;
  RateStateMachine& operator=(const RateStateMachine&) = delete;

  /// A packet left, `size` on the wire.
  void handle_sent(const SentPacket& packet, DataSize size);
  /// A packet arrived: before update() with the report that tells so.
  void handle_arrival(const PacketFeedback& packet) { probe_.handle_arrival(packet); }
  /// A report was measured, `step` after the one before.
  void update(Duration step, Timestamp now);
  /// The path counts in another unit now.
  void change_unit();
  /// No report comes.
  void handle_silence();
  [[nodiscard]] const PathEstimate& estimate() const { return estimate_; }
  /// The rate of the estimate without what a drain takes off it.
  [[nodiscard]] DataRate rate() const { return rate_; }

 private:
  enum class State { kStart, kFollow, kDrain, kCompete };

  void follow(Duration queue, Duration step, Timestamp now);
  void probe(Duration queue, Timestamp now);
  void begin_probe(Timestamp now);
  void pace();
  void grow(Duration queue, Duration step);
  void follow_marks(Duration queue, Duration step);
  void grow_by(double slope, Duration step);
  [[nodiscard]] double slope_beside_tcp() const;
  [[nodiscard]] double share_of_growth(Duration feedback_delay) const;
  [[nodiscard]] double slope() const;
  [[nodiscard]] double growth() const;
  [[nodiscard]] bool is_dropped_early(Duration queue, Timestamp now) const;
  [[nodiscard]] bool exceeds_loss_capacity() const;
  void limit_by_loss();
  void begin_drain(Duration queue, Timestamp now);
  void drain(Duration queue, Duration step, Timestamp now);
  /// No queue has been high for longer than it takes to drain one.
  [[nodiscard]] bool rests(Timestamp now) const {
    return now - high_at_ > 2 * (config_.drain_time + path_.reaction_time());
  }
  void give_way(Duration queue);
  void begin_competing(Timestamp now);
  void compete(Duration queue, Timestamp now);
  void set_rate(DataRate rate);
  void decrease_to(DataRate arriving);
  [[nodiscard]] DataRate floor() const;
  [[nodiscard]] DataRate min_rate() const;
  [[nodiscard]] DataRate max_rate() const;
  [[nodiscard]] std::optional<DataRate> pacing_rate() const;
  void publish(PathEstimate::Verdict verdict, Message cause, std::string evidence, PathEstimate::Tendency tendency);

  AdaptationContext start_;
  TwoDimensionalConfig config_;
  PathMonitors& path_;
  State state_ = State::kStart;
  PathEstimate estimate_;
  DataRate rate_;
  double share_ = 1;  ///< The part of the rate that is sent, while a queue is drained.
  DataRate rate_when_full_;
  DataRate rate_before_;  ///< The rate before the present drain.
  CarriedRate carried_;
  Timestamp high_at_{};          ///< Last time at which the queue was above PathQueue::high(), or a drain began.
  Timestamp overflows_until_{};  ///< A high queue has lost packets: remembered until then.
  Timestamp lost_without_queue_until_{};  ///< Packets were lost without a queue: remembered until then.
  Timestamp drops_early_until_{};         ///< A queue that was not high has lost packets: the same.
  Timestamp fell_at_{};                   ///< The rate fell to what arrived then.
  CrossTrafficDetector cross_traffic_;
  CompetingWindow window_;
  UpwardProbe probe_;
  bool has_sent_video_ = false;
  Duration careful_for_{};          ///< Losses have shown a capacity: the rate grows slowly for so long.
  Timestamp clear_since_ = kNever;  ///< Used while competing.
  Timestamp shared_at_{};           ///< The same: when the queue may last have been others'.
};

}  // namespace counterpoint
