// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/result.h"
#include "core/base/time.h"
#include "net/emulation/path_config.h"

namespace counterpoint {

/// Reads what parse_path_config() does, and the item trace=FILE: a recorded capacity (capacity_trace.h) that becomes
/// the path's rate, over and over until `duration`, whose last rate then stays, or its opportunities, over and over.
/// With a trace, "rate" is not given. FILE is relative to `folder`, has no comma in its name and is a regular file of
/// up to 16 MB.
///
/// Errors: kInvalidArgument, naming the item or the file and line, and the allowed values.
[[nodiscard]] Result<PathConfig> read_path_option(std::string_view text, const std::filesystem::path& folder,
                                                  Duration duration);

}  // namespace counterpoint
