// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/experiment/experiment.h"
#include "core/base/result.h"

namespace counterpoint {

/// Reads the file format of docs/manual/laboratory.md. The answer has one experiment a case, at least one. Names of
/// traces are relative to `folder`. Errors: kInvalidArgument, naming the field ("/flows/0/video/rate"), the value
/// and the allowed values.
[[nodiscard]] Result<std::vector<Experiment>> parse_experiment(std::string_view json,
                                                               const std::filesystem::path& folder);

/// One experiment as parse_experiment() reads it back: traces and cases written out.
[[nodiscard]] std::string to_json(const Experiment& experiment);

/// The experiments that come with the program, in order of name: file name without ".json", and text.
struct BuiltInExperiment {
  std::string_view name;
  std::string_view json;
};
[[nodiscard]] std::vector<BuiltInExperiment> built_in_experiments();

/// The experiments that `name` means: a file (it ends in ".json"), a built-in experiment, one case of it
/// ("rfc8867-5.1/delay-100ms"), or all whose name begins with it and "-" ("rfc8867"). Errors: kInvalidArgument, naming
/// the built-in ones.
[[nodiscard]] Result<std::vector<Experiment>> find_experiments(const std::string& name);

}  // namespace counterpoint
