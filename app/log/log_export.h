// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace counterpoint {

/// Puts the session log `log` into the file `target` as its suffix says: .jsonl (the log itself), .csv (a line a
/// sample), .html (one page with plots that needs nothing else). With `without_addresses` nothing in it says who called
/// whom, where and with what devices and files; records of types that this program does not know are left out then.
///
/// The file is there whole or not at all, and one that was there before stays until then. Errors name the file.
[[nodiscard]] Result<void> export_log(const std::filesystem::path& log, const std::filesystem::path& target,
                                      bool without_addresses);

}  // namespace counterpoint
