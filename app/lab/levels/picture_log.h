// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <vector>

#include "app/lab/record/shown_picture.h"
#include "core/model/encoded_frame.h"
#include "core/ports/frame_sink.h"

namespace counterpoint {

/// Keeps account of the pictures that a receiver in virtual time shows. All of it belongs to one thread.
class PictureLog final : public FrameSink {
 public:
  /// `start_of_run` is the time that all others are counted from.
  explicit PictureLog(Timestamp start_of_run) : start_(start_of_run) {}

  /// The time of all that follows, up to the next call.
  void advance_to(Timestamp now) { now_ = now; }
  /// A picture was decoded, captured at `capture_time` on the sender's clock.
  void handle_decoded(const EncodedVideoFrame& frame, Duration capture_time);
  void show(const VideoFrame& frame) override;
  [[nodiscard]] const std::vector<ShownPicture>& pictures() const { return pictures_; }

 private:
  Timestamp start_;
  Timestamp now_{};
  std::deque<ShownPicture> decoded_;  ///< Not shown so far, with their capture times on the sender's clock.
  std::vector<ShownPicture> pictures_;
};

}  // namespace counterpoint
