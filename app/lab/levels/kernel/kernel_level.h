// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/levels/level.h"

namespace counterpoint {

/// The level "kernel" of level.h: an experiment in real time between two network namespaces, with a Router between
/// them, counterpoint-cli as media and the kernel's own TCP.
///
/// 1. It needs root, TUN devices, iproute2, and counterpoint-cli beside the running program or at $COUNTERPOINT_CLI.
/// 2. All processes, namespaces and devices end with the run, and with this program, however it ends.
/// 3. Besides what RunFolder names, the folder gets router.json (the router's counts and accuracy) and the output
///    of each call's programs, FLOW.sender.txt and FLOW.receiver.txt.
/// 4. A machine that was too busy is an error: kUnavailable when packets were lost that the emulation did not drop.
[[nodiscard]] Result<void> check_kernel_level(const RunHeader& header);
[[nodiscard]] Result<void> run_kernel_level(const RunRequest& request);

}  // namespace counterpoint
