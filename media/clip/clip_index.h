// SPDX-License-Identifier: GPL-3.0-or-later
// The index for shaping of a clip (media/mpeg/index/shaping_index.h) as a file of its own beside the clip.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/index/shaping_index.h"

namespace counterpoint {

/// An index that was stored for a clip, as long as the clip stays as it was.
///
/// 1. It lies beside the clip as CLIP.cpindex; where that cannot be written, in $XDG_CACHE_HOME/counterpoint/shaping
///    (or ~/.cache), by a hash of the clip's path. The file beside the clip takes precedence.
/// 2. It holds the clip's size, its time of modification, and a hash of its first 64 KiB. When one of them differs, the
///    index is out of date.
/// 3. The file may hold anything: nothing in it is trusted.
class ClipIndex {
 public:
  /// The index of `clip`; nothing when there is none. kMalformed, one line, when there is one that does not serve: it
  /// is out of date or damaged.
  [[nodiscard]] static Result<std::shared_ptr<const ClipIndex>> open(const std::filesystem::path& clip);
  /// Stores `index`, which ShapingIndexWriter made of `clip`; where. kUnavailable when neither place can be written.
  [[nodiscard]] static Result<std::filesystem::path> store(const std::filesystem::path& clip, ByteView index);

  /// Possible files of the index of `clip`: beside the clip, then in the cache, if there is one.
  [[nodiscard]] static std::vector<std::filesystem::path> places_for(const std::filesystem::path& clip);

  ~ClipIndex();
  ClipIndex(const ClipIndex&) = delete;
  ClipIndex& operator=(const ClipIndex&) = delete;

  /// Lives as long as this.
  [[nodiscard]] const mpeg::ShapingIndex& pictures() const { return pictures_; }

 private:
  explicit ClipIndex(ByteView file) : file_(file) {}

  ByteView file_;  ///< Mapped.
  mpeg::ShapingIndex pictures_;
};

}  // namespace counterpoint
