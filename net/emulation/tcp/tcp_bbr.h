// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "core/base/rng.h"
#include "core/base/time.h"
#include "net/emulation/tcp/tcp_scoreboard.h"

namespace counterpoint {

/// BBR, version 1, as in Linux (draft-cardwell-iccrg-bbr-congestion-control-00): a model of the path, its largest
/// recent delivery rate and its least recent round trip, sets pacing rate and congestion window. Linux's compensation
/// for aggregated acknowledgements and its detection of policers are left out.
class TcpBbr {
 public:
  enum class Mode : std::uint8_t { kStartup, kDrain, kProbeBandwidth, kProbeRoundTrip };

  /// One acknowledgement, and the sender after it.
  struct Acknowledged {
    std::optional<TcpRateSample> sample;
    std::optional<Duration> round_trip;  ///< The latest segment's that was sent once.
    std::int64_t segments = 0;           ///< Acknowledged or SACKed for the first time.
    std::int64_t delivered = 0;          ///< All of the connection.
    std::int64_t lost = 0;               ///< Newly found to be lost.
    std::int64_t in_flight = 0;
    std::int64_t in_flight_before = 0;
    bool recovering = false;
  };

  /// `seed` chooses the phases in which the cycle of gains begins.
  TcpBbr(std::int64_t initial_segments, std::uint64_t seed) : window_(initial_segments), rng_(seed) {}

  void acknowledge(const Acknowledged& ack, Timestamp now);
  /// The retransmission timer has expired.
  void time_out();

  /// In segments.
  [[nodiscard]] std::int64_t window() const;
  /// In segments a second; nothing until a round trip is known, while nothing is paced.
  [[nodiscard]] std::optional<double> pacing_rate() const { return pacing_rate_; }
  [[nodiscard]] Mode mode() const { return mode_; }
  /// Estimates: segments a second, and the least round trip of the last 10 s.
  [[nodiscard]] double bandwidth() const { return rates_.empty() ? 0 : rates_.front().rate; }
  [[nodiscard]] Duration min_round_trip() const { return min_round_trip_; }

 private:
  struct RoundRate {
    std::int64_t round = 0;
    double rate = 0;
  };

  void update_bandwidth(const Acknowledged& ack);
  void update_cycle(const Acknowledged& ack, Timestamp now);
  [[nodiscard]] bool phase_is_over(const Acknowledged& ack, Timestamp now) const;
  void look_for_full_pipe(const Acknowledged& ack);
  void follow_drain(const Acknowledged& ack, Timestamp now);
  void update_round_trip(const Acknowledged& ack, Timestamp now);
  void probe_round_trip(const Acknowledged& ack, Timestamp now);
  void start_cycle(Timestamp now);
  void set_pacing_rate();
  void set_window(const Acknowledged& ack);
  /// True if the window follows what is in flight (packet conservation).
  [[nodiscard]] bool follow_recovery(const Acknowledged& ack);
  void save_window();
  /// Segments in flight at `gain` times the bandwidth-delay product.
  [[nodiscard]] std::int64_t in_flight_at(double gain) const;
  [[nodiscard]] double pacing_gain() const;
  [[nodiscard]] double window_gain() const;

  Mode mode_ = Mode::kStartup;
  std::int64_t window_;
  std::optional<double> pacing_rate_;
  Rng rng_;

  // Rounds: a round trip each, by what had been delivered when it began.
  std::int64_t round_ = 0;
  std::int64_t round_end_ = 0;
  bool round_start_ = false;
  std::deque<RoundRate> rates_;  // Falling rates of the last rounds; the first is the largest of all.

  double full_rate_ = 0;
  int rounds_without_growth_ = 0;
  bool pipe_is_full_ = false;

  std::size_t phase_ = 0;
  Timestamp phase_start_{};

  Duration min_round_trip_ = Duration::max();
  Timestamp min_round_trip_at_{};
  std::optional<Timestamp> probe_until_;
  bool probe_round_done_ = false;

  std::int64_t saved_window_ = 0;
  bool recovering_ = false;
  bool conserving_ = false;
};

}  // namespace counterpoint
