// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/batch.h"

namespace counterpoint {

/// Waits until `batch` is over, showing its progress; Ctrl+C and termination signals stop it. True if one came. With
/// `beside_json` progress goes to standard error, and only to a terminal.
[[nodiscard]] bool watch(Batch& batch, bool beside_json);

}  // namespace counterpoint
