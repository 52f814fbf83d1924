// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "media/clip/clip_player.h"

namespace counterpoint {

/// Which pictures of a clip still go when too much waits to leave: I pictures first.
///
/// 1. B pictures, which nothing refers to, are the first to go; P pictures next, and I pictures last.
/// 2. Behind a P or I picture that did not go nothing goes before the next I picture: it would show damage, and its
///    bits are better left to that one.
/// 3. The second field of a frame shares the lot of the first.
class ClipGate {
 public:
  struct Config {
    /// Shares of what may wait of a camera's video (RtpSession::video_backlog), above which pictures are left out.
    /// Defaults: a large picture may wait for the half second that a clip is ahead, some 3; a receiver waits no longer
    /// than about 5.
    double most_for_b = 3;
    double most_for_p = 4;
    double most_for_i = 6;
    /// The same when pictures cannot be made smaller: B pictures have to go before the queue has grown, or P pictures
    /// must; and P pictures early enough that the next group can have as many of them as this one.
    double most_for_b_at_floor = 0.3;
    double most_for_p_at_floor = 2.5;
  };
  explicit ClipGate(const Config& config) : config_(config) {}
  ClipGate() : ClipGate(Config{}) {}

  /// Whether the next picture in the order of decoding goes.
  [[nodiscard]] bool admits(const PlayedPicture& picture, double backlog) {
    if (picture.second_field) return admitted_;
    const bool refers = picture.type == MpegPictureType::kP || picture.type == MpegPictureType::kB;
    admitted_ = backlog <= most_for(picture) && !(refers && broken_);
    if (picture.type != MpegPictureType::kB) broken_ = !admitted_;
    return admitted_;
  }

 private:
  [[nodiscard]] double most_for(const PlayedPicture& picture) const {
    if (picture.type == MpegPictureType::kP) {
      return picture.at_floor ? config_.most_for_p_at_floor : config_.most_for_p;
    }
    if (picture.type != MpegPictureType::kB) return config_.most_for_i;
    return picture.at_floor ? config_.most_for_b_at_floor : config_.most_for_b;
  }

  Config config_;
  bool admitted_ = true;
  bool broken_ = false;  ///< A picture that others refer to did not go.
};

}  // namespace counterpoint
