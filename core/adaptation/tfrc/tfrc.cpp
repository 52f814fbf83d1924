// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `tfrc`: TCP-friendly rate control, for comparison (docs/modes/tfrc.md).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

#include "core/adaptation/measure/tcp_equation.h"
#include "core/adaptation/mode/estimator.h"
#include "core/adaptation/mode/mode.h"
#include "core/adaptation/scaling/target_rate_scaler.h"
#include "core/adaptation/tfrc/loss_intervals.h"
#include "core/adaptation/tfrc/receive_rates.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"segment_size", "Size of a segment", "bytes", 0, 1500, 0,
              "s of the equation; 0: the mean size of what is sent, headers included (RFC 5348, 4.1)"},
    Parameter{"round_trip_weight", "Weight of the past round trip", "", 0, 0.99, 0.9,
              "q in the smoothed round trip (RFC 5348, 4.3)"},
    Parameter{"discounting", "Discounting of old losses", "", 0, 1, 1,
              "1: a long time without loss lets older intervals count for less (RFC 5348, 5.5); 0: it does not"},
    Parameter{"oscillation_prevention", "Oscillation prevention", "", 0, 1, 0,
              "1: less is sent while the round trip is above its mean (RFC 5348, 4.5, optional); 0: the rate alone"},
    Parameter{"feedback_timeout", "Silence that lowers the rate", "ms", 100, 5000, 500,
              "least time of the nofeedback timer, which is four round trips: reports come each 100 ms or more often"},
};

/// Until the first report (RFC 6298 has 1 s for a timeout, but no round trip).
constexpr Duration kAssumedRoundTrip = 100ms;
/// Frames come each 33 ms: over less than some of them no rate can be told.
constexpr Duration kMinReceiveWindow = 100ms;
/// The least rate is a segment in this time (t_mbi).
constexpr Duration kMaxBackoff = 64s;
/// A sender that used less than this share of the rate is limited by its media.
constexpr double kUsedShare = 0.5;
/// Sending times that are remembered, and arrivals, should the peer's clock stand still: ten seconds at 800 packets/s.
constexpr std::size_t kMaxPackets = 8192;
/// The limit while it is not known how much arrives: a peer whose clock stands still never tells, and the rate doubles.
constexpr DataRate kMaxUnknown = DataRate::kilobits_per_second(1'000'000);

