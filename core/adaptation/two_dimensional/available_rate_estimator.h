// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "core/adaptation/measure/packet_train_dispersion.h"
#include "core/adaptation/measure/queueing_delay.h"
#include "core/adaptation/measure/sliding_window_rate.h"
#include "core/adaptation/mode/estimator.h"
#include "core/adaptation/two_dimensional/bottleneck_service_time.h"
#include "core/adaptation/two_dimensional/competing_window.h"

namespace counterpoint {

/// Mode `2d`: how much the path carries, from one-way delays and from what arrives (docs/modes/2d.md).
///
/// 1. While no queue builds up the rate grows: doubling at the start, then by a slope that is less steep for higher
///    rates, and fast when the packets of frames come in faster than when the path was last full.
/// 2. A queue means that the path is full: the rate becomes a little less than what arrives, and less is sent until the
///    queue is gone. So the least delay is seen again and again by all who share the path, and their rates converge.
/// 3. What is in flight is bounded by the rate times the round trip without the queue, and some.
/// 4. A queue that stays although we give way is not ours: then a window is run as TCP runs it, until the queue goes.
/// 5. Where the path counts packets and not bytes, all of this is done with packets, and frames may be as large as
///    they like.
/// 6. Loss without a queue is the path's, unless there is much of it, and giving way makes it less.
class AvailableRateEstimator final : public Estimator {
 public:
  AvailableRateEstimator(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return silence_at_; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  enum class Phase { kStart, kFollow, kDrain, kCompete };
  /// Loss that is no less than this share of what it was has nothing to do with how much we send.
  static constexpr double kHardlyLess = 0.7;
  struct Tuning {
    explicit Tuning(const ParameterValues& values);
    Duration queue_low, queue_high, drain_time, compete_after, feedback_timeout;
    double backoff, min_share, slope, start_doubling, growth, headroom, compete_decrease, loss_limit;
  };

  /// What arrives, in the unit that the path counts: bytes, or packets as if each had kPacketWeight.
  struct Arrivals {
    SlidingWindowRate mean;
    SlidingWindowRate lately;
    void add(DataSize size, Timestamp at) {
      mean.add(size, at);
      lately.add(size, at);
    }
  };

  void record_packets(const FeedbackReport& report);
  void choose_dimension(Timestamp now);
  void follow(Duration queue, Duration step, Timestamp now);
  void grow(Duration queue, Duration step);
  [[nodiscard]] double slope() const;
  [[nodiscard]] double growth() const;
  void begin_drain(Duration queue, Timestamp now);
  void drain(Duration queue, Duration step, Timestamp now);
  void give_way_more(Duration queue);
  void accept_path();
  void record_whose_queue(Duration queue, Duration step, Timestamp now);
  void give_way_to_loss(Timestamp now);
  void begin_competing();
  void probe_cross_traffic(Duration queue, Timestamp now);
  [[nodiscard]] bool cross_traffic_present(Duration queue);
  void compete(Duration queue, Timestamp now);
  /// Whether chance moves the delays by more than the quick look at them bears.
  [[nodiscard]] bool noisy() const;
  /// By which the queue is known later because of that.
  [[nodiscard]] Duration lag() const;
  [[nodiscard]] const QueueingDelay& queueing() const;
  [[nodiscard]] Duration queue() const;
  [[nodiscard]] const Arrivals& arrivals() const { return counts_packets_ ? packets_ : bytes_; }
  /// What arrives, and what would but for random loss.
  [[nodiscard]] DataRate delivered() const { return arrivals().mean.rate() * (1 / (1 - std::min(loss_, path_loss_))); }
  /// With less, giving way has helped against a loss that was more than the path's.
  [[nodiscard]] double loss_without_excess() const {
    return loss_when_full_ > path_loss_ ? loss_when_full_ * kHardlyLess : path_loss_;
  }
  /// Of both looks the lesser. A queue of our own rises and falls within a second on a narrow path: that bends long
  /// windows as chance does, and who took it for chance would let it grow the more.
  [[nodiscard]] Duration noise() const { return std::min(queueing().noise(), quick_queueing_.noise()); }
  [[nodiscard]] Duration low() const { return tuning_.queue_low + 2 * noise(); }
  [[nodiscard]] Duration high() const { return tuning_.queue_high + 3 * noise(); }
  void set_rate(DataRate rate);
  [[nodiscard]] DataRate min_rate() const;
  void publish(PathEstimate::Verdict verdict, std::string cause, std::string evidence);

  AdaptationContext start_;
  Tuning tuning_;
  Phase phase_ = Phase::kStart;
  PathEstimate estimate_;
  DataRate rate_;
  double share_ = 1;         ///< Of the rate that is sent, while a queue is drained.
  double wanted_share_ = 1;  ///< The same, were there no least rate.
  QueueingDelay quick_queueing_;
  QueueingDelay calm_queueing_;  ///< For paths with jitter.
  QueueingDelay last_delays_;    ///< For a queue that grows fast.
  Arrivals bytes_;
  Arrivals packets_;
  Timestamp last_sent_at_{};
  Timestamp last_arrived_at_{};
  BottleneckServiceTime service_time_;
  bool counts_packets_ = false;
  Timestamp counts_packets_until_{};
  PacketTrainDispersion trains_;
  std::optional<DataRate> train_rate_when_full_;
  DataRate rate_when_full_;
  std::optional<DataRate> arrived_when_full_;  ///< A round trip after we gave way.
  Duration round_trip_time_ = 100ms;
  Duration report_gap_ = 50ms;
  Timestamp updated_at_{};
  Timestamp heard_at_{};
  Timestamp sent_at_{};
  Timestamp silence_at_ = kNever;
  Duration clear_for_{};
  Duration worst_queue_{};
  std::optional<Duration> start_ended_by_;  ///< The queue that did, until it is known what is chance on this path.
  Timestamp draining_since_{};
  Duration expected_fall_{};  ///< Of the queue, since draining began.
  Timestamp clear_since_ = kNever;
  Duration others_queue_for_{};  ///< So long has a queue stood that was not ours.
  DataSize acknowledged_;        ///< Since the last update.
  CompetingWindow window_;
  Timestamp checked_at_{};       ///< Whether those we compete with are still there.
  bool checks_ = false;          ///< That, by giving way.
  bool alone_ = false;           ///< As found by the last check.
  bool gave_way_twice_ = false;  ///< For loss, in this drain.
  bool lost_ = false;            ///< Since the last update.
  double loss_ = 0;              ///< Smoothed share.
  double loss_when_full_ = 0;
  double path_loss_;  ///< Up to this share, loss says nothing of how full the path is.
};

extern const EstimatorKind kAvailableRate;

}  // namespace counterpoint
