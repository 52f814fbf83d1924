// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/parameter_name.h"

#include <QCoreApplication>
#include <utility>

namespace counterpoint {
namespace {

/// Names as on the command line, and in words.
constexpr std::pair<std::string_view, const char*> kNames[] = {
    {"a0", QT_TRANSLATE_NOOP("Parameter", "Gain towards the wanted buffer")},
    {"a1", QT_TRANSLATE_NOOP("Parameter", "Gain against growth")},
    {"aggregation_delay", QT_TRANSLATE_NOOP("Parameter", "Longest wait for other packets")},
    {"ahead", QT_TRANSLATE_NOOP("Parameter", "Sent early")},
    {"alpha", QT_TRANSLATE_NOOP("Parameter", "Growth in a round trip")},
    {"ambiguous_decrease", QT_TRANSLATE_NOOP("Parameter", "Decrease when in doubt")},
    {"ambiguous_time", QT_TRANSLATE_NOOP("Parameter", "Time of doubt")},
    {"arrival_share", QT_TRANSLATE_NOOP("Parameter", "Share of what arrived")},
    {"b_d", QT_TRANSLATE_NOOP("Parameter", "Wanted send buffer")},
    {"b_max", QT_TRANSLATE_NOOP("Parameter", "Largest send buffer")},
    {"backoff", QT_TRANSLATE_NOOP("Parameter", "Decrease on a full path")},
    {"beta", QT_TRANSLATE_NOOP("Parameter", "Decrease at congestion")},
    {"bit_step", QT_TRANSLATE_NOOP("Parameter", "Least step in bit-rate")},
    {"clean_reports", QT_TRANSLATE_NOOP("Parameter", "Good reports until relief")},
    {"clip_rate", QT_TRANSLATE_NOOP("Parameter", "Rate of the clip")},
    {"clock_skew", QT_TRANSLATE_NOOP("Parameter", "Drift of the clocks")},
    {"compete_after", QT_TRANSLATE_NOOP("Parameter", "Time until competing")},
    {"compete_decrease", QT_TRANSLATE_NOOP("Parameter", "Decrease while competing")},
    {"congested_above", QT_TRANSLATE_NOOP("Parameter", "Queue that is congestion")},
    {"drain_time", QT_TRANSLATE_NOOP("Parameter", "Time to drain a queue")},
    {"epsilon", QT_TRANSLATE_NOOP("Parameter", "Least difference that counts")},
    {"feedback_timeout", QT_TRANSLATE_NOOP("Parameter", "Silence that lowers the rate")},
    {"fill", QT_TRANSLATE_NOOP("Parameter", "Share that is produced")},
    {"first_dimension", QT_TRANSLATE_NOOP("Parameter", "First dimension")},
    {"gamma", QT_TRANSLATE_NOOP("Parameter", "Weight of past round trips")},
    {"gop", QT_TRANSLATE_NOOP("Parameter", "Group of pictures")},
    {"growth", QT_TRANSLATE_NOOP("Parameter", "Growth")},
    {"half_packets", QT_TRANSLATE_NOOP("Parameter", "Size of a frame")},
    {"headroom", QT_TRANSLATE_NOOP("Parameter", "Headroom")},
    {"initial_window", QT_TRANSLATE_NOOP("Parameter", "Window at first")},
    {"interval", QT_TRANSLATE_NOOP("Parameter", "Control interval")},
    {"latency_margin", QT_TRANSLATE_NOOP("Parameter", "Growth that tells nothing")},
    {"latency_reports", QT_TRANSLATE_NOOP("Parameter", "Reports in the mean")},
    {"latency_rise", QT_TRANSLATE_NOOP("Parameter", "Rise of the latency")},
    {"least_frame_rate", QT_TRANSLATE_NOOP("Parameter", "Least frame rate")},
    {"least_share", QT_TRANSLATE_NOOP("Parameter", "Least share")},
    {"least_timeout", QT_TRANSLATE_NOOP("Parameter", "Least time-out")},
    {"longest_interval", QT_TRANSLATE_NOOP("Parameter", "Longest interval")},
    {"loss_events", QT_TRANSLATE_NOOP("Parameter", "Loss by events")},
    {"loss_limit", QT_TRANSLATE_NOOP("Parameter", "Limit of loss")},
    {"loss_weight", QT_TRANSLATE_NOOP("Parameter", "Weight of the newest loss")},
    {"min_timeout", QT_TRANSLATE_NOOP("Parameter", "Least time-out")},
    {"minimum_age", QT_TRANSLATE_NOOP("Parameter", "Memory of the least delay")},
    {"most_break", QT_TRANSLATE_NOOP("Parameter", "Longest break of video")},
    {"most_growth", QT_TRANSLATE_NOOP("Parameter", "Most growth")},
    {"most_steady_time", QT_TRANSLATE_NOOP("Parameter", "Longest steady time")},
    {"noise_factor", QT_TRANSLATE_NOOP("Parameter", "Factor for noise")},
    {"packet_size", QT_TRANSLATE_NOOP("Parameter", "Size of packets")},
    {"packet_tolerance", QT_TRANSLATE_NOOP("Parameter", "Tolerance of packet rates")},
    {"paper_set", QT_TRANSLATE_NOOP("Parameter", "The paper's frames alone")},
    {"pct.lower", QT_TRANSLATE_NOOP("Parameter", "PCT without a trend")},
    {"pct.upper", QT_TRANSLATE_NOOP("Parameter", "PCT of a trend")},
    {"pdt.lower", QT_TRANSLATE_NOOP("Parameter", "PDT without a trend")},
    {"pdt.upper", QT_TRANSLATE_NOOP("Parameter", "PDT of a trend")},
    {"period", QT_TRANSLATE_NOOP("Parameter", "Period")},
    {"queue_above", QT_TRANSLATE_NOOP("Parameter", "Queue of a trend")},
    {"queue_high", QT_TRANSLATE_NOOP("Parameter", "High queue")},
    {"queue_low", QT_TRANSLATE_NOOP("Parameter", "Low queue")},
    {"reopen_growth", QT_TRANSLATE_NOOP("Parameter", "Growth when tried later")},
    {"reordering", QT_TRANSLATE_NOOP("Parameter", "Packets that overtake")},
    {"report_interval", QT_TRANSLATE_NOOP("Parameter", "Time of a report")},
    {"report_wait", QT_TRANSLATE_NOOP("Parameter", "Wait for reports")},
    {"resolution", QT_TRANSLATE_NOOP("Parameter", "Resolution of the search")},
    {"round_packets", QT_TRANSLATE_NOOP("Parameter", "Packets of a round trip")},
    {"scale.long", QT_TRANSLATE_NOOP("Parameter", "Longest window")},
    {"scale.middle", QT_TRANSLATE_NOOP("Parameter", "Middle window")},
    {"scale.short", QT_TRANSLATE_NOOP("Parameter", "Shortest window")},
    {"segment", QT_TRANSLATE_NOOP("Parameter", "Size of a segment")},
    {"segment_size", QT_TRANSLATE_NOOP("Parameter", "Size of a segment")},
    {"silent_reports", QT_TRANSLATE_NOOP("Parameter", "Reports that are missing")},
    {"slope", QT_TRANSLATE_NOOP("Parameter", "Growth without a queue")},
    {"start_doubling", QT_TRANSLATE_NOOP("Parameter", "Doubling at the start")},
    {"start_growth", QT_TRANSLATE_NOOP("Parameter", "Growth at the start")},
    {"stay", QT_TRANSLATE_NOOP("Parameter", "Turns of a dimension")},
    {"steady_time", QT_TRANSLATE_NOOP("Parameter", "Steady time")},
    {"timeout", QT_TRANSLATE_NOOP("Parameter", "Time-out")},
    {"tries", QT_TRANSLATE_NOOP("Parameter", "Tries in a row")},
    {"used_share", QT_TRANSLATE_NOOP("Parameter", "Share that is used")},
    {"variant", QT_TRANSLATE_NOOP("Parameter", "Variant")},
};

}  // namespace

QString parameter_name(std::string_view name) {
  for (const auto& [known, words] : kNames) {
    if (known == name) return QCoreApplication::translate("Parameter", words);
  }
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

}  // namespace counterpoint
