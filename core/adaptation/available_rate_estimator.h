// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>

#include "core/adaptation/delivery_rate.h"
#include "core/adaptation/estimator.h"
#include "core/adaptation/queueing_delay.h"

namespace counterpoint {

/// Mode `2d`: how much the path carries, from one-way delays and from what arrives (docs/modes/2d.md).
///
/// 1. While no queue builds up the rate grows: doubling at the start, then faster the longer the path stays clear, but
///    never far beyond what really arrives.
/// 2. With a queue the rate follows r' = a - b (q - q0) r, whose rest is a small queue, the same for all who share it,
///    and so equal rates. Beyond a limit it is what arrives, less what it takes to drain the queue soon.
/// 3. What is in flight is bounded by the rate times the round trip without the queue, and some.
/// 4. A queue that stays although we give way is not ours: then a window is run as TCP runs it, until the queue goes.
/// 5. Loss without a queue is the path's, until there is much of it.
class AvailableRateEstimator final : public Estimator {
 public:
  AvailableRateEstimator(const ModeStart& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return silence_at_; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  enum class Phase { kStart, kFollow, kCompete };

  void note_packets(const FeedbackReport& report);
  void follow(Duration queue, Duration step, Timestamp now);
  void grow(Duration step);
  void give_way(Duration queue, Duration step);
  void compete(Duration queue, Timestamp now);
  void set_rate(DataRate rate);
  void publish(PathEstimate::Verdict verdict, std::string cause, std::string evidence);

  ModeStart start_;
  ParameterValues values_;
  Phase phase_ = Phase::kStart;
  PathEstimate estimate_;
  DataRate rate_;
  double drain_share_ = 1;  ///< Of the rate, while a queue is drained.
  QueueingDelay queueing_;
  DeliveryRate delivered_;
  DeliveryRate sent_;
  Duration round_trip_time_ = 100ms;
  Timestamp updated_at_{};
  Timestamp silence_at_ = kNever;
  Duration clear_for_{};
  Timestamp queue_since_ = kNever;
  Timestamp clear_since_ = kNever;
  DataSize acknowledged_;  ///< Since the last update.
  DataSize window_;        ///< While competing.
  DataSize slow_start_threshold_;
  Timestamp backed_off_at_{};
  bool lost_ = false;  ///< Since the last update.
  double loss_ = 0;    ///< Smoothed share.
};

extern const EstimatorKind kAvailableRate;

}  // namespace counterpoint
