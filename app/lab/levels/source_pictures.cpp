// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/levels/source_pictures.h"

#include <algorithm>
#include <iterator>

namespace counterpoint {
namespace {

/// Longer delays are judged by the oldest picture that is kept: 30 pictures a second of 640x360 take 10 MB.
constexpr Duration kKept = 5s;

}  // namespace

void SourcePictures::add(Timestamp captured, std::shared_ptr<const FrameBuffer> picture) {
  pictures_.emplace_back(captured, std::move(picture));
  while (pictures_.front().first < captured - kKept) pictures_.pop_front();
}

const FrameBuffer* SourcePictures::at(Timestamp at) const {
  if (pictures_.empty()) return nullptr;
  const auto later = std::ranges::upper_bound(pictures_, at, {}, [](const auto& picture) { return picture.first; });
  return later == pictures_.begin() ? later->second.get() : std::prev(later)->second.get();
}

Result<std::optional<VideoFrame>> WatchedSource::read() {
  Result<std::optional<VideoFrame>> frame = source_->read();
  if (frame && *frame && (*frame)->buffer) pictures_->add(start_ + (*frame)->media_time, (*frame)->buffer);
  return frame;
}

}  // namespace counterpoint
