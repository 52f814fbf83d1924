// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/picture/picture_pool.h"

#include <mutex>
#include <vector>

namespace counterpoint {

struct PicturePool::Unused {
  /// One that waits in a mailbox, one that is encoded or shown, one in between.
  static constexpr std::size_t kMost = 3;

  std::unique_ptr<Picture> take(PictureSize size) {
    const std::lock_guard lock(mutex);
    while (!pictures.empty()) {
      std::unique_ptr<Picture> picture = std::move(pictures.back());
      pictures.pop_back();
      if (picture->size() == size) return picture;
    }
    return nullptr;
  }
  void give(std::unique_ptr<Picture> picture) {
    const std::lock_guard lock(mutex);
    if (pictures.size() < kMost) pictures.push_back(std::move(picture));
  }

  std::mutex mutex;
  std::vector<std::unique_ptr<Picture>> pictures;
};

PicturePool::PicturePool() : unused_(std::make_shared<Unused>()) {}

std::shared_ptr<Picture> PicturePool::make(PictureSize size) {
  std::unique_ptr<Picture> picture = unused_->take(size);
  if (!picture) picture = std::make_unique<Picture>(size);
  return {picture.release(), [unused = unused_](Picture* p) { unused->give(std::unique_ptr<Picture>(p)); }};
}

}  // namespace counterpoint
