// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `scream`: Self-Clocked Rate Adaptation for Multimedia, version 2 (docs/modes/scream.md).
#include <algorithm>
#include <array>
#include <cmath>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/plane.h"
#include "core/adaptation/rfc8298/bytes_in_flight.h"
#include "core/adaptation/rfc8298/queue_delay.h"
#include "core/adaptation/rfc8298/rate_adjustment.h"
#include "core/adaptation/rfc8298/reference_window.h"
#include "core/adaptation/scaling/target_rate_scaler.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"qdelay_target", "Target of the queue", "ms", 10, 500, 60,
              "the window falls from half of it on; QDELAY_TARGET_LO of RFC 8298bis"},
    Parameter{"qdelay_target_most", "Highest target", "ms", 10, 2000, 400,
              "of the queue, beside flows that keep it full; QDELAY_TARGET_HI of RFC 8298bis"},
    Parameter{"beta_loss", "Decrease at a loss", "", 0.3, 0.99, 0.7,
              "factor on the window; media make less use of a free path than TCP's 0.5; BETA_LOSS of RFC 8298bis"},
    Parameter{"beta_ecn", "Decrease at a mark", "", 0.3, 0.99, 0.8,
              "factor on the window for classic ECN; BETA_ECN of RFC 8298bis"},
    Parameter{"l4s", "L4S", "", 0, 1, 0, "1: marks lower the window by half of their share; IS_L4S of RFC 8298bis"},
    Parameter{"increase", "Growth in proportion", "", 0, 0.5, 0.05,
              "of the window each round trip; the authors' code, 0.02 in RFC 8298bis"},
    Parameter{"post_congestion", "Care after congestion", "round trips", 1, 1000, 100,
              "after a loss or a mark until it grows in proportion in full; POST_CONGESTION_DELAY_RTT of RFC 8298bis"},
    Parameter{"smallest_window", "Smallest window", "bytes", 500, 50000, 3000, "MIN_REF_WND of RFC 8298bis"},
    Parameter{"headroom", "Headroom of the window", "", 1, 4, 1.5,
              "over what is in flight, while it grows; BYTES_IN_FLIGHT_HEAD_ROOM of RFC 8298bis"},
    Parameter{"overhead_least", "Overhead, unsteady queue", "", 1, 5, 1.5,
              "the most in flight, over the window; REF_WND_OVERHEAD_MIN of RFC 8298bis"},
    Parameter{"overhead_most", "Overhead, steady queue", "", 1, 5, 3,
              "large frames leave at once on a free path; REF_WND_OVERHEAD_MAX of RFC 8298bis"},
    Parameter{"virtual_rtt", "Virtual round trip", "ms", 5, 200, 25,
              "flows with shorter ones grow as if theirs were so long; VIRTUAL_RTT of RFC 8298bis"},
    Parameter{"margin", "Margin of the rate", "", 1, 2, 1.2,
              "window over round trip is more than the rate by this, so that frames do not wait; RFC 8298bis"},
};

constexpr double kRoundTripWeight = 1.0 / 8;
constexpr Duration kSilence = 500ms;
constexpr Duration kMinRoundTrip = 1ms;
constexpr Duration kMaxRoundTrip = 60s;

double value(const ParameterValues& values, std::string_view name) { return value_of(kParameters, values, name); }
Duration time(const ParameterValues& values, std::string_view name) { return from_milliseconds(value(values, name)); }

DataSize full_packet(const WireFormat& wire) {
  return wire.max_payload + wire.packet_overhead + wire.datagram_overhead;
}

/// SCReAM, version 2 (RFC 8298bis): a reference window for what is under way, and the media's rate from it.
///
/// 1. Sizes are those on the wire. MSS is a full packet.
/// 2. rate = 8 ref_wnd / s_rtt / (1.2 + rate_adjust_factor), less for windows of fewer than 10 packets; the factor
/// grows
///    while frames have to wait in the sender.
/// 3. In flight are 1.5 ref_wnd at most, up to 3 while the queue is steady.
/// 4. The first window is that of the rate with which the mode begins. In silence it falls as at a loss, and holds
///    nothing back.
class Scream final : public Estimator {
 public:
  Scream(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return std::min(silence_at_, adjustment_.next_look()); }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  /// A report, read.
  struct News {
    const PacketFeedback* newest = nullptr;  ///< The last sent that arrived.
    Duration least_delay = Duration::max();  ///< One way (the filter of RFC 6817).
    bool lost = false;
    std::int64_t arrived = 0;
    std::int64_t marked = 0;
    DataSize marked_size;
  };
  [[nodiscard]] News read(const FeedbackReport& report) const;
  void measure_round_trip(Duration sample, Timestamp now);
  [[nodiscard]] ScreamReferenceWindow::Reaction update_window(const News& news, Timestamp now);
  [[nodiscard]] DataRate target_rate() const;
  void show_window();
  void conclude(ScreamReferenceWindow::Reaction reaction);
  [[nodiscard]] std::string evidence() const;

