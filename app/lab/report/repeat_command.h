// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/lab/record/run_record.h"

namespace counterpoint {

/// Where a run's experiment stands as a file of its own, for those that are not built in.
[[nodiscard]] std::filesystem::path experiment_file(const RunFolder& folder);

/// What repeats exactly this run, for a shell: "counterpoint-cli lab run rfc8867-5.6/queue-300ms --mode fixed --seed 3
/// --level sim".
[[nodiscard]] std::string repeat_command(const RunFolder& folder, const RunHeader& run);

/// `text` as one word for a shell.
[[nodiscard]] std::string shell_word(const std::string& text);

}  // namespace counterpoint
