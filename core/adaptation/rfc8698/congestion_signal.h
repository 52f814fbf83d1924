// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <deque>

#include "core/adaptation/measure/base_delay.h"
#include "core/adaptation/measure/sliding_window_rate.h"
#include "core/adaptation/rfc8698/loss_interval.h"
#include "core/model/packet_feedback.h"

namespace counterpoint {

/// NADA's aggregated congestion signal and what it is made of (RFC 8698, 4.2 and 5.1), in the names of the RFC.
///
/// 1. d_queue is the least one-way delay of the last 15 packets, less the least of the last minutes, d_base.
/// 2. x_curr = d_tilde + DLOSS (p_loss / PLRREF)^2 + DMARK (p_mark / PMRREF)^2, with ratios that are smoothed from one
///    update to the next.
/// 3. While losses go on, d_tilde is d_queue warped: above QTH it falls, so that loss governs a full queue.
class NadaSignal {
 public:
  struct Config {
    Duration logwin = 500ms;   ///< > 0, of packets that count.
    Duration xmax = 500ms;     ///< > 0: the signal is never larger.
    Duration qth = 50ms;       ///< > 0: warping from there on.
    double lambda = 0.5;       ///< >= 0: how steep the warping is.
    double multiloss = 7;      ///< >= 1: mean loss intervals after the last loss in which losses go on.
    Duration dloss = 10ms;     ///< >= 0: the part of a loss ratio of plrref.
    double plrref = 0.01;      ///< 0 to 1
    Duration dmark = 2ms;      ///< >= 0: the part of a marking ratio of pmrref.
    double pmrref = 0.01;      ///< 0 to 1
    double alpha = 0.1;        ///< 0 to 1: weight of the newest ratio.
    BaseDelay::Config base{};  ///< d_base
  };
  explicit NadaSignal(const Config& config) : config_(config), base_(config.base), received_(config.logwin) {}

  /// A packet whose fate is known, of `size` on the wire.
  void add(const PacketFeedback& packet, DataSize size, Duration round_trip_time);
  /// Computes the signal anew; only after an arrival.
  void update();

  [[nodiscard]] bool known() const { return base_.known(); }
  [[nodiscard]] Duration x_curr() const { return x_curr_; }
  [[nodiscard]] Duration d_queue() const { return d_queue_; }
  [[nodiscard]] double p_loss() const { return p_loss_; }
  /// The rate at which packets arrive.
  [[nodiscard]] DataRate r_recv() const { return received_.rate(); }
  /// True if no packet of the window was lost, and none waited for `qeps` or longer.
  [[nodiscard]] bool is_clear(Duration qeps) const;

  /// d_tilde of a queue while losses go on (equation 1).
  [[nodiscard]] static Duration warped(Duration d_queue, const Config& config);

 private:
  struct Logged {
    Timestamp sent_at{};
    Duration delay{};  ///< d_fwd, of a packet that arrived.
    bool lost = false;
    bool marked = false;
  };
  [[nodiscard]] Duration filtered_queue() const;
  [[nodiscard]] Duration d_tilde() const;

  Config config_;
  BaseDelay base_;
  SlidingWindowRate received_;
  NadaLossInterval losses_;
  std::deque<Logged> log_;
  Timestamp newest_ = Timestamp::min();  ///< Departure of the newest packet of the log.
  Duration d_queue_{};
  double p_loss_ = 0;
  double p_mark_ = 0;
  Duration x_curr_{};
};

}  // namespace counterpoint
