// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>

namespace counterpoint {

/// The sources that a host sends to its peer at the moment, and the name of its user, as the host itself tells them.
struct MediaState {
  /// The source of video.
  enum class Video {
    kCamera,
    kOff,  ///< No source, or black frames in place of the camera's.
    kScreen,
    kClip,
    kPausedClip,  ///< It stands still.
  };
  /// Bytes of `name` and of `clip`.
  static constexpr std::size_t kMaxText = 100;

  bool microphone = true;  ///< False: silence is sent in its place.
  Video video = Video::kCamera;
  std::string clip{};  ///< Name of the clip; empty without one, plain text as is_plain_text() has it.
  std::string name{};  ///< The user's; empty: not told. Plain text too.

  [[nodiscard]] bool plays_clip() const { return video == Video::kClip || video == Video::kPausedClip; }
  friend bool operator==(const MediaState&, const MediaState&) = default;
};

}  // namespace counterpoint
