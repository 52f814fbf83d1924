// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/lab/metrics/metrics.h"
#include "app/lab/metrics/metrics_functions.h"
#include "app/lab/metrics/metrics_samples.h"
#include "app/lab/metrics/metrics_timeline.h"
#include "core/model/audio_format.h"

namespace counterpoint::metric {
namespace {

/// One link in one direction, and the bits that it carried.
struct LinkUse {
  StepFunction capacity;
  StepFunction demand;
  double capacity_bits = 0;
  double carried_bits = 0;
};

bool uses(const LabFlow& flow, std::size_t link) {
  return std::find(flow.links.begin(), flow.links.end(), link) != flow.links.end();
}

/// The forward direction, unless no flow has it for its main direction.
bool main_direction_is_backward(const Experiment& experiment) {
  return std::all_of(experiment.flows.begin(), experiment.flows.end(),
                     [](const LabFlow& flow) { return flow.backward; });
}

bool sends(const LabFlow& flow, bool backward) {
  const auto* media = std::get_if<MediaLoad>(&flow.load);
  return flow.backward == backward || (media != nullptr && media->both_ways);
}

LinkUse use_of(const RunRecord& run, std::size_t link, bool backward, const LabSpan& span) {
  const Experiment& experiment = run.header.experiment;
  const LabLink& path = experiment.links[link];
  LinkUse use{.capacity = capacity_of(backward ? path.backward : path.forward, experiment.duration),
              .demand = StepFunction()};
  for (const LabFlow& flow : experiment.flows) {
    if (!uses(flow, link) || !sends(flow, backward)) continue;
    use.demand = combine(use.demand, demand_of(run.header, flow), std::plus<>());
  }
  use.capacity_bits = use.capacity.integral(span);
  for (const PacketOutcome& packet : packets_within(run, span)) {
    const bool carried = packet.fate == PathRecord::Fate::kCarried && packet.backward == backward;
    if (carried && uses(experiment.flows[packet.flow], link)) {
      use.carried_bits += static_cast<double>(packet.wire_size.bits());
    }
  }
  return use;
}

/// The link of the least capacity in `span`; among equals the one that carried most.
std::optional<LinkUse> tightest_link(const RunRecord& run, const LabSpan& span) {
  const bool backward = main_direction_is_backward(run.header.experiment);
  std::optional<LinkUse> tightest;
  for (std::size_t link = 0; link < run.header.experiment.links.size(); ++link) {
    LinkUse use = use_of(run, link, backward, span);
    const bool tighter = !tightest || use.capacity_bits < tightest->capacity_bits ||
                         (use.capacity_bits == tightest->capacity_bits && use.carried_bits > tightest->carried_bits);
    if (tighter) tightest = std::move(use);
  }
  return tightest;
}

Value percent_of(double part, double whole) {
  if (!(whole > 0) || !std::isfinite(whole)) return std::nullopt;
  return 100 * part / whole;
}

}  // namespace

Value utilisation(const RunRecord& run, std::size_t /*flow*/, const LabSpan& span) {
  const LabSpan active = active_span(run, kWholeRun, span);
  const std::optional<LinkUse> link = tightest_link(run, active);
  return link ? percent_of(link->carried_bits, link->capacity_bits) : std::nullopt;
}

Value usable_utilisation(const RunRecord& run, std::size_t /*flow*/, const LabSpan& span) {
  const LabSpan active = active_span(run, kWholeRun, span);
  const std::optional<LinkUse> link = tightest_link(run, active);
  return link ? percent_of(link->carried_bits, minimum(link->capacity, link->demand).integral(active)) : std::nullopt;
}

Value throughput(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const LabSpan active = active_span(run, flow, span);
  if (is_empty(active)) return std::nullopt;
  return carried_bits(run, flow, active) / seconds_of(active) / 1000;
}

Value packet_rate(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  const LabSpan active = active_span(run, flow, span);
  if (is_empty(active)) return std::nullopt;
  return static_cast<double>(queueing_delays(run, flow, active).size()) / seconds_of(active);
}

Value queueing_delay_p50(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  return percentile(queueing_delays(run, flow, active_span(run, flow, span)), 50);
}

Value queueing_delay_p95(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  return percentile(queueing_delays(run, flow, active_span(run, flow, span)), 95);
}

Value queueing_delay_p99(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  return percentile(queueing_delays(run, flow, active_span(run, flow, span)), 99);
}

Value loss(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  return loss_percent(run, flow, active_span(run, flow, span));
}

Value delayed_packets(const RunRecord& run, std::size_t flow, const LabSpan& span) {
  constexpr Duration kThreshold = 100ms;
  const auto* media = std::get_if<MediaLoad>(&run.header.experiment.flows[flow].load);
  if (media == nullptr) return std::nullopt;
  const double longest = std::ranges::max(audio_packet_times(run, flow, active_span(run, flow, span)));
  const DataSize audio = media->audio_rate * from_milliseconds(longest) + DataSize::bytes(40);
  std::optional<Duration> before;
  double packets = 0;
  double delayed = 0;
  for (const PacketOutcome& packet : packets_within(run, active_span(run, flow, span))) {
    const bool carried = is_main_packet(run, packet, flow) && packet.fate == PathRecord::Fate::kCarried;
    if (!carried || packet.wire_size <= audio * 2) continue;
    if (before) ++packets;
    if (before && packet.at - *before > kThreshold) ++delayed;
    before = packet.at;
  }
  return percent_of(delayed, packets);
}

}  // namespace counterpoint::metric
