// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/frame/frame_pool.h"

#include <mutex>
#include <vector>

namespace counterpoint {

struct FramePool::Unused {
  /// One that waits in a mailbox, one that is encoded or shown, one in between.
  static constexpr std::size_t kMax = 3;

  std::unique_ptr<FrameBuffer> take(Resolution size) {
    const std::lock_guard lock(mutex);
    while (!pictures.empty()) {
      std::unique_ptr<FrameBuffer> picture = std::move(pictures.back());
      pictures.pop_back();
      if (picture->size() == size) return picture;
    }
    return nullptr;
  }
  void give(std::unique_ptr<FrameBuffer> picture) {
    const std::lock_guard lock(mutex);
    if (pictures.size() < kMax) pictures.push_back(std::move(picture));
  }

  std::mutex mutex;
  std::vector<std::unique_ptr<FrameBuffer>> pictures;
};

FramePool::FramePool() : unused_(std::make_shared<Unused>()) {}

std::shared_ptr<FrameBuffer> FramePool::make(Resolution size) {
  std::unique_ptr<FrameBuffer> picture = unused_->take(size);
  if (!picture) picture = std::make_unique<FrameBuffer>(size);
  return {picture.release(), [unused = unused_](FrameBuffer* p) { unused->give(std::unique_ptr<FrameBuffer>(p)); }};
}

}  // namespace counterpoint
