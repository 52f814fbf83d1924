// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/model/frame_buffer.h"

namespace counterpoint {

/// One picture that a receiver showed. Times are since the start of the run.
struct ShownPicture {
  /// The sender's reports tell it; before the first one the first packet counts as having taken no time.
  Duration captured{};
  Duration shown{};
  bool key_frame = false;
  bool non_reference = false;  ///< No picture refers to it.
  DataSize size;
  Resolution resolution;  ///< The coded size.
  bool operator==(const ShownPicture&) const = default;
};

/// A look at the receiver's screen.
struct ScreenLook {
  Duration at{};          ///< Time since the start of the run.
  double similarity = 0;  ///< SSIM, 0 to 1, against the source at its size; 0 before the first picture.
  bool operator==(const ScreenLook&) const = default;
};

/// Writes one line a picture, replacing an older file. Errors: kUnavailable with the system's reason.
[[nodiscard]] Result<void> write_shown_pictures(const std::filesystem::path& path,
                                                const std::vector<ShownPicture>& pictures);
/// Errors: kUnavailable (no such file), kMalformed with file and line: also when a picture was shown before the one
/// above it.
[[nodiscard]] Result<std::vector<ShownPicture>> read_shown_pictures(const std::filesystem::path& path);

/// Writes one line a look, replacing an older file. Errors: kUnavailable with the system's reason.
[[nodiscard]] Result<void> write_screen_looks(const std::filesystem::path& path, const std::vector<ScreenLook>& looks);
/// Errors: kUnavailable (no such file), kMalformed with file and line.
[[nodiscard]] Result<std::vector<ScreenLook>> read_screen_looks(const std::filesystem::path& path);

}  // namespace counterpoint
