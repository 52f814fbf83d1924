// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "app/lab/metrics/metrics_functions.h"
#include "app/lab/metrics/metrics_samples.h"
#include "app/lab/metrics/metrics_timeline.h"

namespace counterpoint::metric {
namespace {

/// Rates are smoothed over this: the frames of a second, and the waves of a control loop of 200 ms.
constexpr Duration kSmoothing = 1s;
/// A state that has lasted for so long counts as settled.
constexpr Duration kHold = 5s;
constexpr double kTolerance = 0.15;
constexpr double kReached = 0.85;
/// Queues are drained when packets wait at most so much longer than before: about a burst of a frame's packets.
constexpr double kDrainedMargin = 100;  // ms

/// A time between two changes.
struct Segment {
  LabSpan span;
  bool is_drop = false;
  bool is_rise = false;
};

bool meet(const LabFlow& a, const LabFlow& b) {
  return std::any_of(a.links.begin(), a.links.end(), [&](std::size_t link) {
    return std::find(b.links.begin(), b.links.end(), link) != b.links.end();
  });
}

/// Times at which the flow starts, its capacity changes, or media or TCP flows on its links start, stop, pause or
/// resume.
std::set<Duration> changes_for(const RunRecord& run, const LabFlow& flow) {
  const Experiment& experiment = run.header.experiment;
  std::set<Duration> changes{flow.start};
  const StepFunction capacity = capacity_for(experiment, flow);
  for (const StepFunction::Step& step : capacity.steps()) changes.insert(step.at);
  for (const LabFlow& other : experiment.flows) {
    if (other.backward != flow.backward || std::holds_alternative<CrossLoad>(other.load) || !meet(flow, other)) {
      continue;
    }
    changes.insert({other.start, other.stop});
    const auto* media = std::get_if<MediaLoad>(&other.load);
    if (media == nullptr) continue;
    for (const LabSpan& pause : media->pauses) changes.insert({pause.from, pause.to});
  }
  return changes;
}

/// The segments that begin within `span`, each up to the next of `changes` or the end of the flow or of `span`.
std::vector<Segment> segments_between(const RunRecord& run, std::size_t flow, const std::set<Duration>& changes,
                                      const LabSpan& span) {
  const LabSpan active = active_span(run, flow, span);
  const StepFunction capacity = capacity_for(run.header.experiment, run.header.experiment.flows[flow]);
  std::vector<Segment> segments;
  for (auto change = changes.lower_bound(active.from); change != changes.end() && *change < active.to; ++change) {
    const auto next = std::next(change);
    const double before = capacity.at(*change - 1ns);
    const double after = capacity.at(*change);
    segments.push_back({.span = {.from = *change, .to = next == changes.end() ? active.to : std::min(*next, active.to)},
                        .is_drop = after<before, .is_rise = after> before});
  }
  return segments;
}

/// The segments between changes of the flow's capacity alone.
std::vector<Segment> capacity_segments(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const LabFlow& of = run.header.experiment.flows[flow];
  std::set<Duration> changes{of.start};
  const StepFunction capacity = capacity_for(run.header.experiment, of);
  for (const StepFunction::Step& step : capacity.steps()) changes.insert(step.at);
  return segments_between(run, flow, changes, span);
}

/// Each sample's mean over kSmoothing up to it, with nothing from before the flow's start.
std::vector<double> smoothed(const std::vector<double>& samples, std::size_t first, std::size_t window) {
  std::vector<double> means(samples.size(), 0.0);
  for (std::size_t k = first; k < samples.size(); ++k) {
    const std::size_t from = std::max(first, k + 1 >= window ? k + 1 - window : 0);
    means[k] = *mean({samples.begin() + static_cast<std::ptrdiff_t>(from), k + 1 - from});
  }
  return means;
}

/// Smoothed samples of one flow, and those among them that belong to a span.
struct SampledRate {
  Duration interval{};
  std::vector<double> rates;

