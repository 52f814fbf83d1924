// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/mode/parameter.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

namespace counterpoint {
namespace {

std::string number(double value) {
  char text[64];
  const auto result = std::to_chars(std::begin(text), std::end(text), value);
  return {std::begin(text), result.ptr};
}

const Parameter* find(std::span<const Parameter> parameters, std::string_view name) {
  const auto found = std::ranges::find(parameters, name, &Parameter::name);
  return found == parameters.end() ? nullptr : &*found;
}

std::string names(std::span<const Parameter> parameters) {
  std::string list;
  for (const Parameter& parameter : parameters) list += (list.empty() ? "" : ", ") + std::string(parameter.name);
  return list.empty() ? "none" : list;
}

Error out_of_range(const Parameter& parameter, double value) {
  const std::string unit = parameter.unit.empty() ? "" : " " + std::string(parameter.unit);
  return {ErrorKind::kInvalidArgument, "parameter \"" + std::string(parameter.name) + "\" is " + number(parameter.min) +
                                           " to " + number(parameter.max) + unit + ", not " + number(value)};
}

}  // namespace

Result<void> check_parameters(std::span<const Parameter> parameters, const ParameterValues& values) {
  for (const auto& [name, value] : values) {
    const Parameter* parameter = find(parameters, name);
    if (parameter == nullptr) {
      return Error{ErrorKind::kInvalidArgument,
                   "parameter \"" + name + "\" is not known here; there are: " + names(parameters)};
    }
    if (!(value >= parameter->min && value <= parameter->max)) return out_of_range(*parameter, value);
  }
  return {};
}

double value_of(std::span<const Parameter> parameters, const ParameterValues& values, std::string_view name) {
  const auto given = values.find(name);
  if (given != values.end()) return given->second;
  const Parameter* parameter = find(parameters, name);
  assert(parameter != nullptr);
  return parameter->default_value;
}

}  // namespace counterpoint
