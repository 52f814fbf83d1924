// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log/log_plots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "app/plot/svg_plot.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

struct Line {
  Series series;
  std::string_view name;
  std::string_view classes;
};
struct Plot {
  std::string_view title;
  std::string_view unit;
  double min_top;  ///< Least upper end of the axis, as in the window.
  double height;
  std::vector<Line> lines;
};

constexpr double kTall = 230;
constexpr double kLow = 130;

const std::array<Plot, 6>& plots() {
  static const std::array<Plot, 6> table = {{
      {"Rate",
       "kbit/s",
       100,
       kTall,
       {{Series::kRateLimit, "limit", "rate-limit"},
        {Series::kReceiveRate, "from peer", "from-peer"},
        {Series::kArrivedRate, "arrived", "arrived wide"},
        {Series::kChosenRate, "chosen", "chosen"},
        {Series::kSendRate, "sent", "sent"}}},
      {"Packets",
       "packets/s",
       20,
       kTall,
       {{Series::kPacketLimit, "limit", "packet-limit"},
        {Series::kReceivePackets, "from peer", "from-peer"},
        {Series::kArrivedPackets, "arrived", "arrived wide"},
        {Series::kChosenPackets, "chosen", "chosen"},
        {Series::kSendPackets, "sent", "sent"}}},
      {"Frames",
       "frames/s",
       10,
       kTall,
       {{Series::kReceiveFrames, "from peer", "from-peer"}, {Series::kSendFrames, "sent", "sent"}}},
      {"Delay",
       "ms",
       20,
       kTall,
       {{Series::kRoundTrip, "round trip", "ink"}, {Series::kQueueingDelay, "queue to peer", "arrived"}}},
      {"Loss",
       "%",
       5,
       kLow,
       {{Series::kReceiveLoss, "from peer", "from-peer"}, {Series::kSendLoss, "to peer", "arrived"}}},
      {"Buffer",
       "ms",
       50,
       kLow,
       {{Series::kPictureBuffer, "pictures", "from-peer"}, {Series::kAudioBuffer, "sound", "ink"}}},
  }};
  return table;
}

std::string key(std::string_view name, std::string_view shape, std::string_view classes, std::string_view path) {
  return html_element("span", "<svg viewBox=\"0 0 26 10\" aria-hidden=\"true\"><path class=\"" + std::string(shape) +
                                  " " + std::string(classes) + "\" d=\"" + std::string(path) + "\"/></svg>" +
                                  escape_html(name));
}

std::string line_key(std::string_view name, std::string_view classes) { return key(name, "line", classes, "M0 5H26"); }

std::string dot_key(std::string_view name, std::string_view classes) {
  return html_element("span", "<svg viewBox=\"0 0 26 10\" aria-hidden=\"true\"><path class=\"dots " +
                                  std::string(classes) + "\" stroke-width=\"4\" d=\"M5 5h0M13 5h0M21 5h0\"/></svg>" +
                                  escape_html(name));
}

std::string figure(std::string_view title, const std::string& keys, const SvgPlot& plot) {
  return html_element(
      "figure", html_element("figcaption", escape_html(title)) + html_element("div", keys, "keys") + plot.svg(title));
}

double seconds_of(const CallHistory& history, Duration at) { return to_seconds(at - history.start()); }

/// The minimum and the maximum of each of some hundred equal spans of time, so that no peak is lost.
std::vector<PlotPoint> thinned(const CallHistory& history, Series series) {
  constexpr std::size_t kSpans = 400;
  const std::vector<CallSample>& samples = history.samples();
  const std::size_t step = std::max<std::size_t>(1, samples.size() / kSpans);
  std::vector<PlotPoint> points;
  for (std::size_t first = 0; first < samples.size(); first += step) {
    PlotPoint min{.x = seconds_of(history, samples[first].at), .y = kMissing};
    PlotPoint max = min;
    for (std::size_t i = first; i < std::min(samples.size(), first + step); ++i) {
      const PlotPoint point{.x = seconds_of(history, samples[i].at), .y = static_cast<double>(samples[i][series])};
      if (std::isnan(point.y)) continue;
      if (!(point.y >= min.y)) min = point;
      if (!(point.y <= max.y)) max = point;
    }
    points.push_back(min.x <= max.x ? min : max);
    if (step > 1) points.push_back(min.x <= max.x ? max : min);
  }
  return points;
}

