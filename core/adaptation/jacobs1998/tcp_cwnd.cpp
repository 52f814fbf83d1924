// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `tcp-cwnd` (docs/modes/tcp-cwnd.md).
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "core/adaptation/jacobs1998/send_buffer_law.h"
#include "core/adaptation/jacobs1998/tcp_window.h"
#include "core/adaptation/mode/estimator.h"
#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/plane.h"
#include "core/adaptation/scaling/target_rate_scaler.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

// The paper's loop is for a stored clip: b_d = 2 s, period T = 1 s. In a time that runs 40 times as fast b_d is 50 ms,
// a1 40 times as large, and a0 / T 1600 times; T is 50 ms rather than 25, so that each period has a frame or two.
constexpr std::array kParameters = {
    Parameter{"a0", "Gain towards the wanted buffer", "1/s", 0, 10, 0.4,
              "a0, how fast the send buffer comes to b_d; 0.005 for a stored clip"},
    Parameter{"a1", "Gain against growth", "1/s", 0, 100, 4,
              "a1, how fast it is kept from growing; 0.1 for a stored clip"},
    Parameter{"b_max", "Largest send buffer", "s", 0.05, 60, 0.4,
              "the send buffer, in time of media; 8 s for a stored clip"},
    Parameter{"b_d", "Wanted send buffer", "", 0.01, 1, 0.125,
              "what is desired of it; 0.25 for a stored clip, in a call half of that: 50 ms"},
    Parameter{"period", "Period", "ms", 10, 5000, 50,
              "in which the buffer is averaged and the rate set; 1 s for a stored clip"},
    Parameter{"clip_rate", "Rate of the clip", "kbit/s", 0, 20000, 0,
              "R, in whose time the buffer is measured; all of it may be filled. 0: a live call, whose rate is R"},
    Parameter{"segment", "Size of a segment", "bytes", 0, 1460, 0,
              "by which the window grows; 0: a full packet of the call"},
    Parameter{"initial_window", "Window at first", "segments", 1, 64, 10, "RFC 6928; 1 in the paper"},
    Parameter{"max_stretch", "Most for late reports", "", 1, 4, 2,
              "bytes under way over the window, for those that the peer has not reported yet; 1 in the paper"},
    Parameter{"slack", "More than the window", "segments", 0, 2, 0.5,
              "that may be under way, since packets are whole; 0 in the paper"},
    Parameter{"min_timeout", "Least time-out", "ms", 10, 3000, 200,
              "least time beyond a round trip without news; as in Linux"},
};

/// The buffer is looked at so often in a period at least.
constexpr int kLooksAPeriod = 5;

double parameter(const ParameterValues& values, std::string_view name) { return value_of(kParameters, values, name); }

TcpWindow::Config window_config(const AdaptationContext& start, const ParameterValues& values) {
  const DataSize segment = DataSize::bytes(std::llround(parameter(values, "segment")));
  return {.segment = segment > DataSize() ? segment : start.wire.max_payload + start.wire.packet_overhead,
          .initial_segments = std::llround(parameter(values, "initial_window")),
          .max_stretch = parameter(values, "max_stretch"),
          .slack = parameter(values, "slack"),
          .min_timeout = from_milliseconds(parameter(values, "min_timeout"))};
}

double kilobytes(DataSize size) { return static_cast<double>(size.bytes()) / 1000; }

/// `above`: more waits than is desired.
const char* cause_of(TcpWindow::News news, bool above) {
  switch (news) {
    case TcpWindow::News::kTimedOut:
      return translatable("nothing arrives: the window starts again");
    case TcpWindow::News::kHalved:
      return translatable("a packet was lost: the window is halved");
    case TcpWindow::News::kGrown:
    case TcpWindow::News::kNone:
      break;
  }
  return above ? translatable("more waits for the window than should") : translatable("little waits for the window");
}

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
  /// b_max in bytes.
  [[nodiscard]] DataSize longest_buffer() const;

  Config config_;
  TcpWindow window_;
  DataRate least_;
  DataRate most_;
  DataRate rate_;
  DataSize queued_;    ///< The queue at looked_at_.
  double filled_ = 0;  ///< Bytes times seconds, since the period began.
  DataSize before_;    ///< b_{i-1}
  Timestamp looked_at_{};
  Timestamp period_began_{};
  TcpWindow::News news_ = TcpWindow::News::kNone;  ///< The worst of the period.
  PathEstimate estimate_;
};

