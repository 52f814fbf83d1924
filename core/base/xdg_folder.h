// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>

namespace counterpoint {

/// The base folder of one kind of files (XDG Base Directory Specification): `chosen`, the value of XDG_STATE_HOME,
/// XDG_CACHE_HOME or the like, or else `usual` below `home`, the value of HOME. Null or a relative path count as not
/// set; nothing when neither is.
[[nodiscard]] inline std::optional<std::filesystem::path> xdg_folder(const char* chosen, const char* home,
                                                                     const char* usual) {
  if (chosen != nullptr && *chosen == '/') return chosen;
  if (home != nullptr && *home == '/') return std::filesystem::path(home) / usual;
  return std::nullopt;
}

}  // namespace counterpoint