double highest(const std::vector<PlotPoint>& points) {
  double max = 0;
  for (const PlotPoint& point : points) {
    if (point.y > max) max = point.y;
  }
  return max;
}

void add_mode_changes(SvgPlot& drawing, const CallHistory& history) {
  for (std::size_t i = 1; i < history.modes().size(); ++i) {
    const CallHistory::Mode& mode = history.modes()[i];
    drawing.add_vertical(seconds_of(history, mode.at), mode.name, "mode-change");
  }
}

std::string time_plot(const CallHistory& history, const Plot& plot) {
  double max = plot.min_top;
  double limit = 0;
  std::vector<std::vector<PlotPoint>> lines;
  for (const Line& line : plot.lines) {
    lines.push_back(thinned(history, line.series));
    const bool is_limit = line.series == Series::kRateLimit || line.series == Series::kPacketLimit;
    (is_limit ? limit : max) = std::max(is_limit ? limit : max, highest(lines.back()));
  }
  constexpr double kFar = 2;  // A limit far above all else would leave no room for the rest.
  const double top = std::max(max, std::min(limit, kFar * max));
  SvgPlot drawing(PlotAxis::of_clock(0, seconds_of(history, history.end())),
                  PlotAxis::from_zero(top, std::string(plot.unit)), plot.height);
  std::string keys;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    drawing.add_line(lines[i], plot.lines[i].classes);
    keys += line_key(plot.lines[i].name, plot.lines[i].classes);
  }
  add_mode_changes(drawing, history);
  if (history.modes().size() > 1) keys += line_key("change of mode", "mode-change");
  return figure(plot.title, keys, drawing);
}

PlotPoint place(const PlanePosition& position) {
  return {.x = position.bit_rate.kilobits_per_second(), .y = position.packet_rate.per_second()};
}

/// Positions of a call in the plane; those of zero have no place on its axes.
struct Positions {
  std::vector<PlotPoint> chosen;  ///< Interrupted where the mode changed.
  std::vector<PlotPoint> sent;
  std::vector<PlotPoint> arrived;
};

Positions positions_of(const CallHistory& history) {
  constexpr std::size_t kMaxPlaces = 1000;
  const std::size_t step = std::max<std::size_t>(1, history.samples().size() / kMaxPlaces);
  Positions positions;
  const CallHistory::Mode* mode = nullptr;
  const auto add = [](std::vector<PlotPoint>& list, const PlanePosition& position) {
    const PlotPoint point = place(position);
    if (point.x > 0 && point.y > 0) list.push_back(point);
  };
  for (std::size_t i = 0; i < history.samples().size(); i += step) {
    const CallSample& sample = history.samples()[i];
    const CallHistory::Mode* now = history.mode_at(sample.at);
    if (mode != nullptr && now != mode) positions.chosen.push_back({kMissing, kMissing});
    mode = now;
    add(positions.chosen, sample.chosen);
    if (sample.sent) add(positions.sent, *sample.sent);
    if (sample.received) add(positions.arrived, *sample.received);
  }
  return positions;
}

