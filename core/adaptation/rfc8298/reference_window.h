// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// SCReAM's reference window (RFC 8298bis, "Reference Window Update"), in the names of the draft.
///
/// 1. Down, once a round trip: by BETA_LOSS at a loss, by BETA_ECN at a mark of classic ECN. Losses and marks that
///    follow within the round trip are of the same congestion.
/// 2. Down in proportion, each VIRTUAL_RTT or, when reports are rarer, at each of them: by half the share of marks
///    (L4S), or by half of what qdelay_avg exceeds half of its target by, relative to that half, as if so many packets
///    were marked. All steps of a round trip together make up that share.
/// 3. Up by a packet a round trip and MUL_INCREASE_FACTOR of the window, by bytes acknowledged. The latter is held back
///    after losses and marks, both near the window of the last congestion, and while the queue is unsteady.
/// 4. The window does not grow beyond what is made use of.
class ScreamReferenceWindow {
 public:
  struct Config {
    DataSize mss = DataSize::bytes(1000);       ///< > 0, MSS
    DataSize smallest = DataSize::bytes(3000);  ///< > 0, MIN_REF_WND
    double beta_loss = 0.7;                     ///< 0 to 1, BETA_LOSS
    double beta_ecn = 0.8;                      ///< 0 to 1, BETA_ECN
    bool is_l4s = false;                        ///< IS_L4S
    double increase = 0.05;                     ///< >= 0, MUL_INCREASE_FACTOR
    double headroom = 1.5;                      ///< >= 1, BYTES_IN_FLIGHT_HEAD_ROOM
    double post_congestion = 100;               ///< > 0, round trips, POST_CONGESTION_DELAY_RTT
    Duration virtual_rtt = 25ms;                ///< > 0, VIRTUAL_RTT
  };
  /// The news of a report.
  struct Signals {
    Timestamp now{};
    Duration s_rtt{};     ///< > 0
    Duration interval{};  ///< >= 0, since the report before.
    bool lost = false;
    std::int64_t arrived = 0;  ///< Packets.
    std::int64_t marked = 0;   ///< Those of them with CE.
    Duration qdelay{};
    Duration qdelay_avg{};
    Duration qdelay_target{};  ///< > 0
    double steadiness = 1;     ///< At most 1; 0 and less: the queue is unsteady.
    DataSize acknowledged;     ///< Packets that were marked are left out.
    DataSize max_in_flight;
    DataSize max_in_flight_before;
    bool at_most_rate = false;  ///< The source can make use of no more.
  };
  ScreamReferenceWindow(const Config& config, DataSize size);

  enum class Reaction : std::uint8_t { kNone, kLoss, kMark, kDelay };
  Reaction update(const Signals& signals);
  /// Nothing is heard of the path: a step down as at a loss.
  void handle_silence() { scale(config_.beta_loss); }

  [[nodiscard]] DataSize size() const;
  /// A packet's share of the window, at most 1.
  [[nodiscard]] double ratio() const;

 private:
  [[nodiscard]] double near_inflection() const;
  void update_l4s_alpha(const Signals& signals);
  [[nodiscard]] Reaction congestion(const Signals& signals) const;
  void reduce(Reaction reaction, const Signals& signals, double scl);
  void reduce_by_marks(const Signals& signals, double scl);
  void grow(const Signals& signals, double scl);
  /// There are the more reductions in proportion in a round trip the longer it is, and the fewer the rarer reports are.
  [[nodiscard]] double reductions_a_round_trip(const Signals& signals) const;
  void scale(double factor);

  Config config_;
  double size_;                             ///< ref_wnd, bytes.
  double inflection_ = 1;                   ///< ref_wnd_i
  std::optional<Timestamp> inflection_at_;  ///< last_ref_wnd_i_update_time
  std::optional<Timestamp> congested_at_;   ///< last_congestion_detected_time
  std::optional<Timestamp> reacted_at_;     ///< last_reaction_to_congestion_time
  std::optional<Timestamp> fixed_step_at_;  ///< When the last step of a fixed size was, for a loss or a classic mark.
  double l4s_alpha_ = 0;
  std::optional<Timestamp> l4s_alpha_at_;
  std::int64_t arrived_ = 0;  ///< Packets since l4s_alpha was updated.
  std::int64_t marked_ = 0;   ///< Those of them with CE.
};

}  // namespace counterpoint