  SampledRate(const RunRecord& run, std::size_t flow, Counted counted)
      : interval(run.header.experiment.sample_interval) {
    const Duration start = run.header.experiment.flows[flow].start;
    const auto window = static_cast<std::size_t>(std::max<std::int64_t>(1, kSmoothing / interval));
    rates = smoothed(rate_samples(run, flow, counted), first_within(start), window);
  }
  /// The first sample that begins at `time` or later.
  [[nodiscard]] std::size_t first_within(Duration time) const {
    return static_cast<std::size_t>((time + interval - 1ns) / interval);
  }
  /// One past the last sample that ends at `time` or before.
  [[nodiscard]] std::size_t end_within(Duration time) const {
    return std::min(rates.size(), static_cast<std::size_t>(time / interval));
  }
  /// Number of samples that cover kHold.
  [[nodiscard]] std::size_t hold() const { return static_cast<std::size_t>((kHold + interval - 1ns) / interval); }
  [[nodiscard]] Duration end_of(std::size_t sample) const { return interval * static_cast<std::int64_t>(sample + 1); }
};

Value convergence_within(const SampledRate& sampled, const LabSpan& segment) {
  const std::size_t hold = sampled.hold();
  const std::size_t end = sampled.end_within(segment.to);
  for (std::size_t k = sampled.first_within(segment.from); k + hold <= end; ++k) {
    const auto first = sampled.rates.begin() + static_cast<std::ptrdiff_t>(k);
    const double later = *mean({first, end - k});
    const bool stays = later > 0 && std::all_of(first, first + static_cast<std::ptrdiff_t>(hold), [&](double rate) {
                         return std::abs(rate - later) <= kTolerance * later;
                       });
    if (stays) return to_seconds(sampled.end_of(k) - segment.from);
  }
  return std::nullopt;
}

/// The maximum of `measure` over the segments; nothing if it gives nothing for one, or there is none.
template <typename Measure>
Value largest(const std::vector<Segment>& segments, Measure measure) {
  Value result;
  for (const Segment& segment : segments) {
    const Value value = measure(segment);
    if (!value) return std::nullopt;
    result = std::max(result.value_or(*value), *value);
  }
  return result;
}

std::vector<Segment> drops_of(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  std::vector<Segment> segments = capacity_segments(run, flow, span);
  const Duration start = run.header.experiment.flows[flow].start;
  std::erase_if(segments, [&](const Segment& segment) { return !segment.is_drop || segment.span.from <= start; });
  return segments;
}

Value drained_after(const RunRecord& run, std::size_t flow, const LabSpan& segment) {
  const LabSpan before{.from = segment.from - kHold, .to = segment.from};
  const double bound = percentile(queueing_delays(run, flow, before), 50).value_or(0) + kDrainedMargin;
  const Duration step = run.header.experiment.sample_interval;
  for (Duration at = segment.from; at + kHold <= segment.to; at += step) {
    const std::vector<double> delays = queueing_delays(run, flow, {.from = at, .to = at + kHold});
    if (!delays.empty() && *std::max_element(delays.begin(), delays.end()) <= bound) {
      return to_seconds(at - segment.from);
    }
  }
  return std::nullopt;
}

}  // namespace

Value rate_variation(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const LabSpan active = active_span(run, flow, span);
  const std::vector<double> samples = rate_samples(run, flow, Counted::kCarried);
  const Duration interval = run.header.experiment.sample_interval;
  const auto first = static_cast<std::size_t>((active.from + interval - 1ns) / interval);
  const std::size_t end = std::min(samples.size(), static_cast<std::size_t>(active.to / interval));
  if (first + 1 >= end) return std::nullopt;
  const std::span<const double> within(samples.data() + first, end - first);
  const double average = *mean(within);
  return average > 0 ? std::optional(standard_deviation(within) / average) : std::nullopt;
}

Value convergence_time(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const LabFlow& of = run.header.experiment.flows[flow];
  std::vector<Segment> segments = segments_between(run, flow, changes_for(run, of), span);
  const auto* media = std::get_if<MediaLoad>(&of.load);
  std::erase_if(segments, [&](const Segment& segment) {
    const auto covers = [&](const LabSpan& pause) { return !is_empty(intersection(pause, segment.span)); };
    const bool paused = media != nullptr && std::any_of(media->pauses.begin(), media->pauses.end(), covers);
    return paused || segment.span.to - segment.span.from < 2 * kHold;
  });
  const SampledRate sampled(run, flow, Counted::kAll);
  return largest(segments, [&](const Segment& segment) { return convergence_within(sampled, segment.span); });
}

Value time_to_85(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const LabFlow& of = run.header.experiment.flows[flow];
  std::vector<Segment> segments = capacity_segments(run, flow, span);
  std::erase_if(segments, [&](const Segment& segment) { return !segment.is_rise && segment.span.from != of.start; });
  const StepFunction share = fair_share(run.header, of);
  const SampledRate sampled(run, flow, Counted::kCarried);
  const std::size_t first_whole = sampled.first_within(of.start + kSmoothing - sampled.interval);
  return largest(segments, [&](const Segment& segment) -> Value {
    const std::size_t first = std::max(sampled.first_within(segment.span.from), first_whole);
    const std::size_t end = sampled.end_within(segment.span.to);
    std::size_t since = first;  // The rate has sufficed from here on.
    for (std::size_t k = first; k < end && k - since < sampled.hold(); ++k) {
      const double usable = share.at(sampled.end_of(k) - 1ns);
      if (!(usable > 0 && sampled.rates[k] >= kReached * usable)) since = k + 1;
    }
    return since < end ? std::optional(to_seconds(sampled.end_of(since) - segment.span.from)) : std::nullopt;
  });
}

Value drain_time(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  std::vector<Segment> drops = drops_of(run, flow, span);
  std::erase_if(drops, [](const Segment& drop) { return drop.span.to - drop.span.from < 2 * kHold; });
  return largest(drops, [&](const Segment& drop) { return drained_after(run, flow, drop.span); });
}

Value loss_after_drop(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  return largest(drops_of(run, flow, span), [&](const Segment& drop) {
    const LabSpan after{.from = drop.span.from, .to = drop.span.from + kHold};
    return loss_percent(run, flow, intersection(after, drop.span));
  });
}

}  // namespace counterpoint::metric