void add_sets(SvgPlot& drawing, const CallHistory& history) {
  std::set<const OperatingSet*> drawn;
  for (const CallHistory::Mode& mode : history.modes()) {
    if (!mode.choices || !drawn.insert(mode.choices.get()).second) continue;
    constexpr std::size_t kFewPoints = 150;
    std::vector<PlotPoint> least;
    std::vector<PlotPoint> most;
    for (const PacketRateSpan& span : mode.choices->outline) {
      least.push_back(place({span.bit_rate, span.least}));
      most.push_back(place({span.bit_rate, span.most}));
    }
    drawing.add_band(least, most, "set");
    if (mode.choices->points.size() > kFewPoints) continue;
    std::vector<PlotPoint> points;
    for (const PlanePosition& point : mode.choices->points) points.push_back(place(point));
    drawing.add_dots(points, 1.5, "set");
  }
}

/// Lines of a packet of `bytes` on the average.
void add_packet_size(SvgPlot& drawing, const PlotAxis& x, double bytes) {
  std::vector<PlotPoint> line;
  constexpr int kSteps = 40;
  for (int i = 0; i <= kSteps; ++i) {
    const double rate = x.from * std::pow(x.to / x.from, i / static_cast<double>(kSteps));
    line.push_back({rate, 1000 * rate / (8 * bytes)});
  }
  drawing.add_line(line, "guide");
}

/// The limits at the end of the call.
void add_limits(SvgPlot& drawing, const CallHistory& history, const PlotAxis& x, const PlotAxis& y) {
  if (history.samples().empty()) return;
  const CallSample& last = history.samples().back();
  const double rate = static_cast<double>(last[Series::kRateLimit]);
  const double packets = static_cast<double>(last[Series::kPacketLimit]);
  if (rate > x.from && rate < x.to) {
    drawing.add_vertical(rate, format_text("limit %.0f kbit/s at the end", rate), "line rate-limit");
  }
  if (packets > y.from && packets < y.to) drawing.add_line({{x.from, packets}, {x.to, packets}}, "packet-limit");
}

std::string plane_plot(const CallHistory& history) {
  const Positions positions = positions_of(history);
  double min_rate = std::numeric_limits<double>::infinity();
  double min_packets = min_rate;
  double rate = 0;
  double packets = 0;
  for (const auto* list : {&positions.chosen, &positions.sent, &positions.arrived}) {
    for (const PlotPoint& point : *list) {
      if (std::isnan(point.x)) continue;
      min_rate = std::min(min_rate, point.x);
      rate = std::max(rate, point.x);
      min_packets = std::min(min_packets, point.y);
      packets = std::max(packets, point.y);
    }
  }
  if (rate <= 0 || packets <= 0) return {};
  const PlotAxis x = PlotAxis::on_log_scale(min_rate, rate, "kbit/s, with sound and headers");
  const PlotAxis y = PlotAxis::on_log_scale(min_packets, packets, "packets/s");
  SvgPlot drawing(x, y);
  add_sets(drawing, history);
  for (const double bytes : {300.0, 600.0, 1200.0}) add_packet_size(drawing, x, bytes);
  drawing.add_dots(positions.arrived, 2.5, "arrived");
  drawing.add_line(positions.chosen, "chosen");
  drawing.add_dots(positions.sent, 1.2, "sent");
  add_limits(drawing, history, x, y);
  return figure("Bit-rate and packet-rate plane",
                line_key("chosen", "chosen") + dot_key("sent", "sent") + dot_key("arrived", "arrived") +
                    key("choices of the mode", "band", "set", "M0 1H26V9H0Z") +
                    line_key("limits at the end", "rate-limit") + line_key("packets of 300, 600, 1200 bytes", "guide"),
                drawing);
}

}  // namespace

std::string html_element(std::string_view tag, const std::string& content, std::string_view classes) {
  const std::string attribute = classes.empty() ? "" : " class=\"" + std::string(classes) + "\"";
  return "<" + std::string(tag) + attribute + ">" + content + "</" + std::string(tag) + ">";
}

std::string log_plots(const CallHistory& history) {
  std::string drawings = plane_plot(history);
  for (const Plot& plot : plots()) drawings += time_plot(history, plot);
  return html_element("div", drawings, "plots");
}

}  // namespace counterpoint
