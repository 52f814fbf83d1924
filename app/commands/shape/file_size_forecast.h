// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "media/mpeg/picture_splitter.h"
#include "media/mpeg_systems/stream_rewriter.h"

namespace counterpoint {

/// Tells what share of its videos' bits a file of a certain size has. The whole file goes in by push(); nothing in it
/// is parsed below pictures, so this takes as long as reading it.
///
/// Two shares are tried at once: each picture is cut off where that share of it ends, and put back. So the packets that
/// remain, and what stays empty in them, are counted rather than estimated; between the two the size is linear.
class FileSizeForecast {
 public:
  /// `beginning` and each of `videos` are what mpeg::make_rewriter() wants.
  FileSizeForecast(mpeg::StreamKind kind, ByteView beginning,
                   const std::vector<std::optional<mpeg::VideoStream>>& videos);

  /// Errors: those of the rewriter and the splitter.
  Result<void> push(ByteView bytes) { return push(bytes, false); }
  /// Errors: as push().
  Result<void> finish() { return push({}, true); }
  /// The share, above 0 up to 1; known after finish(). kInvalidArgument when what is no video is larger than `size`.
  [[nodiscard]] Result<double> share_for(DataSize size) const;

 private:
  struct Stage {
    std::unique_ptr<mpeg::StreamRewriter> rewriter;
    mpeg::PictureSplitter splitter;
  };
  struct Trial {
    double share = 1;
    std::vector<Stage> stages;
    std::int64_t bytes = 0;  ///< Size of the new file.
  };
  Result<void> push(ByteView bytes, bool ends);
  static void cut_pictures(Stage& stage, double share);

  std::array<Trial, 2> trials_;
};

}  // namespace counterpoint
