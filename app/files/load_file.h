// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace counterpoint {

/// True if anything stands at `path`, be it a link that leads nowhere.
[[nodiscard]] bool is_there(const std::filesystem::path& path);

/// The first bytes of the file at `path`, at most `max_size`. Errors, with the reason alone: kMalformed when it is no
/// regular file, which is not opened, since a pipe would wait for its writer; kUnavailable when it cannot be read.
[[nodiscard]] Result<std::string> load_file(const std::filesystem::path& path, std::size_t max_size);

}  // namespace counterpoint
