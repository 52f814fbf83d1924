// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are written whole or not at all.
#pragma once

#include <QFileDevice>
#include <filesystem>
#include <functional>
#include <string_view>

#include "core/base/result.h"

namespace counterpoint {

/// Writes all of `bytes`. Errors: kUnavailable with the reason alone ("No space left on device"), which Qt does not
/// keep.
[[nodiscard]] Result<void> write_all(QFileDevice& file, std::string_view bytes);
/// Flushes the written bytes to the system. Errors: as write_all().
[[nodiscard]] Result<void> flush(QFileDevice& file);

/// Takes pieces of a text; after a failure it ignores them.
using TextSink = std::function<void(std::string_view)>;
/// Gives a text in pieces, or an error.
using TextSource = std::function<Result<void>(const TextSink&)>;
/// Readers of a new file: those whom the umask permits, or its owner alone.
enum class FileAccess { kUsual, kOwnerOnly };

/// Writes the text to the file `target`, which stays the old one until all is written, whatever happens meanwhile. A
/// link stays a link: its target is replaced. Errors: those of `text`, or kUnavailable, "cannot write TARGET: WHY;
/// choose another place".
[[nodiscard]] Result<void> save_file(const std::filesystem::path& target, const TextSource& text,
                                     FileAccess access = FileAccess::kUsual);
[[nodiscard]] Result<void> save_file(const std::filesystem::path& target, std::string_view text,
                                     FileAccess access = FileAccess::kUsual);

}  // namespace counterpoint
