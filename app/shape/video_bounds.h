// SPDX-License-Identifier: GPL-3.0-or-later
// The size that a target asks for, and the smallest that can be had.
#pragma once

#include "core/base/units.h"
#include "media/mpeg/config/shaper_config.h"
#include "media/mpeg/shaper.h"

namespace counterpoint {

struct VideoBounds {
  DataSize target;    ///< All that the target leaves to groups of pictures, which can use no more than they have.
  DataSize smallest;  ///< The sum of PictureStatistics::smallest_size.

  /// True if `video` takes more than the target leaves it; `smallest` says by how much that has to be so.
  [[nodiscard]] bool is_below(DataSize video) const;
};

/// Adds up the bounds of pictures that follow each other. Bytes that belong to no picture are in both of them.
class VideoBoundsSum {
 public:
  /// `target` is that of `picture`.
  void add(const mpeg::ShapedPicture& picture, const mpeg::Target& target);
  [[nodiscard]] VideoBounds sum() const;

 private:
  double target_bits_ = 0;    ///< Bits that the target leaves to the present group.
  double original_bits_ = 0;  ///< Bits that the present group has.
  double bits_before_ = 0;    ///< Bits that the target leaves to the groups before.
  DataSize smallest_;
};

}  // namespace counterpoint
