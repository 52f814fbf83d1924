// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log/log_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "app/plot/html_style.h"
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
  std::vector<Line> lines;
};

const std::array<Plot, 6>& plots() {
  static const std::array<Plot, 6> table = {{
      {"Rate",
       "kbit/s",
       {{Series::kRateLimit, "limit", "c7 thin"},
        {Series::kReceiveRate, "received", "c1"},
        {Series::kSendRate, "sent", "c2"}}},
      {"Packets",
       "packets/s",
       {{Series::kPacketLimit, "limit", "c7 thin"},
        {Series::kReceivePackets, "received", "c1"},
        {Series::kSendPackets, "sent", "c2"}}},
      {"Pictures", "frames/s", {{Series::kReceiveFrames, "received", "c1"}, {Series::kSendFrames, "sent", "c2"}}},
      {"Delay", "ms", {{Series::kRoundTrip, "round trip", "c0"}, {Series::kQueueingDelay, "queue", "c2"}}},
      {"Loss", "%", {{Series::kReceiveLoss, "received", "c1"}, {Series::kSendLoss, "sent", "c2"}}},
      {"Buffer", "ms", {{Series::kPictureBuffer, "pictures", "c0"}, {Series::kAudioBuffer, "sound", "c2"}}},
  }};
  return table;
}

std::string element(std::string_view tag, const std::string& content, std::string_view classes = {}) {
  const std::string attribute = classes.empty() ? "" : " class=\"" + std::string(classes) + "\"";
  return "<" + std::string(tag) + attribute + ">" + content + "</" + std::string(tag) + ">";
}

std::string key(std::string_view name, std::string_view classes) {
  return element("span", "<svg viewBox=\"0 0 26 10\" aria-hidden=\"true\"><path class=\"line " + std::string(classes) +
                             "\" d=\"M0 5H26\"/></svg>" + escape_html(name));
}

std::string figure(std::string_view title, const std::string& keys, const SvgPlot& plot) {
  return element("figure", element("figcaption", escape_html(title)) + element("div", keys, "keys") + plot.svg(title));
}

