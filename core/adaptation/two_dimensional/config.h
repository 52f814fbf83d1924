// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/adaptation/mode/parameter.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// The tunables of mode `2d`. The first block is the mode's parameters, which users can set: their ranges, defaults and
/// reasons stand in the table in two_dimensional.cpp. The others have unit, range, default and reason here.
struct TwoDimensionalConfig {
  explicit TwoDimensionalConfig(const ParameterValues& values);

  Duration queue_low;
  Duration queue_high;
  double backoff;
  Duration drain_time;
  double min_share;
  double slope;           ///< bit/s^2.
  double start_doubling;  ///< Round trips.
  double growth;          ///< 1/s.
  double headroom;
  Duration compete_after;
  double compete_decrease;
  double loss_limit;
  Duration feedback_timeout;
  double mark_decrease;
  double mark_weight;  ///< A round trip's.

  // Reports.
  Duration min_round_trip = 1ms;  ///< > 0; a shorter one, or a longer than the following, was made up.
  Duration max_round_trip = 5s;
  Duration max_step = 250ms;      ///< 50 ms to 1 s: more time between two reports counts as this.
  Duration first_silence = 1s;    ///< 500 ms to 5 s: the first report may take so long.
  double silence_decrease = 0.7;  ///< 0.3 to 1: factor on the rate at silence.

  // Path queue: low() and high() are the parameters and so many times the noise.
  int low_noise = 2;               ///< 0 to 5.
  int high_noise = 3;              ///< low_noise to 5.
  Duration calm_window = 250ms;    ///< 100 ms to 1 s: the window for a path with jitter.
  double calm_percentile = 0.2;    ///< 0 to 0.5, of that window.
  Duration last_window = 20ms;     ///< 10 to 100 ms: the window for a queue that grows fast.
  Duration frame_queue = 15ms;     ///< 0 to 50 ms: the queue that a single frame may make for a moment.
  Duration much_noise = 2500us;    ///< 1 to 10 ms: with more the calm window counts.
  Duration noise_known = 1500ms;   ///< 1 to 5 s after the start; the noise is a quarter of eight windows or more.
  Duration rest_after = 500ms;     ///< 0 to 5 s, and two round trips: a drain ends when no more was left for so long.
  Duration queue_tolerance = 2ms;  ///< 0 to 10 ms: a queue that is longer by more than this still rises.

  // Delivery.
  Duration rate_window = 300ms;        ///< 100 ms to 1 s: several frames.
  Duration short_rate_window = 100ms;  ///< 50 ms to rate_window.
  double as_sent = 0.9;    ///< 0.7 to 1: with at least this share of the rate at which they were sent, packets
                           ///< that arrive say nothing of the path.
  double much_less = 0.8;  ///< 0.5 to 1: if less of the mean arrives lately, the path is slower.
  DataSize packet_weight = DataSize::bytes(1000);  ///< > 0: the size of each packet where packets count; any would do.
  Duration min_packet_rate_gap = 100ms;            ///< 20 ms to 1 s: the lowest packet rate is one in this time.
  Duration packets_for = 20s;     ///< 5 to 60 s: then a path that counts packets is asked again by small packets alone.
  double squeezed = 1.3;          ///< 1 to 2 times the least rate: who has so little asks what the path counts.
  double faster = 1.2;            ///< 1 to 2: frames arrive so many times faster on a path that has become faster.
  double faster_reached = 0.97;   ///< 0.5 to 1: fast growth ends at this share of the new rate.
  double start_reached = 0.9;     ///< 0.5 to 1: the start ends at this share of what the path has spread frames to.
  double follow_headroom = 1.35;  ///< 1.05 to headroom, after the start: what the source does not use does not grow.
  double max_fall = 0.35;  ///< 0.3 to 0.9: the rate falls to this share in a round trip; a burst of others is short.
  double carried_decay = 0.3;    ///< 0 to 1: the path is full again: so much of the former rate's lead counts on.
  double carried_again = 0.85;   ///< 0.5 to 0.95 of the former rate: below it the rate returns fast.
  double carried_most = 1.05;    ///< 1 to 1.5: a path carries at most so many times what arrives, while it is full.
  double max_rate_factor = 1.1;  ///< >= 1, on the highest video rate: headers.
  DataRate extra_rate = DataRate::kilobits_per_second(50);  ///< >= 0, beside headroom: low rates can grow as well.

