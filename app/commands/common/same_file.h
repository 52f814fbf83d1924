// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <system_error>

namespace counterpoint {

/// True if both paths lead to one file, or would if it existed.
[[nodiscard]] inline bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other) {
  std::error_code ignored;
  return std::filesystem::absolute(one, ignored).lexically_normal() ==
             std::filesystem::absolute(other, ignored).lexically_normal() ||
         std::filesystem::equivalent(one, other, ignored);
}

}  // namespace counterpoint
