// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/model/picture.h"

namespace counterpoint {

/// Makes pictures from the memory of those that nobody holds any more: thirty new ones a second of more than a megabyte
/// each would keep the system busy giving, clearing and taking back pages. For one maker of pictures, in one thread;
/// who holds a picture may let go of it in any thread, also after the pool is gone.
class PicturePool {
 public:
  PicturePool();

  /// A picture of `size` with whatever is in its memory; each side 1 to kMaxPictureSide.
  [[nodiscard]] std::shared_ptr<Picture> make(PictureSize size);

 private:
  struct Unused;
  std::shared_ptr<Unused> unused_;
};

}  // namespace counterpoint
