// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "app/commands/shape/shape_file.h"
#include "app/commands/shape/shaping_loss.h"
#include "core/base/result.h"
#include "core/base/units.h"

namespace counterpoint {

/// The outcome to expect of shaping the videos of a file, found by shaping some of their groups of pictures.
struct ShapeEstimate {
  std::uint64_t pictures = 0;         ///< Pictures of the file; fields count one each.
  std::uint64_t shaped_pictures = 0;  ///< Pictures that were shaped for this.
  double seconds = 0;                 ///< Length of the video, of several the longest; 0 when it does not say.
  DataSize original_video;
  DataSize target_video;       ///< VideoBounds::target.
  DataSize smallest_video;     ///< VideoBounds::smallest; exact when all pictures were shaped, or are only cut.
  double shaping_seconds = 0;  ///< Time that shaping the file will take with as many threads.
  LuminanceError error;        ///< Squared error of the pictures that were shaped, weighted by what each stands for.

  /// Adds the outcome for another video.
  void add(const ShapeEstimate& other);
};

/// Reads and parses the whole file of `job`, twice if a size is its target, and shapes 16 groups of pictures of each of
/// its videos, or all if there are no more, and decodes these. `output` and `statistics` of the job are left alone.
/// Errors: as shape_file(); kInvalidArgument for a pipe.
[[nodiscard]] Result<ShapeEstimate> estimate_shaping(const ShapeJob& job, const ShapeProgress& progress);

/// Prints the estimate of `job`, for people or as JSON.
void print_estimate(const ShapeJob& job, const ShapeEstimate& estimate, bool json);

}  // namespace counterpoint
