// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <utility>

#include "core/ports/video_source.h"

namespace counterpoint {

/// The pictures that a sender in virtual time has captured in the last seconds, for the end that judges what its peer
/// shows. All of it belongs to one thread.
class SourcePictures {
 public:
  void add(Timestamp captured, std::shared_ptr<const FrameBuffer> picture);
  /// The newest that was captured by `at`, the oldest where all that are kept are newer; null before the first one.
  [[nodiscard]] const FrameBuffer* at(Timestamp at) const;

 private:
  std::deque<std::pair<Timestamp, std::shared_ptr<const FrameBuffer>>> pictures_;
};

/// Another source that leaves its pictures with SourcePictures, too.
class WatchedSource final : public VideoSource {
 public:
  /// A call that begins at `start` reads each frame before its time, and takes it for captured `media_time` later.
  WatchedSource(std::unique_ptr<VideoSource> source, std::shared_ptr<SourcePictures> pictures, Timestamp start)
      : source_(std::move(source)), pictures_(std::move(pictures)), start_(start) {}

  [[nodiscard]] Result<std::optional<VideoFrame>> read() override;
  /// Frames that are not encoded have been in front of the camera, too.
  [[nodiscard]] Result<std::optional<VideoFrame>> skip() override { return read(); }
  void interrupt() override { source_->interrupt(); }
  [[nodiscard]] bool is_live() const override { return source_->is_live(); }
  [[nodiscard]] bool is_camera() const override { return source_->is_camera(); }
  [[nodiscard]] Message description() const override { return source_->description(); }

 private:
  std::unique_ptr<VideoSource> source_;
  std::shared_ptr<SourcePictures> pictures_;
  Timestamp start_;
};

}  // namespace counterpoint
