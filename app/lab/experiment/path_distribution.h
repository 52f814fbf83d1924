// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments on paths drawn at random: calls over what nobody has tuned for. docs/manual/laboratory.md has the
// distributions in words; a change of them is a change of all draws.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/lab/experiment/experiment.h"

namespace counterpoint {

/// Draws are numbered from 0 to this.
inline constexpr std::uint64_t kMaxDraw = 9'999'999'999;

struct PathDistribution {
  std::string_view name;  ///< "random", in "random/17".
  std::string_view summary;
  bool wireless = false;     ///< Every capacity is that of a cellular link or a wireless LAN.
  bool competition = false;  ///< Every path has a competitor.
};
[[nodiscard]] std::span<const PathDistribution> path_distributions();
/// Null when there is none of this name.
[[nodiscard]] const PathDistribution* find_distribution(std::string_view name);

/// The experiment of draw `number` (<= kMaxDraw): a call of 45 s over one link. It depends on these two alone.
[[nodiscard]] Experiment drawn_experiment(const PathDistribution& distribution, std::uint64_t number);

/// The experiment that "random/17" names; nothing when `name` is of another kind. Errors: kInvalidArgument for one
/// that begins with a distribution's name and has no draw's number.
[[nodiscard]] Result<std::optional<Experiment>> find_drawn_experiment(std::string_view name);

}  // namespace counterpoint
