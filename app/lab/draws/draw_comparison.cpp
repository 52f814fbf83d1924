// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/draws/draw_comparison.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "app/lab/metrics/metrics.h"
#include "app/lab/metrics/metrics_samples.h"
#include "app/lab/report/repeat_command.h"

namespace counterpoint {
namespace {

constexpr double kMargin = 1.03;

double quality_or_none(const DrawResult& result) { return result.quality.value_or(0); }

double delay_or_endless(const DrawResult& result) {
  return result.delay.value_or(std::numeric_limits<double>::infinity());
}

using Figure = std::optional<double> DrawResult::*;
enum class Better { kHigher, kLower };

DrawStatistic statistic(const std::vector<const DrawResult*>& results, Figure figure, Better better) {
  std::vector<double> values;
  for (const DrawResult* result : results) {
    if (result->*figure) values.push_back(*(result->*figure));
  }
  return {.median = percentile(values, 50), .worst_decile = percentile(values, better == Better::kHigher ? 10 : 90)};
}

using DrawKey = std::pair<std::string, std::uint64_t>;

/// Counts, for each result, the modes on the same draw that have a higher quality, and those that dominate it.
void rank(ModeComparison& row, const DrawResult& one, const std::vector<const DrawResult*>& rivals) {
  const auto higher = std::ranges::count_if(
      rivals, [&](const DrawResult* rival) { return quality_or_none(*rival) > quality_or_none(one); });
  if (higher == 0) ++row.best;
  if (higher <= 1) ++row.best_two;
  if (std::ranges::any_of(rivals, [&](const DrawResult* rival) { return dominates(*rival, one); })) ++row.dominated;
}

void finish(ModeComparison& row, const std::vector<const DrawResult*>& results) {
  row.draws = results.size();
  row.quality = statistic(results, &DrawResult::quality, Better::kHigher);
  row.delay = statistic(results, &DrawResult::delay, Better::kLower);
  row.frozen = statistic(results, &DrawResult::frozen, Better::kLower);
  row.concealed = statistic(results, &DrawResult::concealed, Better::kLower);
  row.speech = statistic(results, &DrawResult::speech, Better::kHigher);
  row.use = statistic(results, &DrawResult::use, Better::kHigher);
  row.queue = statistic(results, &DrawResult::queue, Better::kLower);
  for (double* share : {&row.best, &row.best_two, &row.dominated}) {
    *share = results.empty() ? 0 : 100 * *share / static_cast<double>(results.size());
  }
}

}  // namespace

DrawResult result_of_draw(const RunRecord& run) {
  const Experiment& experiment = run.header.experiment;
  const auto flow =
      static_cast<std::size_t>(std::ranges::find_if(experiment.flows, &LabFlow::is_media) - experiment.flows.begin());
  const auto value = [&](std::string_view metric) {
    return find_metric(metric)->compute(run, flow, {.from = {}, .to = experiment.duration});
  };
  return {.distribution = experiment.name,
          .number = std::stoull(experiment.case_name),
          .path = experiment.title,
          .mode = run.header.mode,
          .encoder = encoder_options(run.header),
          .quality = value("picture_quality"),
          .delay = value("frame_delay_p95"),
          .frozen = value("frozen_share"),
          .concealed = value("audio_loss"),
          .speech = value("speech_quality"),
          .use = value("fair_share_use"),
          .queue = value("queueing_delay_p95")};
}

bool dominates(const DrawResult& other, const DrawResult& one) {
  return quality_or_none(other) > kMargin * quality_or_none(one) &&
         kMargin * delay_or_endless(other) < delay_or_endless(one) &&
         other.frozen.value_or(100) <= one.frozen.value_or(100);
}

std::vector<ModeComparison> compare_modes(const std::vector<DrawResult>& results) {
  std::vector<ModeComparison> rows;
  std::map<std::string, std::vector<const DrawResult*>> of_mode;
  std::map<DrawKey, std::vector<const DrawResult*>> of_draw;
  for (const DrawResult& result : results) {
    if (std::ranges::find(rows, result.mode, &ModeComparison::mode) == rows.end())
      rows.push_back({.mode = result.mode});
    if (!result.failure.empty()) continue;
    of_mode[result.mode].push_back(&result);
    of_draw[{result.distribution, result.number}].push_back(&result);
  }
  for (ModeComparison& row : rows) {
    row.failed = static_cast<std::size_t>(std::ranges::count_if(
        results, [&](const DrawResult& result) { return result.mode == row.mode && !result.failure.empty(); }));
    const std::vector<const DrawResult*>& own = of_mode[row.mode];
    for (const DrawResult* one : own) rank(row, *one, of_draw.at({one->distribution, one->number}));
    finish(row, own);
  }
  return rows;
}

}  // namespace counterpoint
