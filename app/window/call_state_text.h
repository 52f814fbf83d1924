// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/control/call_status.h"
#include "ui/controller/call_controller.h"

namespace counterpoint {

/// The state of a call in words for a person, and how it ended. `before` is the phase that the window showed until now,
/// `announced_name` the name that the peer gives itself, by which it is called unless it is a contact; or empty.
[[nodiscard]] CallView call_state(const CallStatus& status, CallPhase before = CallPhase::kIdle,
                                  const std::string& announced_name = {});

}  // namespace counterpoint
