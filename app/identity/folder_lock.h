// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

/// "WHAT cannot be kept in FOLDER: WHY; make room, or the folder writable".
[[nodiscard]] Error cannot_keep(const Message& what, const std::filesystem::path& folder, const Message& why);

/// Makes `folder` when it does not exist, for its owner alone. No other program has its lock while the descriptor
/// lives, on file systems that know locks. Errors: kUnavailable, as cannot_keep().
[[nodiscard]] Result<FileDescriptor> lock_folder(const std::filesystem::path& folder, const Message& what);

}  // namespace counterpoint
