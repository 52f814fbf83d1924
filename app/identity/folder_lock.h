// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/base/result.h"
#include "net/adapters/file_descriptor.h"

namespace counterpoint {

/// "WHAT cannot be kept in FOLDER: WHY; make room, or the folder writable".
[[nodiscard]] Error cannot_keep(const Message& what, const std::filesystem::path& folder, const Message& why);

/// Makes `folder` when it does not exist, for its owner alone. No other program has its lock while the descriptor
/// lives, on file systems that know locks. Errors: kUnavailable, as cannot_keep().
[[nodiscard]] Result<FileDescriptor> lock_folder(const std::filesystem::path& folder, const Message& what);

/// Writes the text that `make` gives to `file`, for its owner alone, and holds the lock of its folder from before
/// `make` reads the old text: programs that change the file at the same time take turns. `what` is in the file. Errors:
/// those of lock_folder(), of `make`, after which nothing is written, and of save_file().
[[nodiscard]] Result<void> change_file(const std::filesystem::path& file, const Message& what,
                                       const std::function<Result<std::string>()>& make);

}  // namespace counterpoint
