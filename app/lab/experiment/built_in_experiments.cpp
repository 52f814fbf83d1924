// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/experiment/experiment_file.h"

namespace counterpoint {
namespace {

constexpr BuiltInExperiment kBuiltIn[] = {
#include "app/lab/experiment/built_in_experiments.inc"
};

}  // namespace

std::vector<BuiltInExperiment> built_in_experiments() { return {std::begin(kBuiltIn), std::end(kBuiltIn)}; }

}  // namespace counterpoint
