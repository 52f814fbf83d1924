// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels.h"

#include <algorithm>
#include <iterator>

#include "app/lab/levels/kernel/kernel_level.h"
#include "app/lab/levels/ns3/ns3_level.h"
#include "app/lab/levels/sim/sim_level.h"

namespace counterpoint {
namespace {

constexpr Level kLevels[] = {
    {"sim", "virtual time: emulated network, the program's own pipelines, models of TCP", check_sim_level,
     run_sim_level},
    {"ns3", "ns-3's links, queues and TCP around the program's own pipelines, in ns-3's time", check_ns3_level,
     run_ns3_level},
    {"kernel", "real time: a router between network namespaces, processes of this program, Linux's TCP; needs root",
     check_kernel_level, run_kernel_level, true},
};

}  // namespace

std::span<const Level> levels() { return kLevels; }

const Level* find_level(std::string_view name) {
  const auto* const found = std::ranges::find(kLevels, name, &Level::name);
  return found == std::end(kLevels) ? nullptr : found;
}

}  // namespace counterpoint
