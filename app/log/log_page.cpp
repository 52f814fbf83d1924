// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log/log_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include "app/log/log_plots.h"
#include "app/plot/html_page.h"
#include "app/plot/svg_plot.h"
#include "core/base/format_text.h"

namespace counterpoint {
namespace {

constexpr std::size_t kMaxRows = 1000;

std::string clock(Duration at) {
  const auto seconds = static_cast<long long>(to_seconds(at));
  return format_text("%02lld:%02lld", seconds / 60, seconds % 60);
}

/// To the millisecond, since the call was connected.
std::string exact_clock(const CallHistory& history, Duration at) {
  const Duration since = at - history.start();
  const auto milliseconds = std::abs(static_cast<long long>(std::llround(to_milliseconds(since))));
  return format_text("%s%02lld:%02lld.%03lld", since < Duration::zero() ? "&minus;" : "", milliseconds / 60'000,
                     milliseconds / 1000 % 60, milliseconds % 1000);
}

/// The beginning in this computer's time zone: "2026-11-22 21:44:52 +01:00"; as it stands when it is no such time.
std::string local_time(const std::string& utc) {
  std::tm parts{};
  if (strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%S", &parts) == nullptr) return escape_html(utc);
  const std::time_t time = timegm(&parts);
  std::tm local{};
  if (localtime_r(&time, &local) == nullptr) return escape_html(utc);
  const long minutes = local.tm_gmtoff / 60;
  return format_text("%04d-%02d-%02d %02d:%02d:%02d %s%02ld:%02ld", local.tm_year + 1900, local.tm_mon + 1,
                     local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec, minutes < 0 ? "&minus;" : "+",
                     std::labs(minutes) / 60, std::labs(minutes) % 60);
}

/// "2d, 1d", in the order of their beginning.
std::string modes_of(const CallHistory& history) {
  std::string names;
  for (const CallHistory::Mode& mode : history.modes()) names += (names.empty() ? "" : ", ") + escape_html(mode.name);
  return names;
}

std::string table(const std::string& head, const std::string& rows) {
  return html_element("div", "<table><thead>" + head + "</thead><tbody>" + rows + "</tbody></table>", "scroll");
}

std::string left_out(std::size_t all) {
  return all > kMaxRows ? html_element("p", std::to_string(all - kMaxRows) + " more.", "soft") : "";
}

std::string decision_table(const CallHistory& history) {
  std::string rows;
  const std::size_t shown = std::min(kMaxRows, history.decisions().size());
  for (std::size_t i = 0; i < shown; ++i) {
    const CallHistory::Decision& decision = history.decisions()[i];
    const auto change = [](double from, double to) {
      return std::round(from) == std::round(to) ? format_text("%.0f", to) : format_text("%.0f &rarr; %.0f", from, to);
    };
    rows += html_element("tr", html_element("td", exact_clock(history, decision.at)) +
                                   html_element("td", change(decision.from.bit_rate.kilobits_per_second(),
                                                             decision.to.bit_rate.kilobits_per_second())) +
                                   html_element("td", change(decision.from.packet_rate.per_second(),
                                                             decision.to.packet_rate.per_second())) +
                                   html_element("td", escape_html(decision.cause.text()), "left") +
                                   html_element("td", escape_html(decision.evidence), "left"));
  }
  if (rows.empty()) return html_element("p", "None.", "soft");
  return table(
             "<tr><th>time</th><th>kbit/s</th><th>packets/s</th><th class=\"left\">cause</th>"
             "<th class=\"left\">figures</th></tr>",
             rows) +
         left_out(history.decisions().size());
}

std::string event_table(const CallHistory& history) {
  std::string rows;
  const std::size_t shown = std::min(kMaxRows, history.marks().size());
  for (std::size_t i = 0; i < shown; ++i) {
    const CallHistory::Mark& mark = history.marks()[i];
    rows += html_element("tr", html_element("td", exact_clock(history, mark.at)) +
                                   html_element("td", escape_html(mark.name), "left") +
                                   html_element("td", escape_html(mark.detail), "left"));
  }
  if (rows.empty()) return html_element("p", "None.", "soft");
  return table("<tr><th>time</th><th class=\"left\">event</th><th class=\"left\">detail</th></tr>", rows) +
         left_out(history.marks().size());
}

struct Quantity {
  Series series;
  std::string_view name;
  int decimals;
};

constexpr std::array<Quantity, 18> kQuantities = {{
    {Series::kChosenRate, "chosen, kbit/s", 0},
    {Series::kSendRate, "sent, kbit/s", 0},
    {Series::kArrivedRate, "arrived, kbit/s", 0},
    {Series::kReceiveRate, "from peer, kbit/s", 0},
    {Series::kRateLimit, "limit, kbit/s", 0},
    {Series::kChosenPackets, "chosen, packets/s", 0},
    {Series::kSendPackets, "sent, packets/s", 0},
    {Series::kArrivedPackets, "arrived, packets/s", 0},
    {Series::kReceivePackets, "from peer, packets/s", 0},
    {Series::kPacketLimit, "limit, packets/s", 0},
    {Series::kSendFrames, "sent, frames/s", 1},
    {Series::kReceiveFrames, "from peer, frames/s", 1},
    {Series::kQueueingDelay, "queue to peer, ms", 1},
    {Series::kRoundTrip, "round trip, ms", 1},
    {Series::kSendLoss, "loss to peer, %", 2},
    {Series::kReceiveLoss, "loss from peer, %", 2},
    {Series::kPictureBuffer, "buffer of pictures, ms", 0},
    {Series::kAudioBuffer, "buffer of sound, ms", 0},
}};

/// Percentiles by the nearest rank.
std::string percentile_table(const CallHistory& history) {
  std::string rows;
  for (const Quantity& quantity : kQuantities) {
    std::vector<double> values;
    double sum = 0;
    for (const CallSample& sample : history.samples()) {
      const double value = static_cast<double>(sample[quantity.series]);
      if (sample.at < history.start() || std::isnan(value)) continue;
      values.push_back(value);
      sum += value;
    }
    if (values.empty()) continue;
    std::ranges::sort(values);
    const auto written = [&quantity](double value) {
      return html_element("td", format_text("%.*f", quantity.decimals, value));
    };
    std::string cells = html_element("td", escape_html(quantity.name)) +
                        written(sum / static_cast<double>(values.size())) + written(values.front());
    for (const double part : {0.5, 0.95, 0.99}) {
      const auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(values.size())));
      cells += written(values[std::max<std::size_t>(rank, 1) - 1]);
    }
    rows += html_element("tr", cells + written(values.back()));
  }
  if (rows.empty()) return html_element("p", "Nothing was measured.", "soft");
  return table(
      "<tr><th>means of a second, loss of five</th><th>mean</th><th>least</th><th>p50</th><th>p95</th><th>p99</th>"
      "<th>most</th></tr>",
      rows);
}

std::string settings_table(const CallHistory& history) {
  std::string rows;
  const auto add = [&rows](std::string_view name, const std::string& value) {
    rows += html_element(
        "tr", html_element("td", escape_html(name)) + "<td class=\"left wraps\">" + escape_html(value) + "</td>");
  };
  for (const auto& [name, value] : history.header().settings) add(name, value);
  constexpr double kAudioClock = 48'000;  // RFC 7587
  const SessionStats& totals = history.totals();
  add("freezes of video from peer",
      format_text("%llu, %.1f s", static_cast<unsigned long long>(totals.video_in.freeze_count),
                  totals.video_in.total_freezes_duration));
  add("sound made up", format_text("%.1f s", static_cast<double>(totals.audio_in.concealed_samples) / kAudioClock));
  add("packets sent again", std::to_string(totals.video_out.retransmitted_packets_sent));
  return table("<tr><th>setting or total</th><th class=\"left\">value</th></tr>", rows);
}

}  // namespace

std::string log_page(const CallHistory& history) {
  const std::string peer = history.header().setting("peer").value_or("");
  const std::string title = peer.empty()        ? "A call"
                            : peer == kSelfPeer ? "Call with yourself"
                                                : "Call with " + escape_html(peer);
  std::string facts = local_time(history.header().started);
  if (!facts.empty()) facts += " &middot; ";
  facts += clock(history.end() - history.start()) + " &middot; mode " + modes_of(history) + " &middot; " +
           escape_html(history.header().application);
  if (!history.complete()) facts += " &middot; the log ends in mid-call";
  const auto section = [](const char* name, const std::string& content) { return html_element("h2", name) + content; };
  return html_page("Counterpoint: " + title, html_element("h1", title) + html_element("p", facts, "soft") +
                                                 log_plots(history) + section("Figures", percentile_table(history)) +
                                                 section("Events", event_table(history)) +
                                                 section("Decisions", decision_table(history)) +
                                                 section("Settings and totals", settings_table(history)));
}

}  // namespace counterpoint
