// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/adaptation/latecki2004/owd_trend.h"
#include "core/adaptation/latecki2004/rate_search.h"
#include "core/adaptation/measure/sliding_window_rate.h"
#include "core/adaptation/mode/estimator.h"

namespace counterpoint {

/// Two-stream control (Latecki 2004): the delays of the audio say whether the path carries what is sent, and a binary
/// search over the rate follows them (docs/modes/owd-trend.md).
///
/// 1. A rate is carried when delays were steady while it was sent; it is not when they increase or stand high.
/// 2. When it is not, video pauses until the queue has drained, or until its decrease ends because it is not ours.
/// 3. What waited for that leaves at the rate, not at once.
/// 4. Steady for long, a higher rate is tried; without fruit, later and later.
/// 5. Without audio in the call the delays of video stand in; a break then lasts as long as the queue had delayed.
class TwoStreamEstimator final : public Estimator {
 public:
  TwoStreamEstimator(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  /// The parameters that are not those of the detector or of the search.
  struct Config {
    std::size_t trial_packets;
    double used_share;
    Duration ambiguous_time;
    double ambiguous_decrease;
    Duration steady_time;
    Duration max_steady_time;
    Duration max_break;
    double loss_limit;
    Duration feedback_timeout;
  };

  [[nodiscard]] static Config make_config(const ParameterValues& values);
  void record_arrival(const PacketFeedback& packet, Timestamp now);
  void record_loss(const PacketFeedback& packet);
  void watch(Timestamp now);
  void watch_doubt(Timestamp now);
  void watch_break(Timestamp now);
  void rate_was_carried(Timestamp now);
  void rate_was_not_carried(std::string cause, Timestamp now);
  void end_longest_break(Timestamp now);
  void end_break(std::string cause, Timestamp now);
  void try_next(Timestamp now);
  void release(const SendBuffer& buffer, Timestamp now);
  [[nodiscard]] bool has_audio() const { return start_.wire.audio_frame > DataSize(); }
  [[nodiscard]] double arrived_share() const;
  [[nodiscard]] std::string evidence() const;
  void publish(PathEstimate::Verdict verdict, std::string cause);

  AdaptationContext start_;
  Config config_;
  OwdTrendDetector detector_;
  RateSearch search_;
  SlidingWindowRate offered_;    ///< What was sent since the rate became what it is, by its times of sending.
  SlidingWindowRate delivered_;  ///< What arrived of that, by its times of arrival.
  PathEstimate estimate_;
  Duration round_trip_time_;
  Timestamp tried_since_{};            ///< When the rate became what it is.
  std::size_t tried_packets_ = 0;      ///< Of the monitoring stream, sent since then.
  std::size_t settling_packets_ = 0;   ///< Of those until a queue is not that of a break's end.
  Timestamp clear_since_ = kNever;     ///< Of ambiguous phases without a queue.
  Timestamp doubtful_since_ = kNever;  ///< Of those with one, and of steady delays with one.
  Timestamp break_ends_ = kNever;      ///< At the latest; kNever: no break.
  Timestamp release_at_ = kNever;      ///< When more of what waited in a break may leave.
  DataSize released_;                  ///< Of that, since the break.
  Timestamp sent_at_{};
  Timestamp heard_at_{};
  Timestamp silence_at_ = kNever;
  Duration steady_time_;  ///< Until a higher rate is tried.
  bool probing_ = false;  ///< The rate is the first one tried after a steady time.
  double loss_ = 0;       ///< Smoothed share.
};

extern const EstimatorKind kTwoStream;

}  // namespace counterpoint
