// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace counterpoint {

/// Exports the session log `log` to the file `target`, whose suffix names the format: .jsonl (the log itself), .csv (a
/// line for each sample), .html (one page with plots that needs no other file). With `without_addresses` the names and
/// addresses of peers, devices and files are left out, and so are records of types that this program does not know.
///
/// The file is written completely or not at all, and an older one stays until then. Errors name the file.
[[nodiscard]] Result<void> export_log(const std::filesystem::path& log, const std::filesystem::path& target,
                                      bool without_addresses);

}  // namespace counterpoint
