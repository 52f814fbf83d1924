// SPDX-License-Identifier: GPL-3.0-or-later
// Measurements taken from a run: its packets in a span, rates over time, percentiles, statistics of an end.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "app/lab/record/run_record.h"

namespace counterpoint {

/// The overlap of two spans; from = to when there is none.
[[nodiscard]] LabSpan intersection(const LabSpan& a, const LabSpan& b);
[[nodiscard]] inline bool is_empty(const LabSpan& span) { return span.from >= span.to; }
[[nodiscard]] inline double seconds_of(const LabSpan& span) { return to_seconds(span.to - span.from); }
/// The part of `span` in which the flow (kWholeRun: the run) is active.
[[nodiscard]] LabSpan active_span(const RunRecord& run, std::size_t flow, const LabSpan& span);

/// The packets whose time is in `span`.
[[nodiscard]] std::span<const PacketOutcome> packets_within(const RunRecord& run, const LabSpan& span);
/// True if the packet belongs to `flow` (kWholeRun: to any) and goes in the main direction of its flow.
[[nodiscard]] bool is_main_packet(const RunRecord& run, const PacketOutcome& packet, std::size_t flow);

/// Bits that the links carried of `flow` in its main direction within `span`.
[[nodiscard]] double carried_bits(const RunRecord& run, std::size_t flow, const LabSpan& span);
/// Queueing delay in milliseconds of each packet that was carried in the main direction.
[[nodiscard]] std::vector<double> queueing_delays(const RunRecord& run, std::size_t flow, const LabSpan& span);
/// Share of the packets in the main direction that were dropped or lost, in percent; nothing when there was no packet.
[[nodiscard]] std::optional<double> loss_percent(const RunRecord& run, std::size_t flow, const LabSpan& span);

/// The smallest value that at least `percent` % of `values` do not exceed (nearest rank); nothing for none.
[[nodiscard]] std::optional<double> percentile(std::vector<double> values, double percent);
[[nodiscard]] std::optional<double> mean(std::span<const double> values);
/// Standard deviation of the values themselves (divided by n).
[[nodiscard]] double standard_deviation(std::span<const double> values);
/// Standard deviation of the population, estimated from a sample (divided by n - 1); nothing for fewer than two values.
[[nodiscard]] std::optional<double> sample_deviation(std::span<const double> values);

/// Samples over the whole run, one an Experiment::sample_interval: the k-th is of [k, k + 1) intervals.
enum class Counted { kCarried, kAll };  ///< kAll: all packets sent, with those that were dropped or lost.
/// bit/s of the flow in its main direction.
[[nodiscard]] std::vector<double> rate_samples(const RunRecord& run, std::size_t flow, Counted counted);
/// Packets a second, carried in the main direction.
[[nodiscard]] std::vector<double> packet_rate_samples(const RunRecord& run, std::size_t flow);

/// Two of an end's seconds: the first and the last in a span. The first may be the log's start, with all totals at
/// zero.
struct StatisticsPair {
  EndStatistics::Second first;
  EndStatistics::Second last;
  [[nodiscard]] double seconds() const { return to_seconds(last.at - first.at); }
};
/// Nothing when `span` has fewer than two seconds.
[[nodiscard]] std::optional<StatisticsPair> statistics_within(const std::vector<EndStatistics>& ends, std::size_t flow,
                                                              const LabSpan& span);
/// All seconds in `span`.
[[nodiscard]] std::vector<EndStatistics::Second> seconds_within(const std::vector<EndStatistics>& ends,
                                                                std::size_t flow, const LabSpan& span);
/// The milliseconds of audio in the packets that a media flow's receiver got, for each second of `span`: a mode may
/// ask for longer ones than the experiment does, whose time this is where nothing was recorded. There is one at least.
[[nodiscard]] std::vector<double> audio_packet_times(const RunRecord& run, std::size_t flow, const LabSpan& span);

}  // namespace counterpoint