  ScreamReferenceWindow::Config window_config_;
  double overhead_least_;
  double overhead_most_;
  double margin_;
  DataSize headers_;  ///< Below RTP, in each packet.
  DataRate min_rate_;
  DataRate max_rate_;
  ScreamBytesInFlight in_flight_;
  ScreamQueueDelay queue_;
  ScreamRateAdjustment adjustment_;
  std::optional<ScreamReferenceWindow> window_;  ///< It begins with the first report.
  Duration s_rtt_{};
  Timestamp round_trip_ends_ = Timestamp::min();
  bool lost_in_round_trip_ = false;
  bool lost_ = false;  ///< Packets were lost that the window does not know of yet.
  Timestamp heard_at_{};
  Timestamp silence_at_ = kNever;
  bool silent_ = false;  ///< No report came in time.
  PathEstimate estimate_;
};

Scream::Scream(const AdaptationContext& start, const ParameterValues& values)
    : window_config_{.mss = full_packet(start.wire),
                     .smallest = DataSize::bytes(std::llround(value(values, "smallest_window"))),
                     .beta_loss = value(values, "beta_loss"),
                     .beta_ecn = value(values, "beta_ecn"),
                     .is_l4s = value(values, "l4s") >= 0.5,
                     .increase = value(values, "increase"),
                     .headroom = value(values, "headroom"),
                     .post_congestion = value(values, "post_congestion"),
                     .virtual_rtt = time(values, "virtual_rtt")},
      overhead_least_(value(values, "overhead_least")),
      overhead_most_(std::max(overhead_least_, value(values, "overhead_most"))),
      margin_(value(values, "margin")),
      headers_(start.wire.datagram_overhead),
      min_rate_(wire_rate(start.limits.min_video_rate, start.limits.max_frame_rate, start.wire)),
      max_rate_(wire_rate(start.limits.max_video_rate, start.limits.max_frame_rate, start.wire)),
      queue_({.target_low = time(values, "qdelay_target"),
              .target_high = std::max(time(values, "qdelay_target"), time(values, "qdelay_target_most")),
              .virtual_rtt = time(values, "virtual_rtt")}),
      adjustment_(start.limits.max_frame_rate.interval(), start.now) {
  estimate_.rate = std::clamp(plane_position(start.point, start.wire).bit_rate, min_rate_, max_rate_);
}

void Scream::handle_sent(const SentPacket& packet) {
  if (silence_at_ == kNever) silence_at_ = packet.sent_at + kSilence;
  in_flight_.handle_sent(packet.size + headers_, packet.sent_at);
  show_window();
}

void Scream::handle_feedback(const FeedbackReport& report) {
  const News news = read(report);
  lost_ = lost_ || news.lost;
  lost_in_round_trip_ = lost_in_round_trip_ || news.lost;
  if (news.newest == nullptr) return;
  const Timestamp now = report.received_at;
  silence_at_ = kNever;
  silent_ = false;
  measure_round_trip(now - news.newest->sent_at, now);
  if (!window_) {
    window_.emplace(window_config_, *estimate_.rate * margin_ * s_rtt_);
    heard_at_ = now;
  }
  queue_.update(news.least_delay, news.newest->sent_at, s_rtt_, window_->ratio(), now);
  const ScreamReferenceWindow::Reaction reaction = update_window(news, now);
  estimate_.rate = target_rate();
  show_window();
  conclude(reaction);
}

Scream::News Scream::read(const FeedbackReport& report) const {
  News news;
  for (const PacketFeedback& packet : report.packets) {
    news.lost = news.lost || packet.lost;
    if (!packet.arrived_at) continue;
    ++news.arrived;
    news.least_delay = std::min(news.least_delay, *packet.arrived_at - packet.sent_at);
    if (news.newest == nullptr || packet.sent_at >= news.newest->sent_at) news.newest = &packet;
    if (packet.ecn != Ecn::kCe) continue;
    ++news.marked;
    news.marked_size += packet.size + headers_;
  }
  return news;
}