/// The minimum and the maximum of each of some hundred equal spans of time, so that no peak is lost.
std::vector<PlotPoint> thinned(const CallHistory& history, Series series) {
  constexpr std::size_t kSpans = 400;
  const std::vector<CallSample>& samples = history.samples();
  const std::size_t step = std::max<std::size_t>(1, samples.size() / kSpans);
  std::vector<PlotPoint> points;
  for (std::size_t first = 0; first < samples.size(); first += step) {
    PlotPoint min{.x = to_seconds(samples[first].at), .y = kMissing};
    PlotPoint max = min;
    for (std::size_t i = first; i < std::min(samples.size(), first + step); ++i) {
      const PlotPoint point{.x = to_seconds(samples[i].at), .y = static_cast<double>(samples[i][series])};
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

std::string time_plot(const CallHistory& history, const Plot& plot) {
  double max = 0;
  double limit = 0;
  std::vector<std::vector<PlotPoint>> lines;
  for (const Line& line : plot.lines) {
    lines.push_back(thinned(history, line.series));
    const bool is_limit = line.series == Series::kRateLimit || line.series == Series::kPacketLimit;
    (is_limit ? limit : max) = std::max(is_limit ? limit : max, highest(lines.back()));
  }
  constexpr double kFar = 2;  // A limit far above all else would leave no room for the rest.
  const double top = std::max(max, std::min(limit, kFar * max));
  SvgPlot drawing(PlotAxis::of_time(history.end()), PlotAxis::from_zero(top, std::string(plot.unit)));
  std::string keys;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    drawing.add_line(lines[i], plot.lines[i].classes);
    keys += key(plot.lines[i].name, plot.lines[i].classes);
  }
  if (&plot == plots().data()) {
    std::vector<PlotPoint> decisions;
    for (const CallHistory::Decision& decision : history.decisions()) {
      decisions.push_back({.x = to_seconds(decision.at), .y = 0});
    }
    drawing.add_dots(decisions, 2, "c1");
    keys += key("decisions", "c1");
  }
  return figure(plot.title, keys, drawing);
}

PlotPoint place(const PlanePosition& position) {
  return {.x = position.bit_rate.kilobits_per_second(), .y = position.packet_rate.per_second()};
}

std::string plane_plot(const CallHistory& history) {
  constexpr std::size_t kMaxPlaces = 1000;
  const std::size_t step = std::max<std::size_t>(1, history.samples().size() / kMaxPlaces);
  std::vector<PlotPoint> trail;
  std::vector<PlotPoint> received;
  for (std::size_t i = 0; i < history.samples().size(); i += step) {
    const CallSample& sample = history.samples()[i];
    trail.push_back(place(sample.chosen));
    if (sample.received) received.push_back(place(*sample.received));
  }
  double rate = 0;
  double packets = 0;
  for (const auto& list : {trail, received}) {
    for (const PlotPoint& point : list) {
      rate = std::max(rate, point.x);
      packets = std::max(packets, point.y);
    }
  }
  SvgPlot drawing(PlotAxis::from_zero(rate, "kbit/s"), PlotAxis::from_zero(packets, "packets/s"));
  if (!history.modes().empty() && history.modes().back().choices) {
    std::vector<PlotPoint> least;
    std::vector<PlotPoint> most;
    for (const PacketRateSpan& span : history.modes().back().choices->outline) {
      if (place({span.bit_rate, span.most}).x > rate) break;
      least.push_back(place({span.bit_rate, span.least}));
      most.push_back(place({span.bit_rate, span.most}));
    }
    drawing.add_band(least, most, "c0");
  }
  drawing.add_dots(received, 1.5, "faint c1");
  drawing.add_line(trail, "c2");
  return figure("Bit-rate and packet-rate plane",
                key("chosen", "c2") + key("received by the peer", "c1") + key("all that the mode can choose", "c0"),
                drawing);
}

std::string clock(Duration at) {
  const auto seconds = static_cast<long long>(to_seconds(at));
  return format_text("%02lld:%02lld", seconds / 60, seconds % 60);
}

/// "2d, 1d", in the order of their beginning.
std::string modes_of(const CallHistory& history) {
  std::string names;
  for (const CallHistory::Mode& mode : history.modes()) names += (names.empty() ? "" : ", ") + escape_html(mode.name);
  return names;
}

std::string decision_table(const CallHistory& history) {
  constexpr std::size_t kMax = 1000;
  std::string rows;
  const std::size_t shown = std::min(kMax, history.decisions().size());
  for (std::size_t i = 0; i < shown; ++i) {
    const CallHistory::Decision& decision = history.decisions()[i];
    const auto change = [](double from, double to) { return format_text("%.0f &rarr; %.0f", from, to); };
    rows += element(
        "tr", element("td", clock(decision.at)) +
                  element("td", change(decision.from.bit_rate.kilobits_per_second(),
                                       decision.to.bit_rate.kilobits_per_second())) +
                  element("td", change(decision.from.packet_rate.per_second(), decision.to.packet_rate.per_second())) +
                  element("td", escape_html(decision.cause.text()), "left") +
                  element("td", escape_html(decision.evidence), "left"));
  }
  if (rows.empty()) return element("p", "None.", "soft");
  const std::string head =
      "<tr><th>time</th><th>kbit/s</th><th>packets/s</th><th class=\"left\">cause</th>"
      "<th class=\"left\">figures</th></tr>";
  const std::string more = shown < history.decisions().size()
                               ? element("p", std::to_string(history.decisions().size() - shown) + " more.", "soft")
                               : "";
  return element("div", "<table><thead>" + head + "</thead><tbody>" + rows + "</tbody></table>", "scroll") + more;
}

}  // namespace

std::string log_page(const CallHistory& history) {
  const std::string peer = escape_html(history.header().setting("peer").value_or(""));
  const std::string title = peer.empty() ? "A call" : "Call with " + peer;
  std::string facts = escape_html(history.header().started);
  if (!facts.empty()) facts += " &middot; ";
  facts += clock(history.end()) + " &middot; mode " + modes_of(history) + " &middot; " +
           escape_html(history.header().application);
  if (!history.complete()) facts += " &middot; the log ends in mid-call";
  std::string drawings = plane_plot(history);
  for (const Plot& plot : plots()) drawings += time_plot(history, plot);
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
         "content=\"width=device-width, initial-scale=1\"><title>Counterpoint: " +
         title + "</title><style>" + std::string(kHtmlStyle) + "</style></head>\n<body>" + element("h1", title) +
         element("p", facts, "soft") + element("div", drawings, "plots") + element("h2", "Decisions") +
         decision_table(history) + "</body></html>\n";
}

}  // namespace counterpoint
