// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace counterpoint {

/// The file of "clip:FILE", which may replace the name of a camera: a stored clip, played again and again.
[[nodiscard]] inline std::optional<std::string> clip_named_by(const std::string& camera) {
  constexpr std::string_view kPrefix = "clip:";
  if (!camera.starts_with(kPrefix)) return std::nullopt;
  return camera.substr(kPrefix.size());
}

}  // namespace counterpoint
