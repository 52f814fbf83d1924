// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/metrics/metrics_samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/lab/metrics/metrics.h"

namespace counterpoint {
namespace {

/// One value for each interval: the sum of `weigh` over the main packets of the flow, divided by the interval in
/// seconds.
template <typename Weigh>
std::vector<double> samples(const RunRecord& run, std::size_t flow, Weigh weigh) {
  const Experiment& experiment = run.header.experiment;
  const Duration interval = experiment.sample_interval;
  std::vector<double> values(static_cast<std::size_t>((experiment.duration + interval - 1ns) / interval), 0.0);
  for (const PacketOutcome& packet : packets_within(run, {.from = {}, .to = experiment.duration})) {
    if (is_main_packet(run, packet, flow)) {
      values[static_cast<std::size_t>(packet.at / interval)] += weigh(packet) / to_seconds(interval);
    }
  }
  return values;
}

}  // namespace

LabSpan intersection(const LabSpan& a, const LabSpan& b) {
  const Duration from = std::max(a.from, b.from);
  return {.from = from, .to = std::max(from, std::min(a.to, b.to))};
}

LabSpan active_span(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const Experiment& experiment = run.header.experiment;
  const LabSpan in_run = intersection(span, {.from = {}, .to = experiment.duration});
  if (flow == kWholeRun) return in_run;
  return intersection(in_run, {.from = experiment.flows[flow].start, .to = experiment.flows[flow].stop});
}

std::span<const PacketOutcome> packets_within(const RunRecord& run, const LabSpan& span) {
  const auto earlier = [](const PacketOutcome& packet, Duration time) { return packet.at < time; };
  const auto first = std::lower_bound(run.packets.begin(), run.packets.end(), span.from, earlier);
  const auto last = std::lower_bound(first, run.packets.end(), span.to, earlier);
  return {first, last};
}

bool is_main_packet(const RunRecord& run, const PacketOutcome& packet, std::size_t flow) {
  if (flow != kWholeRun && packet.flow != flow) return false;
  return packet.backward == run.header.experiment.flows[packet.flow].backward;
}

double carried_bits(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  std::int64_t bits = 0;
  for (const PacketOutcome& packet : packets_within(run, span)) {
    const bool carried = packet.fate == PathRecord::Fate::kCarried;
    if (carried && is_main_packet(run, packet, flow)) bits += packet.wire_size.bits();
  }
  return static_cast<double>(bits);
}

std::vector<double> queueing_delays(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  std::vector<double> delays;
  for (const PacketOutcome& packet : packets_within(run, span)) {
    const bool carried = packet.fate == PathRecord::Fate::kCarried;
    if (carried && is_main_packet(run, packet, flow)) delays.push_back(to_milliseconds(packet.queued));
  }
  return delays;
}

std::optional<double> loss_percent(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  double all = 0;
  double gone = 0;
  for (const PacketOutcome& packet : packets_within(run, span)) {
    if (!is_main_packet(run, packet, flow)) continue;
    ++all;
    if (packet.fate != PathRecord::Fate::kCarried) ++gone;
  }
  return all > 0 ? std::optional(100 * gone / all) : std::nullopt;
}

std::optional<double> percentile(std::vector<double> values, double percent) {
  if (values.empty()) return std::nullopt;
  const auto count = static_cast<double>(values.size());
  const auto rank = static_cast<std::ptrdiff_t>(std::clamp(std::ceil(percent / 100 * count), 1.0, count));
  const auto wanted = values.begin() + (rank - 1);
  std::nth_element(values.begin(), wanted, values.end());
  return *wanted;
}

std::optional<double> mean(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double standard_deviation(std::span<const double> values) {
  const double average = mean(values).value_or(0);
  double squares = 0;
  for (const double value : values) squares += (value - average) * (value - average);
  return values.empty() ? 0 : std::sqrt(squares / static_cast<double>(values.size()));
}

std::optional<double> sample_deviation(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(values.size());
  return standard_deviation(values) * std::sqrt(count / (count - 1));
}

std::vector<double> rate_samples(const RunRecord& run, std::size_t flow, Counted counted) {
  return samples(run, flow, [counted](const PacketOutcome& packet) {
    const bool counts = counted == Counted::kAll || packet.fate == PathRecord::Fate::kCarried;
    return counts ? static_cast<double>(packet.wire_size.bits()) : 0.0;
  });
}

std::vector<double> packet_rate_samples(const RunRecord& run, std::size_t flow) {
  return samples(run, flow,
                 [](const PacketOutcome& packet) { return packet.fate == PathRecord::Fate::kCarried ? 1.0 : 0.0; });
}

std::vector<EndStatistics::Second> seconds_within(const std::vector<EndStatistics>& ends, std::size_t flow,
                                                  const LabSpan& span) {
  std::vector<EndStatistics::Second> seconds;
  if (flow >= ends.size()) return seconds;
  std::copy_if(ends[flow].seconds.begin(), ends[flow].seconds.end(), std::back_inserter(seconds),
               [&](const EndStatistics::Second& second) { return second.at >= span.from && second.at <= span.to; });
  return seconds;
}

std::vector<double> audio_packet_times(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  std::vector<double> times;
  for (const EndStatistics::Second& second : seconds_within(run.receivers, flow, span)) {
    const double time = 1000 * second.stats.audio_in.packet_duration;
    if (time > 0) times.push_back(time);
  }
  if (times.empty()) {
    const auto& media = std::get<MediaLoad>(run.header.experiment.flows[flow].load);
    times.push_back(to_milliseconds(media.audio_packet_time));
  }
  return times;
}

std::optional<StatisticsPair> statistics_within(const std::vector<EndStatistics>& ends, std::size_t flow,
                                                const LabSpan& span) {
  std::vector<EndStatistics::Second> seconds = seconds_within(ends, flow, span);
  if (seconds.empty()) return std::nullopt;
  const Duration start = ends[flow].start;
  if (start >= span.from) seconds.insert(seconds.begin(), {.at = start, .stats = {}});
  if (seconds.front().at >= seconds.back().at) return std::nullopt;
  return StatisticsPair{.first = seconds.front(), .last = seconds.back()};
}

}  // namespace counterpoint
