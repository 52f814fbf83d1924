// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/experiment/lab_modes.h"

#include <variant>
#include <vector>

#include "core/adaptation/mode/mode.h"

namespace counterpoint {
namespace {

std::vector<LabMode> make_modes() {
  std::vector<LabMode> made;
  for (const Mode& mode : modes()) made.push_back({mode.name, mode.summary, mode.name == "fixed"});
  made.push_back({"tcp", "a bulk transfer over TCP Reno in place of each media flow", true});
  return made;
}

}  // namespace

std::span<const LabMode> lab_modes() {
  static const std::vector<LabMode> modes = make_modes();
  return modes;
}

LabFlow flow_in_mode(const LabFlow& flow, std::string_view mode) {
  LabFlow sent = flow;
  if (mode_of(flow, mode) == "tcp" && flow.is_media()) sent.load = TcpLoad{};
  return sent;
}

std::string mode_of(const LabFlow& flow, std::string_view mode) {
  const auto* media = std::get_if<MediaLoad>(&flow.load);
  return media != nullptr && !media->mode.empty() ? media->mode : std::string(mode);
}

ParameterValues parameters_of(const Experiment& experiment, const LabFlow& flow, std::string_view mode) {
  const std::string name = mode_of(flow, mode);
  ParameterValues values = experiment.parameters_in(name);
  const auto* media = std::get_if<MediaLoad>(&flow.load);
  if (media == nullptr || !media->parameters.contains(name)) return values;
  for (const auto& [parameter, value] : media->parameters.at(name)) values[parameter] = value;
  return values;
}

}  // namespace counterpoint
