// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/sim/sim_level.h"

namespace counterpoint {

Result<void> check_sim_level(const RunHeader&) {
  return Error{ErrorKind::kUnavailable, "this program cannot run experiments in virtual time yet"};
}

Result<void> run_sim_level(const RunRequest& request) { return check_sim_level(request.header); }

}  // namespace counterpoint
