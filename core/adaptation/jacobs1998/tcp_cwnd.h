// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/adaptation/jacobs1998/tcp_window.h"
#include "core/adaptation/mode/estimator.h"

namespace counterpoint {

/// The law that steers a rate by the buffer that it fills: proportional to what the buffer is from where it should be,
/// and derivative (Jacobs and Eleftheriadis 1998, eq. (13), with the sign of their examples (14) and (15)).
struct SendBufferLaw {
  double a0 = 0;     ///< 1/s: converges the sooner the larger.
  double a1 = 0;     ///< 1/s: overshoots the less the larger.
  DataSize desired;  ///< b_d
  /// l_{i+1} - l_i = -a0 (b_i - b_d) - a1 (b_i - b_{i-1}), in bit/s.
  [[nodiscard]] DataRate change(DataSize buffer, DataSize before) const;
};

/// Estimator `tcp-cwnd`: TCP's window says when packets leave, and how much waits for it says how much to send
/// (docs/modes/tcp-cwnd.md).
///
/// 1. PathEstimate::budget is what the window has room for, audio counted; PathEstimate::window is the window itself.
/// 2. The rate starts at that of the point and changes once a period, by the buffer's mean over it. It keeps to what
///    the limits allow, so that it does not wind up.
/// 3. The buffer is measured in seconds of the clip's rate, or in a live call in seconds of the rate itself.
class TcpCwndEstimator final : public Estimator {
 public:
  TcpCwndEstimator(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override;
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  struct Config {
    double a0 = 0;
    double a1 = 0;
    Duration longest{};  ///< b_max
    double desired = 0;  ///< b_d, of b_max.
    Duration period{};
    DataRate clip_rate;  ///< Zero in a live call.
  };
  [[nodiscard]] static Config read(const ParameterValues& values);

  void note(TcpWindow::News news);
  void end_period(Timestamp now);
  void show_window();
  /// What b_max bytes are.
  [[nodiscard]] DataSize longest_buffer() const;

  Config config_;
  TcpWindow window_;
  DataRate least_;
  DataRate most_;
  DataRate rate_;
  DataSize queued_;        ///< When it was last looked at.
  double filled_ = 0;      ///< Bytes times seconds, since the period began.
  DataSize before_;        ///< b_{i-1}
  Timestamp looked_at_{};  ///< ...
  Timestamp period_began_{};
  TcpWindow::News news_ = TcpWindow::News::kNone;  ///< The worst of the period.
  PathEstimate estimate_;
};

extern const EstimatorKind kTcpCwnd;

}  // namespace counterpoint
