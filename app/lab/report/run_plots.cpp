// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/report/run_plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "app/lab/experiment/lab_modes.h"
#include "app/lab/metrics/metrics.h"
#include "app/lab/metrics/metrics_samples.h"
#include "app/lab/metrics/metrics_timeline.h"
#include "app/plot/svg_plot.h"

namespace counterpoint {
namespace {

/// More lines of different colours cannot be told apart.
constexpr std::size_t kMaxGroups = 8;
/// More points than a plot has pixels are averaged.
constexpr std::size_t kMaxPoints = 600;
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

std::string_view kind_of(const LabFlow& flow) {
  if (flow.is_media()) return "media";
  if (const auto* tcp = std::get_if<TcpLoad>(&flow.load)) return tcp->transfers ? "short" : "tcp";
  return "cross";
}

std::string classes_of(std::size_t group, std::string_view kind) {
  return "c" + std::to_string(group % kMaxGroups) + " " + std::string(kind);
}

std::vector<double> group_samples(const RunRecord& run, const FlowGroup& group,
                                  std::vector<double> (*samples)(const RunRecord&, std::size_t)) {
  std::vector<double> sum;
  for (const std::size_t flow : group.flows) {
    const std::vector<double> one = samples(run, flow);
    sum.resize(one.size(), 0.0);
    std::ranges::transform(sum, one, sum.begin(), std::plus<>());
  }
  return sum;
}

std::vector<double> carried_rate(const RunRecord& run, std::size_t flow) {
  return rate_samples(run, flow, Counted::kCarried);
}

/// The samples in which one of the group's flows is active, as points; averaged where there are too many.
std::vector<PlotPoint> over_time(const RunRecord& run, const FlowGroup& group, const std::vector<double>& samples,
                                 double unit) {
  Duration start = Duration::max();
  Duration stop{};
  for (const std::size_t flow : group.flows) {
    start = std::min(start, run.header.experiment.flows[flow].start);
    stop = std::max(stop, run.header.experiment.flows[flow].stop);
  }
  const Duration interval = run.header.experiment.sample_interval;
  const std::size_t step = std::max<std::size_t>(1, (samples.size() + kMaxPoints - 1) / kMaxPoints);
  std::vector<PlotPoint> points;
  for (std::size_t k = 0; k < samples.size(); k += step) {
    const std::size_t count = std::min(step, samples.size() - k);
    const Duration middle = interval * static_cast<std::int64_t>(2 * k + count) / 2;
    if (middle < start || middle > stop) continue;
    const double average = *mean({samples.begin() + static_cast<std::ptrdiff_t>(k), count});
    points.push_back({.x = to_seconds(middle), .y = average / unit});
  }
  return points;
}

double highest(const std::vector<std::vector<PlotPoint>>& lines) {
  double max = 0;
  for (const std::vector<PlotPoint>& line : lines) {
    for (const PlotPoint& point : line) {
      if (std::isfinite(point.y)) max = std::max(max, point.y);
    }
  }
  return max;
}

/// Draws one line a group.
RunPlot plot_groups(const RunRecord& run, const std::vector<FlowGroup>& groups,
                    const std::vector<std::vector<PlotPoint>>& lines, RunPlot plot, PlotAxis axis) {
  SvgPlot drawing(PlotAxis::of_time(run.header.experiment.duration), std::move(axis));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (lines[i].empty()) continue;
    drawing.add_line(lines[i], groups[i].classes);
    plot.keys.push_back({.name = groups[i].name, .classes = groups[i].classes});
  }
  plot.svg = drawing.svg(plot.title);
  return plot;
}

/// A limited link in a direction that is some flow's main one.
struct CapacityLine {
  std::string name;
  std::vector<PlotPoint> points;  ///< kbit/s, the beginnings of steps.
};

std::vector<CapacityLine> capacity_lines(const Experiment& experiment) {
  std::vector<CapacityLine> lines;
  for (const bool backward : {false, true}) {
    std::set<std::size_t> used;
    for (const LabFlow& flow : experiment.flows) {
      if (flow.backward == backward) used.insert(flow.links.begin(), flow.links.end());
    }
    for (const std::size_t link : used) {
      const LabLink& path = experiment.links[link];
      const StepFunction capacity = capacity_of(backward ? path.backward : path.forward, experiment.duration);
      CapacityLine line{.name = path.name + (backward ? ", backward" : ""), .points = {}};
      for (const StepFunction::Step& step : capacity.steps()) {
        line.points.push_back(
            {.x = to_seconds(step.at), .y = std::isfinite(step.value) ? step.value / 1000 : kMissing});
      }
      if (std::ranges::any_of(line.points, [](const PlotPoint& p) { return !std::isnan(p.y); })) {
        lines.push_back(std::move(line));
      }
    }
  }
  return lines;
}

RunPlot rate_plot(const RunRecord& run, const std::vector<FlowGroup>& groups) {
  std::vector<std::vector<PlotPoint>> rates;
  rates.reserve(groups.size());
  for (const FlowGroup& group : groups) {
    rates.push_back(over_time(run, group, group_samples(run, group, carried_rate), 1000));
  }
  const std::vector<CapacityLine> capacities = capacity_lines(run.header.experiment);
  const double max_sent = std::max(highest(rates), 1.0);
  double top = max_sent;
  // A capacity far above all rates would press them to the ground.
  constexpr double kHeadroom = 10;
  const auto shown = [&](const CapacityLine& line) { return highest({line.points}) <= kHeadroom * max_sent; };
  for (const CapacityLine& line : capacities) {
    if (shown(line)) top = std::max(top, highest({line.points}));
  }
  RunPlot plot{.title = "Capacity, and rate carried of each flow", .svg = {}, .keys = {}};
  SvgPlot drawing(PlotAxis::of_time(run.header.experiment.duration), PlotAxis::from_zero(top, "kbit/s"));
  for (std::size_t i = 0; i < capacities.size(); ++i) {
    const std::string classes = i == 0 ? "capacity" : "capacity other";
    if (shown(capacities[i])) drawing.add_steps(capacities[i].points, classes);
    const std::string note = shown(capacities[i]) ? "" : " (far above)";
    plot.keys.push_back({.name = "capacity of " + capacities[i].name + note, .classes = classes});
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    drawing.add_line(rates[i], groups[i].classes);
    plot.keys.push_back({.name = groups[i].name, .classes = groups[i].classes});
  }
  plot.svg = drawing.svg(plot.title);
  return plot;
}

/// Least, median and most that packets of one direction have queued, over time.
struct DelayLines {
  std::vector<PlotPoint> min;
  std::vector<PlotPoint> median;
  std::vector<PlotPoint> max;
};

DelayLines delay_lines(const RunRecord& run, bool backward) {
  const Experiment& experiment = run.header.experiment;
  const std::size_t samples = static_cast<std::size_t>(experiment.duration / experiment.sample_interval) + 1;
  const auto step = static_cast<std::int64_t>(std::max<std::size_t>(1, (samples + kMaxPoints - 1) / kMaxPoints));
  const Duration width = experiment.sample_interval * step;
  DelayLines lines;
  for (Duration at{}; at < experiment.duration; at += width) {
    std::vector<double> delays;
    for (const PacketOutcome& packet : packets_within(run, {.from = at, .to = at + width})) {
      const bool counts = packet.fate == PathRecord::Fate::kCarried && packet.backward == backward;
      if (counts && is_main_packet(run, packet, kWholeRun)) delays.push_back(to_milliseconds(packet.queued));
    }
    const double x = to_seconds(at + width / 2);
    const auto [min, max] =
        delays.empty() ? std::ranges::min_max_result<double>{kMissing, kMissing} : std::ranges::minmax(delays);
    lines.min.push_back({.x = x, .y = min});
    lines.median.push_back({.x = x, .y = percentile(delays, 50).value_or(kMissing)});
    lines.max.push_back({.x = x, .y = max});
  }
  return lines;
}

RunPlot delay_plot(const RunRecord& run) {
  const DelayLines forward = delay_lines(run, false);
  const DelayLines backward = delay_lines(run, true);
  const double top = highest({forward.max, backward.max});
  RunPlot plot{.title = "Queueing delay: median and range", .svg = {}, .keys = {}};
  SvgPlot drawing(PlotAxis::of_time(run.header.experiment.duration), PlotAxis::from_zero(std::max(top, 10.0), "ms"));
  const auto add = [&](const DelayLines& lines, const std::string& name, const std::string& classes) {
    const auto has_value = [](const PlotPoint& point) { return !std::isnan(point.y); };
    if (std::ranges::none_of(lines.median, has_value)) return;
    drawing.add_band(lines.min, lines.max, classes);
    drawing.add_line(lines.median, classes);
    plot.keys.push_back({.name = name, .classes = classes});
  };
  add(forward, "forward", "c0");
  add(backward, "backward", "c1");
  plot.svg = drawing.svg(plot.title);
  return plot;
}

RunPlot loss_plot(const RunRecord& run, const std::vector<FlowGroup>& groups) {
  const Duration duration = run.header.experiment.duration;
  const Duration width = std::max<Duration>(1s, duration / static_cast<std::int64_t>(kMaxPoints));
  std::vector<std::vector<PlotPoint>> lines;
  for (const FlowGroup& group : groups) {
    std::vector<double> all(static_cast<std::size_t>(duration / width) + 1, 0.0);
    std::vector<double> gone(all.size(), 0.0);
    const std::set<std::size_t> members(group.flows.begin(), group.flows.end());
    for (const PacketOutcome& packet : packets_within(run, {.from = {}, .to = duration})) {
      if (!members.contains(packet.flow) || !is_main_packet(run, packet, kWholeRun)) continue;
      const auto bucket = static_cast<std::size_t>(packet.at / width);
      ++all[bucket];
      if (packet.fate != PathRecord::Fate::kCarried) ++gone[bucket];
    }
    lines.emplace_back();
    for (std::size_t k = 0; k < all.size(); ++k) {
      const double middle = to_seconds(width) * (static_cast<double>(k) + 0.5);
      if (all[k] > 0) lines.back().push_back({.x = middle, .y = 100 * gone[k] / all[k]});
    }
  }
  RunPlot plot{.title = "Packets dropped or lost", .svg = {}, .keys = {}};
  return plot_groups(run, groups, lines, std::move(plot), PlotAxis::from_zero(std::max(highest(lines), 1.0), "%"));
}

/// The mean over the group's flows of frames shown in each second.
std::vector<PlotPoint> frame_rate_line(const RunRecord& run, const FlowGroup& group) {
  std::map<std::int64_t, std::vector<double>> rates;  // Frame rates by second.
  for (const std::size_t flow : group.flows) {
    EndStatistics::Second before{.at = run.receivers[flow].start, .stats = {}};
    for (const EndStatistics::Second& second : run.receivers[flow].seconds) {
      const double frames = static_cast<double>(second.stats.video_in.frames_rendered) -
                            static_cast<double>(before.stats.video_in.frames_rendered);
      const double elapsed = to_seconds(second.at - before.at);
      if (elapsed > 0) rates[second.at / 1s].push_back(frames / elapsed);
      before = second;
    }
  }
  std::vector<PlotPoint> line;
  line.reserve(rates.size());
  for (const auto& [second, values] : rates) line.push_back({.x = static_cast<double>(second), .y = *mean(values)});
  return line;
}

std::optional<RunPlot> frame_rate_plot(const RunRecord& run, const std::vector<FlowGroup>& groups) {
  std::vector<std::vector<PlotPoint>> lines;
  lines.reserve(groups.size());
  for (const FlowGroup& group : groups) lines.push_back(frame_rate_line(run, group));
  if (std::ranges::all_of(lines, &std::vector<PlotPoint>::empty)) return std::nullopt;
  RunPlot plot{.title = "Frames shown a second", .svg = {}, .keys = {}};
  return plot_groups(run, groups, lines, std::move(plot),
                     PlotAxis::from_zero(std::max(highest(lines), 10.0), "frames/s"));
}

/// The sender's operating points on the wire: frames in packets of at most 1184 bytes of payload, 50 packets of audio a
/// second, and 40 bytes of headers in front of each.
std::vector<PlotPoint> chosen_points(const EndStatistics& end, const MediaLoad& media) {
  constexpr double kPayload = 1184;
  constexpr double kHeaderKilobits = 0.32;
  constexpr double kAudioPackets = 50;
  std::vector<PlotPoint> points;
  for (const EndStatistics::Second& second : end.seconds) {
    const OperatingPoint& point = second.stats.operating_point;
    const double in_a_frame = std::ceil(static_cast<double>(point.frame_size.bytes()) / kPayload);
    const double packets = in_a_frame * point.frame_rate.per_second() + kAudioPackets;
    const DataRate payload = point.video_rate() + media.audio_rate;
    points.push_back({.x = payload.kilobits_per_second() + packets * kHeaderKilobits, .y = packets});
  }
  const auto same = [](const PlotPoint& a, const PlotPoint& b) { return a.x == b.x && a.y == b.y; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  return points;
}

/// Lines of equal packet size help to read the plane.
void add_size_guides(SvgPlot& drawing, const PlotAxis& x, const PlotAxis& y) {
  for (const int bytes : {100, 300, 600, 1228}) {
    const double slope = 1000.0 / 8 / bytes;  // Packets a second for each kbit/s.
    const PlotPoint end =
        x.to * slope <= y.to ? PlotPoint{.x = x.to, .y = x.to * slope} : PlotPoint{.x = y.to / slope, .y = y.to};
    drawing.add_line({{.x = 0, .y = 0}, end}, "guide");
    drawing.add_text(end, std::to_string(bytes) + " B");
  }
}

std::optional<RunPlot> plane_plot(const RunRecord& run, const std::vector<FlowGroup>& groups) {
  RunPlot plot{.title = "Media in the plane: samples, and chosen operating points (ringed)", .svg = {}, .keys = {}};
  std::vector<std::pair<std::vector<PlotPoint>, std::string>> clouds;
  std::vector<std::pair<std::vector<PlotPoint>, std::string>> choices;
  double max_bits = 0;
  double max_packets = 0;
  for (const FlowGroup& group : groups) {
    if (!run.header.experiment.flows[group.flows.front()].is_media()) continue;
    const std::size_t flow = group.flows.front();
    const std::vector<double> bits = carried_rate(run, flow);
    const std::vector<double> packets = packet_rate_samples(run, flow);
    std::vector<PlotPoint> cloud;
    for (std::size_t k = 0; k < bits.size(); ++k) {
      if (packets[k] <= 0) continue;
      cloud.push_back({.x = bits[k] / 1000, .y = packets[k]});
      max_bits = std::max(max_bits, bits[k] / 1000);
      max_packets = std::max(max_packets, packets[k]);
    }
    clouds.emplace_back(std::move(cloud), group.classes);
    choices.emplace_back(chosen_points(run.senders[flow], std::get<MediaLoad>(run.header.experiment.flows[flow].load)),
                         group.classes);
    const std::string& name = run.header.experiment.flows[flow].name;
    plot.keys.push_back({.name = name, .classes = group.classes});
  }
  if (clouds.empty()) return std::nullopt;
  const PlotAxis x = PlotAxis::from_zero(max_bits, "kbit/s");
  const PlotAxis y = PlotAxis::from_zero(max_packets, "packets/s");
  SvgPlot drawing(x, y);
  add_size_guides(drawing, x, y);
  for (const auto& [points, classes] : clouds) drawing.add_dots(points, 1.5, classes + " faint");
  for (const auto& [points, classes] : choices) {
    drawing.add_line(points, classes + " thin");
    drawing.add_dots(points, 5, "ring");
    drawing.add_dots(points, 3.5, classes);
  }
  plot.svg = drawing.svg(plot.title);
  return plot;
}

}  // namespace

std::vector<FlowGroup> flow_groups(const RunHeader& run) {
  const std::vector<LabFlow>& flows = run.experiment.flows;
  std::vector<FlowGroup> groups;
  for (std::size_t flow = 0; flow < flows.size(); ++flow) {
    const std::string_view kind = kind_of(flow_in_mode(flows[flow], run.mode));
    groups.push_back({.name = flows[flow].name, .classes = classes_of(flow, kind), .flows = {flow}});
  }
  if (groups.size() <= kMaxGroups) return groups;
  groups.clear();
  for (const std::string_view kind : {"media", "tcp", "short", "cross"}) {
    FlowGroup group{.name = {}, .classes = classes_of(groups.size(), kind), .flows = {}};
    for (std::size_t flow = 0; flow < flows.size(); ++flow) {
      if (kind_of(flows[flow]) == kind) group.flows.push_back(flow);
    }
    group.name = std::string(kind) + " (" + std::to_string(group.flows.size()) + ")";
    if (!group.flows.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<RunPlot> run_plots(const RunRecord& run) {
  const std::vector<FlowGroup> groups = flow_groups(run.header);
  std::vector<RunPlot> plots{rate_plot(run, groups), delay_plot(run), loss_plot(run, groups)};
  if (std::optional<RunPlot> frames = frame_rate_plot(run, groups)) plots.push_back(std::move(*frames));
  if (std::optional<RunPlot> plane = plane_plot(run, groups)) plots.push_back(std::move(*plane));
  return plots;
}

}  // namespace counterpoint
