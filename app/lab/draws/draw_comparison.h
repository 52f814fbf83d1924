// SPDX-License-Identifier: GPL-3.0-or-later
// Modes compared over many draws of paths.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/record/run_record.h"

namespace counterpoint {

/// The call of one draw in one mode.
struct DrawResult {
  std::string distribution;
  std::uint64_t number = 0;
  std::string path;  ///< The draw in words.
  std::string mode;
  std::string encoder;  ///< The options of `lab run` for it, each after a space; empty: frames of known size.
  std::string failure;  ///< Says why the run failed; empty: it did not, and the figures are those that the run has.
  std::optional<double> quality;    ///< Metric picture_quality.
  std::optional<double> delay;      ///< Metric frame_delay_p95, ms.
  std::optional<double> frozen;     ///< Metric frozen_share, %.
  std::optional<double> concealed;  ///< Metric audio_loss, %.
  std::optional<double> speech;     ///< Metric speech_quality.
  std::optional<double> use;        ///< Metric fair_share_use, %.
  std::optional<double> queue;      ///< Metric queueing_delay_p95, ms.
  bool operator==(const DrawResult&) const = default;
};

/// The figures of the first media flow of a drawn experiment's run.
[[nodiscard]] DrawResult result_of_draw(const RunRecord& run);

/// A figure over the draws of a mode (nearest rank).
struct DrawStatistic {
  std::optional<double> median;
  std::optional<double> worst_decile;  ///< A tenth of the draws are as bad or worse.
};

/// One mode over all draws.
struct ModeComparison {
  std::string mode;
  std::size_t draws = 0;  ///< Those that did not fail.
  std::size_t failed = 0;
  DrawStatistic quality;
  DrawStatistic delay;
  DrawStatistic frozen;
  DrawStatistic concealed;
  DrawStatistic speech;
  DrawStatistic use;
  DrawStatistic queue;
  double best = 0;       ///< Share of the draws, in percent, on which no mode's quality is higher.
  double best_two = 0;   ///< Share on which at most one mode's is.
  double dominated = 0;  ///< Share on which one other mode dominates it.
};

/// True if `other`, on the same draw, has a quality higher by more than 3 % and a frame delay lower by more than 3 %,
/// and is frozen for no more of the time. Without pictures the quality is 0, and the delay without end.
[[nodiscard]] bool dominates(const DrawResult& other, const DrawResult& one);

/// One row a mode, in the order in which `results` first has them.
[[nodiscard]] std::vector<ModeComparison> compare_modes(const std::vector<DrawResult>& results);

}  // namespace counterpoint
