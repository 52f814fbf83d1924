// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/call/call_status.h"
#include "ui/controller/call_controller.h"

namespace counterpoint {

/// What the window shows of a call: the host's word for where it stands and how it ended, told to a person. `before`:
/// what it showed until now.
[[nodiscard]] CallState call_state(const CallStatus& status, CallPhase before = CallPhase::kIdle);

}  // namespace counterpoint
