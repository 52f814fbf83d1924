// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/level.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "app/lab/kernel/kernel_level.h"
#include "app/lab/ns3/ns3_level.h"
#include "app/lab/sim/sim_level.h"
#include "core/adaptation/mode.h"

namespace counterpoint {
namespace {

std::vector<LabMode> make_modes() {
  std::vector<LabMode> made;
  for (const Mode& mode : modes()) made.push_back({mode.name, mode.summary, mode.name == "fixed"});
  made.push_back({"tcp", "a bulk transfer over TCP Reno in place of each media flow", true});
  return made;
}

constexpr Level kLevels[] = {
    {"sim", "virtual time: emulated network, the program's own pipelines, models of TCP", check_sim_level,
     run_sim_level},
    {"ns3", "ns-3's links, queues and TCP around the program's own pipelines, in ns-3's time", check_ns3_level,
     run_ns3_level},
    {"kernel", "real time: a router between network namespaces, processes of this program, Linux's TCP; needs root",
     check_kernel_level, run_kernel_level, true},
};

}  // namespace

std::span<const LabMode> lab_modes() {
  static const std::vector<LabMode> modes = make_modes();
  return modes;
}

std::span<const Level> levels() { return kLevels; }

const Level* find_level(std::string_view name) {
  const auto* const found = std::ranges::find(kLevels, name, &Level::name);
  return found == std::end(kLevels) ? nullptr : found;
}

LabFlow flow_in_mode(const LabFlow& flow, std::string_view mode) {
  LabFlow sent = flow;
  if (mode == "tcp" && flow.is_media()) sent.load = TcpLoad{};
  return sent;
}

}  // namespace counterpoint
