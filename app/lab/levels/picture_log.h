// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "app/lab/levels/source_pictures.h"
#include "app/lab/record/shown_picture.h"
#include "core/model/encoded_frame.h"
#include "core/ports/frame_sink.h"

namespace counterpoint {

/// Keeps account of the pictures that a receiver in virtual time shows and, where it has the source, of how alike they
/// are. All of it belongs to one thread.
class PictureLog final : public FrameSink {
 public:
  /// `start_of_run` is the time that all others are counted from. `source`, which may be null, has the sender's
  /// pictures.
  explicit PictureLog(Timestamp start_of_run, std::shared_ptr<const SourcePictures> source = nullptr)
      : start_(start_of_run), source_(std::move(source)) {}

  /// The time of all that follows, up to the next call. Looks at the screen until then.
  void advance_to(Timestamp now);
  /// A picture was decoded, captured at `capture_time` on the sender's clock.
  void handle_decoded(const EncodedVideoFrame& frame, Duration capture_time);
  void show(const VideoFrame& frame) override;
  [[nodiscard]] const std::vector<ShownPicture>& pictures() const { return pictures_; }
  /// Empty without a source.
  [[nodiscard]] const std::vector<ScreenLook>& looks() const { return looks_; }

 private:
  void look(Timestamp at);

  Timestamp start_;
  std::shared_ptr<const SourcePictures> source_;
  Timestamp now_{};
  std::deque<ShownPicture> decoded_;  ///< Not shown so far, with their capture times on the sender's clock.
  std::vector<ShownPicture> pictures_;
  VideoFrame on_screen_;  ///< Without a buffer before the first picture, and without a source.
  Timestamp shown_at_{};
  Timestamp next_look_{};
  std::vector<ScreenLook> looks_;
};

}  // namespace counterpoint
