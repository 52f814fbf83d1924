// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/draws/draw_report.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "app/files/save_file.h"
#include "app/lab/metrics/metrics_samples.h"
#include "app/lab/report/repeat_command.h"
#include "app/lab/report/results.h"
#include "app/lab/report/text_report.h"
#include "app/plot/html_page.h"
#include "app/plot/svg_plot.h"

namespace counterpoint {
namespace {

using Json = nlohmann::ordered_json;

/// A figure of draws: its metric, its head in tables, and where it stands.
struct DrawFigure {
  std::string_view metric;
  std::string_view head;
  std::string_view unit;
  std::optional<double> DrawResult::*of_draw;
  DrawStatistic ModeComparison::*of_mode;
};
constexpr std::array kFigures = {
    DrawFigure{"picture_quality", "quality", "SSIM", &DrawResult::quality, &ModeComparison::quality},
    DrawFigure{"frame_delay_p95", "delay p95", "ms", &DrawResult::delay, &ModeComparison::delay},
    DrawFigure{"frozen_share", "frozen", "%", &DrawResult::frozen, &ModeComparison::frozen},
    DrawFigure{"audio_loss", "concealed", "%", &DrawResult::concealed, &ModeComparison::concealed},
    DrawFigure{"speech_quality", "speech", "MOS", &DrawResult::speech, &ModeComparison::speech},
    DrawFigure{"fair_share_use", "used", "%", &DrawResult::use, &ModeComparison::use},
    DrawFigure{"queueing_delay_p95", "queue p95", "ms", &DrawResult::queue, &ModeComparison::queue},
};
constexpr std::string_view kSides = "Median / worst decile over the draws (nearest rank).";

std::string both(const DrawStatistic& statistic) {
  return figure(statistic.median) + " / " + figure(statistic.worst_decile);
}

/// Heads and cells of the table of modes, the same for terminals and for the page.
std::vector<std::vector<std::string>> table_of(const std::vector<ModeComparison>& rows) {
  std::vector<std::vector<std::string>> table{{"mode", "draws"}};
  for (const DrawFigure& one : kFigures) {
    table.front().push_back(std::string(one.head) + ", " + std::string(one.unit));
  }
  table.front().insert(table.front().end(), {"best, %", "best two, %", "dominated, %"});
  for (const ModeComparison& row : rows) {
    std::vector<std::string> cells{row.mode, std::to_string(row.draws)};
    for (const DrawFigure& one : kFigures) cells.push_back(both(row.*one.of_mode));
    cells.insert(cells.end(), {figure(row.best), figure(row.best_two), figure(row.dominated)});
    table.push_back(std::move(cells));
  }
  return table;
}

Json to_value(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

std::string json_text(const std::vector<DrawResult>& results) {
  Json json{{"modes", Json::array()}, {"draws", Json::array()}};
  for (const ModeComparison& row : compare_modes(results)) {
    Json mode{{"mode", row.mode}, {"draws", row.draws}, {"failed", row.failed}};
    for (const DrawFigure& one : kFigures) {
      const DrawStatistic& statistic = row.*one.of_mode;
      mode[std::string(one.metric)] = {{"median", to_value(statistic.median)},
                                       {"worst_decile", to_value(statistic.worst_decile)}};
    }
    mode.update({{"best", row.best}, {"best_two", row.best_two}, {"dominated", row.dominated}});
    json["modes"].push_back(std::move(mode));
  }
  for (const DrawResult& result : results) {
    Json draw{{"draw", result.distribution + "/" + std::to_string(result.number)},
              {"path", result.path},
              {"mode", result.mode},
              {"failure", result.failure}};
    for (const DrawFigure& one : kFigures) draw[std::string(one.metric)] = to_value(result.*one.of_draw);
    draw["again"] = repeat_command(result);
    json["draws"].push_back(std::move(draw));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string csv_text(const std::vector<DrawResult>& results) {
  std::string text = "draw,path,mode,failure";
  for (const DrawFigure& one : kFigures) text += "," + std::string(one.metric);
  text += "\n";
  for (const DrawResult& result : results) {
    std::string failure = result.failure;
    std::ranges::replace(failure, '"', '\'');
    text += result.distribution + "/" + std::to_string(result.number) + ",\"" + result.path + "\"," + result.mode +
            ",\"" + failure + "\"";
    for (const DrawFigure& one : kFigures) {
      const auto& value = result.*one.of_draw;
      text += "," + (value ? Json(*value).dump() : std::string());
    }
    text += "\n";
  }
  return text;
}

std::string colour(std::size_t index) {
  constexpr std::size_t kColours = 8;  // Those of the page's style.
  return "c" + std::to_string(index % kColours);
}

/// The plane of quality and delay: a faint dot a draw, a large one at the medians with the mode's name.
std::string plane(const std::vector<DrawResult>& results, const std::vector<ModeComparison>& rows) {
  std::vector<double> delays;
  for (const DrawResult& result : results) {
    if (result.delay) delays.push_back(*result.delay);
  }
  constexpr double kMinSimilarity = 0.5;
  PlotAxis similarity{.unit = "SSIM", .from = kMinSimilarity, .to = 1, .ticks = {}};
  for (const char* label : {"0.5", "0.6", "0.7", "0.8", "0.9", "1.0"}) {
    similarity.ticks.push_back({.at = std::stod(label), .label = label});
  }
  constexpr double kShown = 90;  // Percent of the draws; the others are drawn at the edge.
  SvgPlot plot(PlotAxis::from_zero(percentile(delays, kShown).value_or(1), "ms"), std::move(similarity));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<PlotPoint> points;
    for (const DrawResult& result : results) {
      if (result.mode != rows[i].mode || !result.delay || !result.quality) continue;
      points.push_back({.x = *result.delay, .y = *result.quality});
    }
    plot.add_dots(points, 1.2, colour(i) + " faint");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].delay.median || !rows[i].quality.median) continue;
    const PlotPoint at{.x = *rows[i].delay.median, .y = *rows[i].quality.median};
    plot.add_dots({at}, 5, colour(i));
    plot.add_text(at, rows[i].mode);
  }
  return plot.svg("picture quality against the 95th percentile of the frame delay, by mode");
}

std::string element(std::string_view tag, const std::string& content) {
  return "<" + std::string(tag) + ">" + content + "</" + std::string(tag) + ">";
}

/// The names of the modes in the colours of the plot.
std::string plot_keys(const std::vector<ModeComparison>& rows) {
  std::string keys;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    keys += element("span", "<svg viewBox=\"0 0 26 10\" aria-hidden=\"true\"><path class=\"line " + colour(i) +
                                "\" d=\"M0 5H26\"/></svg>" + escape_html(rows[i].mode));
  }
  return "<div class=\"keys\">" + keys + "</div>";
}

std::string html_table(const std::vector<std::vector<std::string>>& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string cells;
    for (const std::string& cell : rows[i]) cells += element(i == 0 ? "th" : "td", escape_html(cell));
    text += element("tr", cells);
  }
  return "<div class=\"scroll\"><table>" + text + "</table></div>";
}

