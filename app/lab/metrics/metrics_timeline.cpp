// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/metrics/metrics_timeline.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "app/lab/experiment/lab_modes.h"
#include "net/emulation/capacity_trace.h"

namespace counterpoint {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
/// Size of an IPv4, a UDP and an RTP header, and of the tag of SRTP.
constexpr double kHeaderBits = (20 + 8 + 12 + 16) * 8;
/// Bytes of a full packet that are not video: these and the payload descriptor.
constexpr double kPacketOverhead = 20 + 8 + 12 + 16 + 4;

double bits_per_second(DataRate rate) {
  return rate.is_unlimited() ? kUnlimited : static_cast<double>(rate.bits_per_second());
}

double audio_demand(const MediaLoad& media) {
  return bits_per_second(media.audio_rate) + kHeaderBits / to_seconds(media.audio_packet_time);
}

double video_demand(const MediaLoad& media) {
  const double frames = media.frame_rate.per_second();
  const double rate = bits_per_second(media.max_rate);
  const double payload = static_cast<double>(media.packet_size.bytes()) - kPacketOverhead;
  return rate + frames * std::ceil(rate / frames / 8 / payload) * kHeaderBits;
}

double mean_rate(const CrossLoad& cross) {
  const double share = cross.on > Duration::zero() ? to_seconds(cross.on) / to_seconds(cross.on + cross.off) : 1;
  return bits_per_second(cross.rate) * share;
}

StepFunction media_demand(const LabFlow& flow, const MediaLoad& media) {
  StepFunction demand;
  demand.change(flow.start, audio_demand(media) + video_demand(media));
  for (const LabSpan& pause : media.pauses) {
    const LabSpan within{.from = std::max(pause.from, flow.start), .to = std::min(pause.to, flow.stop)};
    if (within.from >= within.to) continue;
    demand.change(within.from, audio_demand(media));
    demand.change(within.to, audio_demand(media) + video_demand(media));
  }
  demand.change(flow.stop, 0);
  return demand;
}

StepFunction constant_demand(const LabFlow& flow, double rate) {
  StepFunction demand;
  demand.change(flow.start, rate);
  demand.change(flow.stop, 0);
  return demand;
}

/// The value of `steps`' field over time.
template <typename Value, typename Convert>
StepFunction schedule(Value initial, const std::vector<PathStep>& steps, std::optional<Value> PathStep::*field,
                      Convert convert) {
  StepFunction function(convert(initial));
  for (const PathStep& step : steps) {
    if (step.*field) function.change(step.at, convert(*(step.*field)));
  }
  return function;
}

bool shares_link(const LabFlow& a, const LabFlow& b, std::size_t link) {
  return a.backward == b.backward && std::find(b.links.begin(), b.links.end(), link) != b.links.end();
}

/// The capacity of `link` that cross traffic leaves, divided by the number of active media and bulk flows that share it
/// with `flow`.
StepFunction share_of_link(const RunHeader& run, const LabFlow& flow, std::size_t link) {
  StepFunction left = capacity_of(main_path(run.experiment.links[link], flow), run.experiment.duration);
  StepFunction claimants;
  for (const LabFlow& other : run.experiment.flows) {
    if (!shares_link(flow, other, link)) continue;
    const StepFunction demand = demand_of(run, other);
    if (std::holds_alternative<CrossLoad>(other.load)) {
      left = combine(left, demand, [](double rate, double taken) { return std::max(0.0, rate - taken); });
    } else {
      claimants = combine(claimants, demand, [](double count, double rate) { return rate > 0 ? count + 1 : count; });
    }
  }
  return combine(left, claimants, [](double rate, double count) { return rate / std::max(1.0, count); });
}

}  // namespace

void StepFunction::change(Duration at, double value) {
  if (at <= steps_.back().at) {
    steps_.back().value = value;
    if (steps_.size() > 1 && steps_[steps_.size() - 2].value == value) steps_.pop_back();
  } else if (value != steps_.back().value) {
    steps_.push_back({.at = at, .value = value});
  }
}

double StepFunction::at(Duration time) const {
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), time,
                                      [](Duration wanted, const Step& step) { return wanted < step.at; });
  return after == steps_.begin() ? steps_.front().value : std::prev(after)->value;
}

double StepFunction::integral(const LabSpan& span) const {
  double sum = 0;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const Duration from = std::max(steps_[i].at, span.from);
    const Duration to = i + 1 < steps_.size() ? std::min(steps_[i + 1].at, span.to) : span.to;
    if (from < to) sum += steps_[i].value * to_seconds(to - from);
  }
  return sum;
}

StepFunction combine(const StepFunction& a, const StepFunction& b,
                     const std::function<double(double, double)>& operation) {
  std::set<Duration> times;
  for (const StepFunction::Step& step : a.steps()) times.insert(step.at);
  for (const StepFunction::Step& step : b.steps()) times.insert(step.at);
  StepFunction result(operation(a.at({}), b.at({})));
  for (const Duration time : times) result.change(time, operation(a.at(time), b.at(time)));
  return result;
}

StepFunction minimum(const StepFunction& a, const StepFunction& b) {
  return combine(a, b, [](double x, double y) { return std::min(x, y); });
}

StepFunction capacity_of(const PathConfig& path, Duration duration) {
  const StepFunction served = schedule(path.rate, rate_steps(path, duration), &PathStep::rate, bits_per_second);
  return path.policer ? minimum(served, StepFunction(bits_per_second(path.policer->rate))) : served;
}

StepFunction delay_of(const PathConfig& path) { return schedule(path.delay, path.steps, &PathStep::delay, to_seconds); }

const PathConfig& main_path(const LabLink& link, const LabFlow& flow) {
  return flow.backward ? link.backward : link.forward;
}

StepFunction capacity_for(const Experiment& experiment, const LabFlow& flow) {
  StepFunction capacity(kUnlimited);
  for (const std::size_t link : flow.links) {
    capacity = minimum(capacity, capacity_of(main_path(experiment.links[link], flow), experiment.duration));
  }
  return capacity;
}

StepFunction demand_of(const RunHeader& run, const LabFlow& flow) {
  const LabFlow sent = flow_in_mode(flow, run.mode);
  if (const auto* cross = std::get_if<CrossLoad>(&sent.load)) return constant_demand(sent, mean_rate(*cross));
  if (const auto* tcp = std::get_if<TcpLoad>(&sent.load)) {
    return constant_demand(sent, tcp->transfers ? 0 : kUnlimited);
  }
  return media_demand(sent, std::get<MediaLoad>(sent.load));
}

StepFunction share_of_links(const RunHeader& run, const LabFlow& flow) {
  StepFunction share(kUnlimited);
  for (const std::size_t link : flow.links) share = minimum(share, share_of_link(run, flow, link));
  return share;
}

StepFunction fair_share(const RunHeader& run, const LabFlow& flow) {
  return minimum(demand_of(run, flow), share_of_links(run, flow));
}

}  // namespace counterpoint
