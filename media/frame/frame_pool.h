// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/model/frame_buffer.h"

namespace counterpoint {

/// Makes frames from the memory of those that nobody holds any more: thirty new ones a second of more than a megabyte
/// each would keep the system busy giving, clearing and taking back pages. For one maker of frames, in one thread;
/// who holds a frame may let go of it in any thread, also after the pool is gone.
class FramePool {
 public:
  FramePool();

  /// A frame of `size` with whatever is in its memory; each side 1 to kMaxPictureSide.
  [[nodiscard]] std::shared_ptr<FrameBuffer> make(Resolution size);

 private:
  struct Unused;
  std::shared_ptr<Unused> unused_;
};

}  // namespace counterpoint