/// Each draw with the quality that each mode reached.
std::string draws_table(const std::vector<DrawResult>& results, const std::vector<ModeComparison>& rows) {
  std::vector<std::vector<std::string>> table{{"draw", "path"}};
  for (const ModeComparison& row : rows) table.front().push_back(row.mode);
  const auto belongs = [](const DrawResult& a, const DrawResult& b) {
    return a.distribution == b.distribution && a.number == b.number;
  };
  for (std::size_t first = 0; first < results.size();) {
    const DrawResult& draw = results[first];
    std::vector<std::string> cells{draw.distribution + "/" + std::to_string(draw.number), draw.path};
    cells.resize(table.front().size(), "-");
    for (; first < results.size() && belongs(results[first], draw); ++first) {
      const auto mode = std::ranges::find(rows, results[first].mode, &ModeComparison::mode);
      const bool failed = !results[first].failure.empty();
      cells[static_cast<std::size_t>(mode - rows.begin()) + 2] = failed ? "failed" : figure(results[first].quality);
    }
    table.push_back(std::move(cells));
  }
  return html_table(table);
}

std::string html_text(const std::vector<DrawResult>& results) {
  const std::vector<ModeComparison> rows = compare_modes(results);
  const std::string failures = failed_draws_text(results);
  std::string body = "<h1>Counterpoint: modes over random paths</h1>";
  body += element("p", std::string(kSides) +
                           " Best: no mode's quality is higher; best two: at most one mode's is. Dominated: one other "
                           "mode's quality is higher and its delay lower, each by more than 3 %, and it is frozen for "
                           "no more of the time.");
  body += html_table(table_of(rows));
  body +=
      "<h2>Quality against delay</h2><p class=\"soft\">Large dots are medians, small ones draws; those beyond "
      "the axes stand at the edge.</p><div class=\"plots\"><figure>" +
      plot_keys(rows) + plane(results, rows) + "</figure></div>";
  if (!failures.empty()) body += "<h2>Failed</h2>" + element("pre", escape_html(failures));
  body +=
      "<h2>Quality of each draw</h2><p class=\"soft\">A draw is repeated by <code>counterpoint-cli lab run DRAW --mode "
      "MODE</code>.</p>" +
      draws_table(results, rows);
  return html_page("Counterpoint: modes over random paths", body);
}

}  // namespace

std::string comparison_table(const std::vector<ModeComparison>& rows) {
  return text_table(table_of(rows), 1) + std::string(kSides) + "\n";
}

std::string repeat_command(const DrawResult& result) {
  return "counterpoint-cli lab run " + result.distribution + "/" + std::to_string(result.number) + " --mode " +
         shell_word(result.mode) + result.encoder;
}

std::string failed_draws_text(const std::vector<DrawResult>& results) {
  std::string text;
  for (const DrawResult& result : results) {
    if (result.failure.empty()) continue;
    text += "FAILED " + result.distribution + "/" + std::to_string(result.number) + ", mode " + result.mode + ": " +
            result.failure + "; again: " + repeat_command(result) + "\n";
  }
  return text;
}

Result<void> write_draw_report(const std::filesystem::path& folder, const std::vector<DrawResult>& results) {
  const std::pair<const char*, std::string> files[] = {
      {"results.json", json_text(results)}, {"results.csv", csv_text(results)}, {"report.html", html_text(results)}};
  for (const auto& [name, text] : files) {
    if (Result<void> written = save_file(folder / name, text); !written) return written.error();
  }
  return {};
}

}  // namespace counterpoint