TcpCwndEstimator::Config TcpCwndEstimator::read(const ParameterValues& values) {
  return {.a0 = parameter(values, "a0"),
          .a1 = parameter(values, "a1"),
          .longest = from_seconds(parameter(values, "b_max")),
          .desired = parameter(values, "b_d"),
          .period = from_milliseconds(parameter(values, "period")),
          .clip_rate = DataRate::bits_per_second(std::llround(1000 * parameter(values, "clip_rate")))};
}

TcpCwndEstimator::TcpCwndEstimator(const AdaptationContext& start, const ParameterValues& values)
    : config_(read(values)),
      window_(window_config(start, values)),
      least_(wire_rate(start.limits.min_video_rate, start.limits.max_frame_rate, start.wire)),
      most_(wire_rate(start.limits.max_video_rate, start.limits.max_frame_rate, start.wire)),
      rate_(std::clamp(plane_position(start.point, start.wire).bit_rate, least_, most_)),
      looked_at_(start.now),
      period_began_(start.now) {
  estimate_.rate = rate_;
  estimate_.cause = message("nothing is known of the path yet");
  if (config_.clip_rate > DataRate()) estimate_.send_buffer = longest_buffer();
  show_window();
}

void TcpCwndEstimator::handle_sent(const SentPacket& packet) {
  window_.handle_sent(packet.stream, packet.sequence, packet.size, packet.sent_at);
  show_window();
}

void TcpCwndEstimator::handle_feedback(const FeedbackReport& report) {
  note(window_.handle_feedback(report));
  show_window();
}

void TcpCwndEstimator::poll(const SendBuffer& buffer, Timestamp now) {
  note(window_.poll(now));
  show_window();
  if (now > looked_at_) {
    filled_ += to_seconds(now - looked_at_) * static_cast<double>(queued_.bytes());
    looked_at_ = now;
  }
  queued_ = buffer.queued;
  if (now >= period_began_ + config_.period) end_period(now);
}

Timestamp TcpCwndEstimator::next_deadline() const {
  const Timestamp look_at = looked_at_ + config_.period / kLooksAPeriod;
  return std::min({window_.next_deadline(), look_at, period_began_ + config_.period});
}

void TcpCwndEstimator::note(TcpWindow::News news) { news_ = std::max(news_, news); }

void TcpCwndEstimator::show_window() {
  estimate_.window = window_.size();
  estimate_.budget = window_.room();
}

DataSize TcpCwndEstimator::longest_buffer() const {
  return (config_.clip_rate > DataRate() ? config_.clip_rate : rate_) * config_.longest;
}

void TcpCwndEstimator::end_period(Timestamp now) {
  const DataSize buffer = DataSize::bytes(std::llround(filled_ / to_seconds(now - period_began_)));
  const auto bytes = static_cast<double>(longest_buffer().bytes());
  const SendBufferLaw law{
      .a0 = config_.a0, .a1 = config_.a1, .desired = DataSize::bytes(std::llround(config_.desired * bytes))};
  rate_ = std::clamp(rate_ + law.change(buffer, before_), least_, most_);
  const bool above = buffer > law.desired;
  estimate_.rate = rate_;
  const bool bad_news = news_ == TcpWindow::News::kTimedOut || news_ == TcpWindow::News::kHalved;
  estimate_.conclude(above ? PathEstimate::Verdict::kCongestion : PathEstimate::Verdict::kClear,
                     above || bad_news ? PathEstimate::Tendency::kLess : PathEstimate::Tendency::kMore,
                     cause_of(news_, above),
                     format_text("%.1f kB wait, %.1f kB before, desired %.1f kB; window %.1f kB, RTT %.0f ms",
                                 kilobytes(buffer), kilobytes(before_), kilobytes(law.desired),
                                 kilobytes(window_.size()), to_milliseconds(window_.round_trip_time())));
  before_ = buffer;
  filled_ = 0;
  period_began_ = now;
  news_ = TcpWindow::News::kNone;
}

const EstimatorKind kTcpCwnd = {
    .name = "tcp-cwnd",
    .summary = "TCP's window, and the rate that keeps what waits for it short",
    .source = "Jacobs 1998",
    .parameters = kParameters,
    .make = make_estimator<TcpCwndEstimator>,
};

}  // namespace

extern const Mode kTcpCwndMode = {.name = "tcp-cwnd",
                                  .summary = "shares the path as TCP does; a buffer in the sender",
                                  .estimator = &kTcpCwnd,
                                  .scaler = &kTargetRate,
                                  .gate = &kByteBudgetGate};

}  // namespace counterpoint