/// Mode `tfrc` (RFC 5348). All of it is at the sender: RFC 8888 reports tell of each packet, so loss events are counted
/// here, and not by the receiver.
///
/// 1. Slow start: once a round trip the rate doubles, up to twice what arrives.
/// 2. After the first loss it is what TCP would get by the throughput equation, up to twice what arrives; p is that of
///    loss events: all losses within a round trip are one.
/// 3. When nothing is heard for four round trips, it is halved.
class TcpFriendlyRateControl final : public Estimator {
 public:
  TcpFriendlyRateControl(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override;
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return silence_at_; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  struct Config {
    explicit Config(const ParameterValues& values);
    double segment;  ///< Bytes.
    double round_trip_weight;
    bool discounting;
    bool oscillation_prevention;
    Duration feedback_timeout;
  };
  struct Arrival {
    Timestamp at{};
    DataSize size;
  };
  struct LossEvent {
    Timestamp sent_at{};
    std::int64_t order = 0;
  };

  void record_arrival(const PacketFeedback& packet);
  /// True when the packet begins a new loss event.
  bool record_loss(const PacketFeedback& packet);
  void record_round_trip(Duration sample);
  void update(bool new_loss_event, Timestamp now);
  void set_rate(DataRate limit, Timestamp now);
  void handle_silence(Timestamp now);
  void publish(PathEstimate::Verdict verdict, Message cause);
  [[nodiscard]] std::int64_t order_of(Timestamp sent_at) const;
  [[nodiscard]] std::optional<DataRate> receive_rate() const;
  [[nodiscard]] Duration receive_window() const;
  DataRate receive_limit(bool new_loss_event, Timestamp now);
  [[nodiscard]] DataRate equation(double loss_event_rate) const;
  [[nodiscard]] double loss_event_rate_for(DataRate rate) const;
  [[nodiscard]] DataRate initial_rate() const;
  [[nodiscard]] DataSize segment() const;
  [[nodiscard]] Duration silence_limit() const;

  AdaptationContext start_;
  Config config_;
  DataRate rate_;                       ///< X
  std::optional<Duration> round_trip_;  ///< R
  double root_round_trip_ = 0;          ///< R_sqmean, of seconds.
  double last_root_ = 0;                ///< The same of the last sample alone.
  double mean_size_ = 0;                ///< Bytes.
  std::deque<Timestamp> sent_at_;       ///< Sending times of the latest packets.
  std::int64_t forgotten_ = 0;          ///< Packets before those.
  DataSize sent_;                       ///< Bytes sent since the last update.
  bool idle_ = true;                    ///< Nothing was sent since the timer was set.
  Timestamp newest_{};                  ///< Sending time of the newest packet that a report told of.
  std::deque<Arrival> arrivals_;
  std::optional<Timestamp> first_arrival_;
  LossIntervals intervals_;
  std::optional<LossEvent> event_;  ///< The last one.
  ReceiveRates received_;
  std::optional<Timestamp> updated_at_;
  std::optional<Timestamp> doubled_at_;  ///< tld
  Timestamp silence_at_ = kNever;
  PathEstimate estimate_;
};

TcpFriendlyRateControl::Config::Config(const ParameterValues& values)
    : segment(value_of(kParameters, values, "segment_size")),
      round_trip_weight(value_of(kParameters, values, "round_trip_weight")),
      discounting(value_of(kParameters, values, "discounting") >= 0.5),
      oscillation_prevention(value_of(kParameters, values, "oscillation_prevention") >= 0.5),
      feedback_timeout(from_milliseconds(value_of(kParameters, values, "feedback_timeout"))) {}

TcpFriendlyRateControl::TcpFriendlyRateControl(const AdaptationContext& start, const ParameterValues& values)
    : start_(start),
      config_(values),
      rate_(plane_position(start.point, start.wire).bit_rate),
      intervals_(config_.discounting) {
  publish(PathEstimate::Verdict::kUnknown, message("nothing is known of the path yet"));
}

void TcpFriendlyRateControl::handle_sent(const SentPacket& packet) {
  const DataSize size = packet.size + start_.wire.datagram_overhead;
  const auto bytes = static_cast<double>(size.bytes());
  constexpr double kSizeWeight = 0.01;  // A hundred packets are about a second.
  mean_size_ = mean_size_ > 0 ? std::lerp(mean_size_, bytes, kSizeWeight) : bytes;
  sent_ += size;
  idle_ = false;
  if (silence_at_ == kNever) silence_at_ = packet.sent_at + silence_limit();
  if (!sent_at_.empty() && packet.sent_at < sent_at_.back()) return;
  sent_at_.push_back(packet.sent_at);
  if (sent_at_.size() <= kMaxPackets) return;
  sent_at_.pop_front();
  ++forgotten_;
}

void TcpFriendlyRateControl::handle_feedback(const FeedbackReport& report) {
  bool new_loss_event = false;
  for (const PacketFeedback& packet : report.packets) {
    if (packet.arrived_at) record_arrival(packet);
    if (packet.lost || packet.ecn == Ecn::kCe) new_loss_event |= record_loss(packet);
  }
  if (event_) intervals_.set_open(static_cast<double>(std::max<std::int64_t>(0, order_of(newest_) - event_->order)));
  const Timestamp now = report.received_at;
  silence_at_ = now + silence_limit();
  idle_ = true;
  if (!round_trip_ && !report.round_trip_time) return;
  const bool due = !updated_at_ || now - *updated_at_ >= *round_trip_;
  if (!due && !new_loss_event) return;
  if (report.round_trip_time) record_round_trip(std::clamp<Duration>(*report.round_trip_time, 1ms, 5s));
  update(new_loss_event, now);
}

void TcpFriendlyRateControl::record_arrival(const PacketFeedback& packet) {
  newest_ = std::max(newest_, packet.sent_at);
  const Timestamp latest = arrivals_.empty() ? *packet.arrived_at : arrivals_.back().at;
  constexpr Duration kAnotherClock = 10s;
  if (*packet.arrived_at + kAnotherClock < latest) arrivals_.clear();
  if (!first_arrival_) first_arrival_ = packet.arrived_at;
  const Timestamp at = arrivals_.empty() ? *packet.arrived_at : std::max(latest, *packet.arrived_at);
  arrivals_.push_back({.at = at, .size = packet.size + start_.wire.datagram_overhead});
  while (arrivals_.front().at + receive_window() <= at || arrivals_.size() > kMaxPackets) arrivals_.pop_front();
}

bool TcpFriendlyRateControl::record_loss(const PacketFeedback& packet) {
  newest_ = std::max(newest_, packet.sent_at);
  const Duration round_trip = round_trip_.value_or(kAssumedRoundTrip);
  if (event_ && packet.sent_at <= event_->sent_at + round_trip) return false;
  const std::int64_t order = order_of(packet.sent_at);
  if (event_) {
    intervals_.close(static_cast<double>(order - event_->order));
  } else {
    // Slow start has sent ever more: its packets tell nothing of the interval to come, but the rate that arrived does.
    intervals_.close(1 / loss_event_rate_for(receive_rate().value_or(rate_ * 0.5)));
  }
  event_ = {.sent_at = packet.sent_at, .order = order};
  return true;
}

std::int64_t TcpFriendlyRateControl::order_of(Timestamp sent_at) const {
  return forgotten_ + (std::ranges::lower_bound(sent_at_, sent_at) - sent_at_.begin());
}

Duration TcpFriendlyRateControl::receive_window() const {
  return std::max(round_trip_.value_or(kAssumedRoundTrip), kMinReceiveWindow);
}

// Nothing before the first whole window.
std::optional<DataRate> TcpFriendlyRateControl::receive_rate() const {
  if (arrivals_.empty() || arrivals_.back().at - *first_arrival_ < receive_window()) return std::nullopt;
  DataSize size;
  for (const Arrival& arrival : arrivals_) size += arrival.size;
  return size / receive_window();
}

void TcpFriendlyRateControl::record_round_trip(Duration sample) {
  const double q = config_.round_trip_weight;
  last_root_ = std::sqrt(to_seconds(sample));
  root_round_trip_ = round_trip_ ? std::lerp(last_root_, root_round_trip_, 0.9) : last_root_;
  round_trip_ = round_trip_ ? from_seconds(std::lerp(to_seconds(sample), to_seconds(*round_trip_), q)) : sample;
}

// The rate that arrives bounds the sending rate (RFC 5348, 4.3, recv_limit).
DataRate TcpFriendlyRateControl::receive_limit(bool new_loss_event, Timestamp now) {
  const Duration elapsed = updated_at_ ? now - *updated_at_ : Duration::zero();
  const bool limited = sent_ < rate_ * kUsedShare * elapsed;
  const std::optional<DataRate> received = receive_rate();
  if (!received) return kMaxUnknown;
  if (limited && new_loss_event) {
    received_.halve();
    received_.maximize(*received * 0.85, now);
    return *received_.largest();
  }
  if (limited) {
    received_.maximize(*received, now);
  } else {
    received_.update(*received, *round_trip_, now);
  }
  return *received_.largest() * 2;
}

// RFC 5348, 4.3.
void TcpFriendlyRateControl::update(bool new_loss_event, Timestamp now) {
  const DataRate before = rate_;
  set_rate(receive_limit(new_loss_event, now), now);
  updated_at_ = now;
  sent_ = DataSize();
  const double loss = intervals_.loss_event_rate();
  if (loss == 0) {
    publish(PathEstimate::Verdict::kHeadroom, message("no sign of congestion"));
  } else {
    publish(rate_ < before ? PathEstimate::Verdict::kCongestion : PathEstimate::Verdict::kClear,
            message("as much as TCP would get with a loss in %1 packets", decimal(1 / loss, 0)));
  }
}

void TcpFriendlyRateControl::set_rate(DataRate limit, Timestamp now) {
  const double loss = intervals_.loss_event_rate();
  if (loss > 0) {
    rate_ = std::max(std::min(equation(loss), limit), segment() / kMaxBackoff);
  } else if (!doubled_at_ || now - *doubled_at_ >= *round_trip_) {
    rate_ = std::max(std::min(rate_ * 2, limit), initial_rate());
    doubled_at_ = now;
  }
}

DataRate TcpFriendlyRateControl::equation(double loss_event_rate) const {
  const Duration round_trip = round_trip_.value_or(kAssumedRoundTrip);
  return tcp_throughput({.segment = segment(),
                         .round_trip_time = round_trip,
                         .retransmission_timeout = 4 * round_trip,
                         .loss = loss_event_rate,
                         .packets_per_acknowledgement = 1});
}

// The equation falls with p, so that halving finds it.
double TcpFriendlyRateControl::loss_event_rate_for(DataRate rate) const {
  double low = -8;  // Decimal logarithms: a loss in 100 million packets, and only losses.
  double high = 0;
  for (int step = 0; step < 40; ++step) {
    const double middle = (low + high) / 2;
    (equation(std::pow(10, middle)) > rate ? low : high) = middle;
  }
  return std::pow(10, high);
}

DataRate TcpFriendlyRateControl::initial_rate() const {
  constexpr DataSize kInitialWindow = DataSize::bytes(4380);
  const DataSize s = segment();
  return std::min(s * 4, std::max(s * 2, kInitialWindow)) / round_trip_.value_or(kAssumedRoundTrip);
}

void TcpFriendlyRateControl::poll(const SendBuffer&, Timestamp now) {
  if (now < silence_at_) return;
  handle_silence(now);
  silence_at_ = now + silence_limit();
  idle_ = true;
}

// RFC 5348, 4.4.
void TcpFriendlyRateControl::handle_silence(Timestamp now) {
  if (idle_) return;
  const double loss = intervals_.loss_event_rate();
  if (loss == 0 || !received_.largest()) {
    rate_ = std::max(rate_ * 0.5, segment() / kMaxBackoff);
  } else {
    const DataRate limit = std::max(std::min(*received_.largest(), equation(loss) * 0.5), segment() / kMaxBackoff);
    received_.replace(limit * 0.5, now);
    set_rate(limit, now);
  }
  publish(PathEstimate::Verdict::kUnknown, message("no report from the peer"));
}

void TcpFriendlyRateControl::publish(PathEstimate::Verdict verdict, Message cause) {
  const bool prevents = config_.oscillation_prevention && last_root_ > 0;
  estimate_.rate = prevents ? rate_ * (root_round_trip_ / last_root_) : rate_;
  // Packets leave evenly, and not a frame at a time.
  estimate_.pacing_rate = std::max(*estimate_.rate, DataRate::kilobits_per_second(1));
  const Duration round_trip = round_trip_.value_or(Duration::zero());
  estimate_.conclude(
      verdict, std::move(cause),
      format_text("p %.2f %%, RTT %.0f ms, %.0f kbit/s arrive", 100 * intervals_.loss_event_rate(),
                  to_milliseconds(round_trip), receive_rate().value_or(DataRate()).kilobits_per_second()));
}

DataSize TcpFriendlyRateControl::segment() const {
  const double size = config_.segment > 0 ? config_.segment : mean_size_;
  return DataSize::bytes(std::max<std::int64_t>(40, std::llround(size)));
}

Duration TcpFriendlyRateControl::silence_limit() const {
  const Duration two_segments = rate_ > DataRate() ? segment() * 2 / rate_ : kMaxBackoff;
  return std::max({config_.feedback_timeout, 4 * round_trip_.value_or(kAssumedRoundTrip), two_segments});
}

const EstimatorKind kTcpFriendlyRateControl = {.name = "tfrc",
                                               .summary = "TCP's throughput equation on the intervals between losses",
                                               .source = "RFC 5348",
                                               .parameters = kParameters,
                                               .make = make_estimator<TcpFriendlyRateControl>};

}  // namespace

extern const Mode kTfrcMode = {.name = "tfrc",
                               .summary = "for comparison: TCP-friendly rate control (RFC 5348)",
                               .estimator = &kTcpFriendlyRateControl,
                               .scaler = &kTargetRate,
                               .gate = &kPacerGate};

}  // namespace counterpoint
