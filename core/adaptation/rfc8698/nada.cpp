// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `nada`: Network-Assisted Dynamic Adaptation (docs/modes/nada.md).
#include <algorithm>
#include <array>
#include <cmath>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/plane/plane.h"
#include "core/adaptation/rfc8698/congestion_signal.h"
#include "core/adaptation/scaling/target_rate_scaler.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr std::array kParameters = {
    Parameter{"prio", "Priority", "", 0.1, 10, 1, "weight of the flow among those that share a path; PRIO of RFC 8698"},
    Parameter{"xref", "Reference signal", "ms", 1, 200, 10,
              "queue that is sought at the highest rate; longer at lower ones; XREF of RFC 8698"},
    Parameter{"xmax", "Largest signal", "ms", 50, 10000, 500,
              "else the signal falls by so much after heavy loss that the rate leaps; the authors' code, not RFC 8698"},
    Parameter{"kappa", "Scale of steps", "", 0.05, 2, 0.5,
              "of gradual steps; more is faster, but less steady; KAPPA of RFC 8698"},
    Parameter{"eta", "Weight of changes", "", 0, 10, 2,
              "of a change of the signal beside its distance from the reference; ETA of RFC 8698"},
    Parameter{"tau", "Time of steps", "ms", 100, 5000, 500,
              "longest round trip for which gradual steps are steady; TAU of RFC 8698"},
    Parameter{"delta", "Time between steps", "ms", 20, 1000, 100, "at least; DELTA of RFC 8698"},
    Parameter{"logwin", "Window of observation", "ms", 100, 5000, 500,
              "of packets that tell loss and clear paths; LOGWIN of RFC 8698"},
    Parameter{"qeps", "Queue of a clear path", "ms", 1, 100, 10,
              "below this, and without loss, the rate grows fast; QEPS of RFC 8698"},
    Parameter{"gamma_max", "Largest fast step", "", 0.05, 1, 0.5,
              "of what arrives, on a clear path; GAMMA_MAX of RFC 8698"},
    Parameter{"qbound", "Queue of a fast step", "ms", 5, 500, 50,
              "that a fast step may make before it is noticed; QBOUND of RFC 8698"},
    Parameter{"qth", "Queue that is warped", "ms", 5, 1000, 50,
              "while packets are lost longer queues count less: loss governs; QTH of RFC 8698"},
    Parameter{"lambda", "Warping", "", 0, 5, 0.5, "how fast longer queues count less; LAMBDA of RFC 8698"},
    Parameter{"multiloss", "Loss intervals", "", 1, 50, 7,
              "after a loss in which packets are taken to be lost still; MULTILOSS of RFC 8698"},
    Parameter{"dloss", "Part of loss", "ms", 0, 100, 10, "of the signal, at the reference loss; DLOSS of RFC 8698"},
    Parameter{"plrref", "Reference loss", "", 0.001, 0.5, 0.01, "share of packets; PLRREF of RFC 8698"},
    Parameter{"dmark", "Part of marking", "ms", 0, 100, 2,
              "of the signal, at the reference marking; DMARK of RFC 8698"},
    Parameter{"pmrref", "Reference marking", "", 0.001, 0.5, 0.01, "share of packets with ECN; PMRREF of RFC 8698"},
    Parameter{"alpha", "Weight of new ratios", "", 0.01, 1, 0.1, "in smoothed loss and marking; ALPHA of RFC 8698"},
};

/// DFILT: the delay of the filter on queueing delays.
constexpr Duration kFilterDelay = 120ms;
constexpr Duration kSilence = 500ms;
constexpr double kSilenceDecrease = 0.5;
constexpr Duration kMaxRoundTrip = 60s;

double value(const ParameterValues& values, std::string_view name) { return value_of(kParameters, values, name); }
Duration time(const ParameterValues& values, std::string_view name) { return from_milliseconds(value(values, name)); }

/// NADA's reference rate (RFC 8698, 4.3), as the sender alone computes it from RFC 8888's reports.
///
/// 1. Without loss and queue: r_ref = max(r_ref, (1 + gamma) r_recv), gamma = min(GAMMA_MAX, QBOUND / (rtt + DELTA +
///    DFILT)).
/// 2. Otherwise, r_ref falls by KAPPA (delta / TAU) (x_offset / TAU) and KAPPA ETA (x_diff / TAU) of itself, where
///    x_offset = x_curr - PRIO XREF RMAX / r_ref, and x_diff is the change of x_curr.
/// 3. It stays between RMIN and RMAX, which are the call's limits.
/// 4. Silence halves it.
class Nada final : public Estimator {
 public:
  Nada(const AdaptationContext& start, const ParameterValues& values);

  void handle_sent(const SentPacket& packet) override {
    if (silence_at_ == kNever) silence_at_ = packet.sent_at + kSilence;
  }
  void handle_feedback(const FeedbackReport& report) override;
  void poll(const SendBuffer& buffer, Timestamp now) override;
  [[nodiscard]] Timestamp next_deadline() const override { return silence_at_; }
  [[nodiscard]] const PathEstimate& estimate() const override { return estimate_; }

 private:
  struct Config {
    double prio;
    Duration xref;
    double kappa;
    double eta;
    Duration tau;
    Duration delta;
    Duration qeps;
    double gamma_max;
    Duration qbound;
  };
  void update_rate(Duration delta);
  [[nodiscard]] double accelerated_ramp_up() const;
  [[nodiscard]] double gradual_update(Duration delta, Duration x_offset) const;
  void publish(PathEstimate::Verdict verdict, Message cause, double rate);

