// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/adaptation/measure/tcp_round_trip_time.h"
#include "core/adaptation/mode/estimator.h"

namespace counterpoint {

/// Mode `mpeg-tfrcp`: what a TCP connection would send on this path, by an equation, for one control interval at a time
/// (Wakamiya 2001; docs/modes/mpeg-tfrcp.md).
///
/// 1. The rate changes at the end of an interval only, which is 32 smoothed round trips in whole GoPs: the TCP
///    throughput equation with the interval's share of lost packets, or, without loss, as much more as TCP's window
///    would have grown (AI), or twice (plain). The variant SP smooths the loss instead.
/// 2. The budget is what the rate allows in the interval less all that was sent in it; of what is allowed later, only
///    `ahead` may leave now.
/// 3. It grows to at most `max_growth` times what was sent in the interval: what was not tried is not known.
/// 4. When the peer is silent, the rate is halved, as TFRC's nofeedback timer does (RFC 5348, 4.4).
class Tfrcp final : public Estimator {
 public:
  Tfrcp(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  enum class Variant { kPlain, kAdditiveIncrease, kSmoothedLoss };
  struct Config {
    explicit Config(const ParameterValues& values);
    Variant variant;
    DataSize segment;
    double round_trips;
    Duration gop;
    Duration longest_interval;
    double max_growth;
    bool loss_events;
    double loss_weight;
    Duration min_timeout;
    Duration ahead;
    Duration feedback_timeout;
  };

  void begin_interval(Timestamp now);
  void end_interval(Timestamp now);
  [[nodiscard]] DataRate rate_after_loss(double loss) const;
  [[nodiscard]] DataRate rate_without_loss(Duration length) const;
  void set_rate(DataRate rate);
  void update_budget(Timestamp now);
  [[nodiscard]] Duration round_trip_time() const;
  [[nodiscard]] Duration silence_limit() const;
  [[nodiscard]] std::string evidence(double p) const;

  AdaptationContext start_;
  Config config_;
  PathEstimate estimate_;
  TcpRoundTripTime round_trip_;
  DataRate rate_;                        ///< r_i
  std::optional<double> smoothed_loss_;  ///< p^s
  Timestamp interval_began_{};
  Duration interval_{};  ///< I_i
  DataSize sent_;        ///< In the interval, as the following three.
  std::int64_t arrived_packets_ = 0;
  std::int64_t lost_packets_ = 0;
  std::int64_t loss_events_ = 0;
  Timestamp loss_event_ends_{};  ///< By sending times.
  Timestamp budget_grows_at_ = kNever;
  Timestamp silent_at_ = kNever;
};

extern const EstimatorKind kTfrcp;

}  // namespace counterpoint
