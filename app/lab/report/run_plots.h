// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/lab/record/run_record.h"

namespace counterpoint {

/// Flows that are shown as one: each for itself, or, where there are more than can be told apart, all of a kind.
struct FlowGroup {
  std::string name;     ///< The flow's name, or "tcp (50)".
  std::string classes;  ///< CSS: colour and stroke.
  std::vector<std::size_t> flows;
};
[[nodiscard]] std::vector<FlowGroup> flow_groups(const RunHeader& run);

/// A plot with its words.
struct RunPlot {
  struct Key {
    std::string name;
    std::string classes;
  };
  std::string title;
  std::string svg;
  std::vector<Key> keys;
};

/// Plots over time of capacity and rates, queueing delay, loss, and frames a second; and the operating points in the
/// plane of bit-rate and packet-rate. A plot for which the run has no figures is left out.
[[nodiscard]] std::vector<RunPlot> run_plots(const RunRecord& run);

}  // namespace counterpoint