  Config config_;
  DataSize overhead_;
  DataRate min_rate_;  ///< RMIN
  DataRate max_rate_;  ///< RMAX
  NadaSignal signal_;
  Duration x_prev_{};
  Duration round_trip_time_{};
  std::optional<Timestamp> updated_at_;
  Timestamp silence_at_ = kNever;
  PathEstimate estimate_;
};

Nada::Nada(const AdaptationContext& start, const ParameterValues& values)
    : config_{.prio = value(values, "prio"),
              .xref = time(values, "xref"),
              .kappa = value(values, "kappa"),
              .eta = value(values, "eta"),
              .tau = time(values, "tau"),
              .delta = time(values, "delta"),
              .qeps = time(values, "qeps"),
              .gamma_max = value(values, "gamma_max"),
              .qbound = time(values, "qbound")},
      overhead_(start.wire.datagram_overhead),
      min_rate_(wire_rate(start.limits.min_video_rate, start.limits.max_frame_rate, start.wire)),
      max_rate_(wire_rate(start.limits.max_video_rate, start.limits.max_frame_rate, start.wire)),
      signal_({.logwin = time(values, "logwin"),
               .xmax = time(values, "xmax"),
               .qth = time(values, "qth"),
               .lambda = value(values, "lambda"),
               .multiloss = value(values, "multiloss"),
               .dloss = time(values, "dloss"),
               .plrref = value(values, "plrref"),
               .dmark = time(values, "dmark"),
               .pmrref = value(values, "pmrref"),
               .alpha = value(values, "alpha")}) {
  estimate_.rate = std::clamp(plane_position(start.point, start.wire).bit_rate, min_rate_, max_rate_);
}

void Nada::handle_feedback(const FeedbackReport& report) {
  const Timestamp now = report.received_at;
  silence_at_ = kNever;
  if (report.round_trip_time) {
    round_trip_time_ = std::clamp<Duration>(*report.round_trip_time, 0ns, kMaxRoundTrip);
  }
  for (const PacketFeedback& packet : report.packets) {
    if (packet.arrived_at || packet.lost) signal_.add(packet, packet.size + overhead_, round_trip_time_);
  }
  if (!signal_.known()) return;
  if (!updated_at_) updated_at_ = now;
  const Duration delta = now - *updated_at_;
  if (delta < config_.delta) return;
  updated_at_ = now;
  x_prev_ = signal_.x_curr();
  signal_.update();
  update_rate(delta);
}

void Nada::update_rate(Duration delta) {
  if (signal_.is_clear(config_.qeps)) {
    publish(PathEstimate::Verdict::kHeadroom, message("no queue and no loss: the rate grows beyond what arrives"),
            accelerated_ramp_up());
    return;
  }
  const Duration reference = scaled(config_.xref, config_.prio * (max_rate_ / *estimate_.rate));
  const Duration x_offset = signal_.x_curr() - reference;
  const bool above = x_offset > Duration::zero();
  publish(
      above ? PathEstimate::Verdict::kCongestion : PathEstimate::Verdict::kClear,
      above ? message("queue and loss are above their reference") : message("queue and loss are below their reference"),
      gradual_update(delta, x_offset));
}

double Nada::accelerated_ramp_up() const {
  const Duration unnoticed = round_trip_time_ + config_.delta + kFilterDelay;
  const double gamma = std::min(config_.gamma_max, to_seconds(config_.qbound) / to_seconds(unnoticed));
  const auto arriving = static_cast<double>(signal_.r_recv().bits_per_second());
  return std::max(static_cast<double>(estimate_.rate->bits_per_second()), (1 + gamma) * arriving);
}

double Nada::gradual_update(Duration delta, Duration x_offset) const {
  const double tau = to_seconds(config_.tau);
  const double by_offset = config_.kappa * (to_seconds(delta) / tau) * (to_seconds(x_offset) / tau);
  const double by_change = config_.kappa * config_.eta * (to_seconds(signal_.x_curr() - x_prev_) / tau);
  return static_cast<double>(estimate_.rate->bits_per_second()) * (1 - by_offset - by_change);
}

void Nada::poll(const SendBuffer&, Timestamp now) {
  if (now < silence_at_) return;
  silence_at_ = now + kSilence;
  publish(PathEstimate::Verdict::kUnknown, message("no report from the peer"),
          kSilenceDecrease * static_cast<double>(estimate_.rate->bits_per_second()));
}

void Nada::publish(PathEstimate::Verdict verdict, Message cause, double rate) {
  const auto least = static_cast<double>(min_rate_.bits_per_second());
  const auto most = static_cast<double>(max_rate_.bits_per_second());
  estimate_.rate = DataRate::bits_per_second(std::llround(std::clamp(rate, least, most)));
  estimate_.conclude(
      verdict, std::move(cause),
      format_text("x_curr %.1f ms (was %.1f), queue %.1f ms, loss %.2f %%, %.0f kbit/s arrive, r_ref %.0f kbit/s",
                  to_milliseconds(signal_.x_curr()), to_milliseconds(x_prev_), to_milliseconds(signal_.d_queue()),
                  100 * signal_.p_loss(), signal_.r_recv().kilobits_per_second(),
                  estimate_.rate->kilobits_per_second()));
}

const EstimatorKind kNada = {.name = "nada",
                             .summary = "one signal of queue, loss and marks, and the rate at which it is as sought",
                             .source = "RFC 8698",
                             .parameters = kParameters,
                             .make = make_estimator<Nada>};

}  // namespace

extern const Mode kNadaMode = {.name = "nada",
                               .summary = "for comparison: seeks a short queue (NADA, RFC 8698)",
                               .estimator = &kNada,
                               .scaler = &kTargetRate,
                               .gate = &kPacerGate};

}  // namespace counterpoint
