// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "media/clip/clip_player.h"

namespace counterpoint {

/// Chooses the pictures of a clip that still go when too much waits to leave: I pictures first.
///
/// 1. B pictures, which nothing refers to, are the first to go; P pictures next, and I pictures last.
/// 2. Behind a P or I picture that did not go nothing goes before the next I picture: it would show damage, and its
///    bits are better left to that one.
/// 3. The second field of a frame shares the lot of the first.
/// 4. If pictures cannot be made smaller, a P picture goes only if the next I picture finds an empty queue: an I
///    picture left out freezes the picture for a group.
class ClipDropPolicy {
 public:
  /// The video that waits to leave.
  struct Queue {
    double backlog = 0;                 ///< RtpSession::video_backlog.
    std::optional<Duration> leaves_in;  ///< RtpSession::video_leaves_in.
  };
  struct Config {
    /// Shares of what may wait of a camera's video (RtpSession::video_backlog), above which pictures are left out.
    /// Defaults: a large picture may wait for the half second that a clip is ahead, some 3; a receiver waits no longer
    /// than about 5.
    double max_for_b = 3;
    double max_for_p = 4;
    double max_for_i = 6;
    /// The same when pictures cannot be made smaller: B pictures have to go before the queue has grown, or P pictures
    /// must; and P pictures early enough that the next group can have as many of them as this one, where nobody knows
    /// when it begins.
    double max_for_b_at_floor = 0.3;
    double max_for_p_at_floor = 2.5;
    /// Instead of max_for_b_at_floor where it is known when all that waits has left.
    Duration max_leaving_for_b_at_floor = 45ms;
  };
  explicit ClipDropPolicy(const Config& config) : config_(config) {}
  ClipDropPolicy() : ClipDropPolicy(Config{}) {}

  /// True when the next picture in the order of decoding goes.
  [[nodiscard]] bool admits(const PlayedPicture& picture, const Queue& queue) {
    if (picture.second_field) return admitted_;
    const bool refers = picture.type == MpegPictureType::kP || picture.type == MpegPictureType::kB;
    admitted_ = has_room(picture, queue) && !(refers && broken_);
    if (picture.type != MpegPictureType::kB) broken_ = !admitted_;
    return admitted_;
  }

 private:
  [[nodiscard]] bool has_room(const PlayedPicture& picture, const Queue& queue) const {
    if (picture.type == MpegPictureType::kP) {
      if (!picture.at_floor) return queue.backlog <= config_.max_for_p;
      if (queue.leaves_in && picture.until_intra) return *queue.leaves_in <= *picture.until_intra;
      return queue.backlog <= config_.max_for_p_at_floor;
    }
    if (picture.type != MpegPictureType::kB) return queue.backlog <= config_.max_for_i;
    if (!picture.at_floor) return queue.backlog <= config_.max_for_b;
    if (queue.leaves_in) return *queue.leaves_in <= config_.max_leaving_for_b_at_floor;
    return queue.backlog <= config_.max_for_b_at_floor;
  }

  Config config_;
  bool admitted_ = true;
  bool broken_ = false;  ///< A picture that others refer to did not go.
};

}  // namespace counterpoint
