// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/levels/level.h"

namespace counterpoint {

/// The level "sim" of level.h: an experiment in virtual time. The folder depends on the header alone: the same seed
/// gives the same bytes. Runs share nothing, so that several may go on in threads of their own.
[[nodiscard]] Result<void> check_sim_level(const RunHeader& header);
[[nodiscard]] Result<void> run_sim_level(const RunRequest& request);

}  // namespace counterpoint
