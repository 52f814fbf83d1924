// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace counterpoint {

/// The name by which the file at `path` is offered: 1 to FileOffer::kMaxName bytes; what is too long keeps its
/// extension.
[[nodiscard]] std::string offered_file_name(const std::filesystem::path& path);

/// The name under which a file that the peer calls `name` is kept: in one folder, seen in listings, and no option of a
/// command.
[[nodiscard]] std::string kept_file_name(std::string_view name);

/// "film (2).mpg" for "film.mpg" and 2; the name itself for 1.
[[nodiscard]] std::string numbered_file_name(const std::string& name, int number);

}  // namespace counterpoint
