// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/call/call_options.h"
#include "core/settings/settings.h"

namespace counterpoint {

/// The call that settings ask for. A camera that is kAutomaticDevice is looked for on the machine.
[[nodiscard]] CallOptions call_options(const Settings& settings);

/// Takes everything from `settings` but the devices.
void apply_settings(CallOptions& options, const Settings& settings);

}  // namespace counterpoint