  // Growth.
  DataRate slope_rate = DataRate::kilobits_per_second(1000);  ///< The rate that grows by the slope.
  double min_slope_share = 1.0 / 3;                           ///< 0 to 1: the least share of it, at high rates,
  double max_slope_share = 2;                                 ///< and the largest, at low ones: 1 to 10.
  Duration usual_clear = 1500ms;  ///< 0.5 to 5 s: a path that is clear for longer has become faster.
  double acceleration = 4;        ///< 1/s, 0 to 10: growth of the slope with each further second.

  // Probes at the start.
  double probe_factor = 8;     ///< 1.5 to 10 times the rate: at the first rate five packets at up to 3 Mbit/s.
  double probe_reached = 0.9;  ///< 0.5 to 0.95: a train that arrives at less than this share has shown the path's rate,
  double probe_trust = 0.8;    ///< 0.5 to 1: of which so much is used, since a few packets may tell too much.
  double probe_useful = 0.9;   ///< 0.5 to 1 of the highest rate: from then on nothing is left to be found.
  Duration probe_timeout = 500ms;  ///< 0 to 2 s, and two reaction times: a train without a result is lost.
  DataSize probe_size = DataSize::bytes(6'000);  ///< >= 0: five full packets.

  // Loss.
  Duration loss_window = 500ms;  ///< 200 ms to 2 s: with less, frames make the rates of windows differ by chance.
  int loss_windows = 12;         ///< 4 to 40 windows are kept: the time for which a capacity is remembered exactly.
  double loss_evidence = 8;      ///< 1 to 20, in nats: by so much a capacity has to be likelier than random loss.
  double careful_growth = 0.25;  ///< 0.1 to 1 times the usual slope: a full bucket hides for long what it lacks.
  Duration careful_after_loss = 10s;  ///< 0 to 60 s after a capacity showed nothing else speeds up growth near it.

  // Marks.
  Duration marks_memory = 30s;    ///< 1 to 300 s after a mark frames leave evenly: growth needs 10 s at 10 Mbit/s.
  Duration classic_queue = 40ms;  ///< 15 to 100 ms, added to the round trip for growth as TCP's: 15 ms are DualPI2's
                                  ///< other queue; the rest keeps calls of few packets a round trip from overshooting.
  DataSize tcp_packet = DataSize::bytes(1500);  ///< 500 to 1500 bytes: TCP grows by one in a round trip.
  int erased_ecn = 500;  ///< 50 to 10000 packets in a row: a path or peer that does not tell ECN.

  // Cross traffic: CrossTrafficShare, CrossTrafficDetector.
  Duration share_memory = 1s;  ///< 0.3 to 5 s: the time constant with which the packets behind a share are forgotten.
  double min_share_packets = 15;  ///< >= 3: with fewer, forgotten ones not counted, no share is told.
  double high_share = 0.3;        ///< low_share to 0.8: others who use more of the capacity fill the queue.
  double low_share = 0.2;         ///< 0.05 to high_share: with less than that of others the queue is our own.
  Duration own_after = 1s;        ///< 0.3 to 5 s: a queue that has been our own for so long ends competing.
  double hardly_fallen = 0.6;     ///< 0.3 to 1 of the largest queue: with more of it left, others fill it again.
  double others_decay = 0.5;     ///< 0 to 1: so much of compete_after still counts when the queue was empty in between.
  double slow_start_end = 4;     ///< 1 to 10 times the rate that was carried before: more would make a queue of ours.
  Duration flat_fall = 150ms;    ///< 50 to 500 ms: a queue that is flat while ours would have fallen so far,
  int flat_round_trips = 2;      ///< 1 to 5, and for so long, is none: the path has become longer.
  double worth_competing = 1.5;  ///< 1 to 3, times PathQueue::high(): a shorter queue may be of calls that give way.
  DataSize max_window_excess = DataSize::bytes(20'000);  ///< >= 0, over two round trips of video: audio, bursts.

  // Departures.
  double usual_pacing = 1.5;      ///< >= 1: frames that arrive at more than so many times the rate may leave like that.
  double max_pacing = 2.5;        ///< >= usual_pacing: at the start, and where frames are known to arrive as fast.
  double competing_share = 0.93;  ///< 0.5 to 1 of the window's rate is made use of, so that frames seldom wait for it.

  // Window.
  DataSize min_in_flight = DataSize::bytes(4'800);  ///< >= 1200: frames leave in bursts of a few packets.
  Duration min_empty_round_trip = 10ms;             ///< > 0: the window is for this long at least.
  Duration burst_allowance = 20ms;  ///< 0 to 100 ms: frames leave in bursts that stand in no queue for long.
};

}  // namespace counterpoint