void Scream::measure_round_trip(Duration sample, Timestamp now) {
  sample = std::clamp(sample, kMinRoundTrip, kMaxRoundTrip);
  s_rtt_ = s_rtt_ > Duration::zero() ? s_rtt_ + scaled(sample - s_rtt_, kRoundTripWeight) : sample;
  if (now < round_trip_ends_) return;
  round_trip_ends_ = now + s_rtt_;
  queue_.end_round_trip(std::exchange(lost_in_round_trip_, false));
  in_flight_.end_round_trip();
}

ScreamReferenceWindow::Reaction Scream::update_window(const News& news, Timestamp now) {
  const DataSize acknowledged = in_flight_.acknowledge_until(news.newest->sent_at);
  return window_->update({.now = now,
                          .s_rtt = s_rtt_,
                          .interval = now - std::exchange(heard_at_, now),
                          .lost = std::exchange(lost_, false),
                          .arrived = news.arrived,
                          .marked = news.marked,
                          .qdelay = queue_.qdelay(),
                          .qdelay_avg = queue_.qdelay_avg(),
                          .qdelay_target = queue_.qdelay_target(),
                          .steadiness = queue_.steadiness(),
                          .acknowledged = std::max(DataSize(), acknowledged - news.marked_size),
                          .max_in_flight = in_flight_.most(),
                          .max_in_flight_before = in_flight_.max_before(),
                          .at_most_rate = *estimate_.rate >= max_rate_});
}

void Scream::poll(const SendBuffer& buffer, Timestamp now) {
  adjustment_.look(buffer.queue_time, now);
  if (window_) estimate_.rate = target_rate();
  if (now < silence_at_) return;
  silence_at_ = now + kSilence;
  silent_ = true;
  if (window_) {
    window_->handle_silence();
    estimate_.rate = target_rate();
  }
  show_window();
  estimate_.conclude(PathEstimate::Verdict::kUnknown, message("no report from the peer"), evidence());
}

DataRate Scream::target_rate() const {
  const double small_window = 1 - std::clamp(window_->ratio() - 0.1, 0.0, 0.2);
  const DataRate rate = (window_->size() / s_rtt_) * (small_window / (margin_ + adjustment_.factor()));
  return std::clamp(rate, min_rate_, max_rate_);
}

void Scream::show_window() {
  // In silence nobody may ever report on packets that are under way.
  estimate_.window.reset();
  if (!window_ || silent_) return;
  const double overhead = overhead_least_ + (overhead_most_ - overhead_least_) * std::max(0.0, queue_.steadiness());
  const auto allowed = std::llround(overhead * static_cast<double>(window_->size().bytes()));
  // The gate counts packets in flight without these headers.
  estimate_.window = std::max(DataSize(), DataSize::bytes(allowed) - headers_ * in_flight_.packets());
}

void Scream::conclude(ScreamReferenceWindow::Reaction reaction) {
  using Reaction = ScreamReferenceWindow::Reaction;
  const Message cause = reaction == Reaction::kLoss    ? message("a packet was lost")
                        : reaction == Reaction::kMark  ? message("a packet was marked")
                        : reaction == Reaction::kDelay ? message("the queue is longer than half of its target")
                                                       : message("no sign of congestion");
  const bool congestion = reaction != Reaction::kNone;
  estimate_.conclude(congestion ? PathEstimate::Verdict::kCongestion : PathEstimate::Verdict::kClear, cause,
                     evidence());
}

std::string Scream::evidence() const {
  return format_text("window %.1f kB, %.1f kB in flight, RTT %.0f ms, queue %.0f ms (average %.0f, target %.0f)",
                     static_cast<double>(window_ ? window_->size().bytes() : 0) / 1000,
                     static_cast<double>(in_flight_.size().bytes()) / 1000, to_milliseconds(s_rtt_),
                     to_milliseconds(queue_.qdelay()), to_milliseconds(queue_.qdelay_avg()),
                     to_milliseconds(queue_.qdelay_target()));
}

const EstimatorKind kScream = {.name = "scream",
                               .summary = "a window that follows queue, loss and marks, and the rate that fills it",
                               .source = "RFC 8298 and draft-johansson-ccwg-rfc8298bis-screamv2",
                               .parameters = kParameters,
                               .make = make_estimator<Scream>};

}  // namespace

extern const Mode kScreamMode = {.name = "scream",
                                 .summary = "for comparison: a window by queue and loss (SCReAM, RFC 8298, version 2)",
                                 .estimator = &kScream,
                                 .scaler = &kTargetRate,
                                 .gate = &kWindowGate};

}  // namespace counterpoint
