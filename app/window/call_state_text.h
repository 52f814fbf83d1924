// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/control/call_status.h"
#include "ui/controller/call_controller.h"

namespace counterpoint {

/// The state of a call in words for a person, and how it ended. `before` is the phase that the window showed until now.
[[nodiscard]] CallView call_state(const CallStatus& status, CallPhase before = CallPhase::kIdle);

}  // namespace counterpoint
