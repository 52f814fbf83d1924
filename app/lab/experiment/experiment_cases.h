// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/json/json_fields.h"
#include "core/base/result.h"

namespace counterpoint {

/// One case of an experiment file: the file without "cases", and with this one's values set.
struct ExperimentCase {
  std::string name;  ///< Empty for the only one of a file without cases.
  OrderedJson json;
};

/// Splits an experiment file into its cases, 1 to 200. A value is set at its JSON pointer: it replaces the
/// present value, is added to an object, or with "-" to the end of an array. Errors: kInvalidArgument, naming the field
/// and the mistake.
[[nodiscard]] Result<std::vector<ExperimentCase>> split_cases(OrderedJson file);

}  // namespace counterpoint
