// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace counterpoint {

/// A tunable of a mode, as settings, help and checks know it.
struct Parameter {
  std::string_view name;   ///< "ssvp.beta", in files and at the terminal.
  std::string_view label;  ///< "Least difference that counts", in a window.
  std::string_view unit;   ///< "ms", "packets", "" for ratios.
  double min = 0;
  double max = 0;
  double default_value = 0;
  std::string_view reason;  ///< Its effect, and why the default is what it is; the source.
};

/// Values by name; what is not there has its default.
using ParameterValues = std::map<std::string, double, std::less<>>;

/// Errors: kInvalidArgument naming the field, its range and the value, or what names there are.
[[nodiscard]] Result<void> check_parameters(std::span<const Parameter> parameters, const ParameterValues& values);
/// The value of a parameter that is in the table.
[[nodiscard]] double value_of(std::span<const Parameter> parameters, const ParameterValues& values,
                              std::string_view name);

}  // namespace counterpoint
