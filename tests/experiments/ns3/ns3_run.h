// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "app/lab/record/run_record.h"
#include "core/base/result.h"

namespace counterpoint {

/// Carries out what the folder's run.json says, in ns-3, and fills the folder. A process may call it once: ns-3 has one
/// simulator. `camera` is for the real encoder. `progress` is called each second of ns-3's time.
[[nodiscard]] Result<void> run_in_ns3(const RunFolder& folder, const std::string& camera,
                                      const std::function<void(Duration)>& progress);

}  // namespace counterpoint
