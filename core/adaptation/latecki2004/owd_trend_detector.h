// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "core/adaptation/measure/queueing_delay.h"
#include "core/base/time.h"

namespace counterpoint {

/// The phases of one-way delays (OWD; Latecki 2004, 3.1).
enum class OwdPhase {
  kUnknown,     ///< Too few packets yet.
  kSteady,      ///< Less is sent than the path carries.
  kIncreasing,  ///< More is sent than the path carries: its queue is filling.
  kDecreasing,  ///< The queue drains.
  kCongested,   ///< The queue is full, or stands high: delays are steady again, but long, or packets are lost.
  kAmbiguous,   ///< None of these.
};

/// The trend over one window of delays.
struct OwdTrend {
  OwdPhase phase = OwdPhase::kUnknown;
  double pct = 0;           ///< S_PCT, -1 to 1: how many steps go up, less those that go down.
  double pdt = 0;           ///< S_PDT, -1 to 1: start-to-end change over all changes.
  Duration change{};        ///< Change from the first group's median to the last one's.
  Duration epsilon{};       ///< Below it two medians were alike.
  Duration noise{};         ///< Standard deviation of delays within their groups.
  std::size_t packets = 0;  ///< In the window.
};

struct OwdTrendConfig {
  std::array<std::size_t, 3> scales{32, 64, 128};  ///< Packets a window, each 4 to 1000 (the paper's).
  double lower_pct = 0.25;                         ///< L_PCT, 0 to 1.
  double upper_pct = 0.5;                          ///< U_PCT, L_PCT to 1.
  double lower_pdt = 0.25;                         ///< L_PDT, 0 to 1.
  double upper_pdt = 0.5;                          ///< U_PDT, L_PDT to 1.
  Duration epsilon = 1ms;                          ///< Least difference of two medians that counts; 2 ms for wireless.
  /// >= 0; 0: as in the paper. Standard errors of the difference of two medians that differences have to exceed as
  /// well, or jitter of 30 ms would make a false alarm every few seconds.
  double noise_factor = 2.5;
  Duration queue_above = 5ms;       ///< A trend needs a queue of this and noise_factor times the noise.
  Duration congested_above = 50ms;  ///< So does a standing queue to be congestion without a trend.
  Duration minimum_age = 600s;      ///< The least delay is remembered for so long.
  double clock_skew = 200e-6;       ///< Two clocks may drift apart so fast: the remembered minimum rises so.
};

/// S_PCT, S_PDT and the phase (3.1) of `delays` in the order of sending: floor(sqrt(K)) groups, of which medians count.
/// Fewer than four delays are kUnknown.
[[nodiscard]] OwdTrend measure_owd_trend(std::span<const Duration> delays, const OwdTrendConfig& config);

/// The phase that three scales agree on (3.1, "Multiscale").
[[nodiscard]] OwdPhase combine_owd_phases(const std::array<OwdPhase, 3>& phases);

/// Detects congestion by the delays of a monitoring stream, such as the audio of a call (Latecki 2004).
///
/// 1. Add the delay of each packet of the stream, in the order of sending, and each loss on the path.
/// 2. Each window slides by a quarter of its packets; the scales are combined, and then held against the queue, which
///    is the delay above its running minimum: a trend without a queue is none, a high queue without a trend is
///    congestion, and so is a loss with a queue.
/// 3. Delays of unrelated clocks will do: only differences count, and clocks may drift apart by clock_skew.
class OwdTrendDetector {
 public:
  explicit OwdTrendDetector(const OwdTrendConfig& config);

  /// `delay`: arrival on the peer's clock less departure `sent_at` on ours. `now` grows.
  void add(Duration delay, Timestamp sent_at, Timestamp now);
  void add_loss();
  /// Windows begin anew with packets sent at `from` or later; the minimum stays.
  void restart(Timestamp from);
  /// The least delay is what is seen from now on: a queue that stays whatever we do is not ours.
  void forget_minimum();

  [[nodiscard]] OwdPhase phase() const { return phase_; }
  /// Delay above its running minimum.
  [[nodiscard]] Duration queue() const { return queueing_.now().value_or(Duration::zero()); }
  /// True if queue() is more than noise.
  [[nodiscard]] bool has_queue() const { return queue() > config_.queue_above + allowance(); }
  /// The trend that says most about phase(): what stands behind it.
  [[nodiscard]] const OwdTrend& evidence() const;

 private:
  struct Window {
    std::deque<Duration> delays;
    std::size_t new_delays = 0;  ///< Delays since the trend was measured.
    OwdTrend trend;
  };

  [[nodiscard]] QueueingDelay::Config queueing_config() const;
  [[nodiscard]] Duration allowance() const;
  void slide(Window& window, std::size_t scale, Duration delay);
  void judge();

  OwdTrendConfig config_;
  QueueingDelay queueing_;
  std::array<Window, 3> windows_;
  Timestamp windows_from_{};
  Duration noise_{};               ///< Noise of the last window without a trend.
  std::size_t congested_for_ = 0;  ///< Packets until a loss is forgotten.
  OwdPhase phase_ = OwdPhase::kUnknown;
};

}  // namespace counterpoint
