// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace counterpoint {

/// Makes an empty file at `path` that its owner alone may read and write, for what was said and seen in a call. A file,
/// link or device that is there already stays as it is. No error is reported: whoever opens the file then learns it.
void make_private_file(const std::string& path);

}  // namespace counterpoint
