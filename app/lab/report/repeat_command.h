// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/lab/record/run_record.h"

namespace counterpoint {

/// The file with a run's experiment, for experiments that are not built in.
[[nodiscard]] std::filesystem::path experiment_file(const RunFolder& folder);

/// A shell command that repeats exactly this run: "counterpoint-cli lab run rfc8867-5.6/queue-300ms --mode fixed --seed
/// 3 --level sim".
[[nodiscard]] std::string repeat_command(const RunFolder& folder, const RunHeader& run);

/// The options of `lab run` for the run's encoder and camera, each after a space; empty: frames of known size.
[[nodiscard]] std::string encoder_options(const RunHeader& run);

/// `text` as one word for a shell.
[[nodiscard]] std::string shell_word(const std::string& text);

}  // namespace counterpoint
