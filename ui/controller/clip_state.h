// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// How loud a clip's own audio is, and who hears it.
struct ClipAudioChoice {
  double volume = 1;  ///< 0 to 1, as a slider has it.
  bool to_peer = true;
  bool to_us = true;
  bool operator==(const ClipAudioChoice&) const = default;
};

/// How the clip stands that is played to the peer.
struct ClipState {
  enum class Phase {
    kNone,     ///< None is played: the camera is seen.
    kOpening,  ///< Its file is being read for the first time.
    kPlaying,
    kPaused,
  };
  Phase phase = Phase::kNone;
  QString name{};         ///< Of the file, without its folder.
  QString description{};  ///< "film.mpg: MPEG-2, 720x480, 29.97 frames/s, 4.9 s, with audio"; empty while it is opened.
  Duration position{};
  std::optional<Duration> duration;  ///< Nothing when the file does not tell: then there is no seeking by a slider.
  bool has_audio = false;
  bool loop = false;
  ClipAudioChoice audio;
  DataRate sent_rate;                  ///< What is left of its pictures for the peer, over about the last two seconds.
  double share = 0;                    ///< The part of the clip's own bits that is left, 0 to 1.
  FrameRate sent_frames;               ///< Pictures that go to the peer,
  FrameRate clip_frames;               ///< of those that the clip has.
  std::optional<Duration> damaged_at;  ///< The first place of it that is known to be damaged; it goes on all the same.

  [[nodiscard]] bool is_shown() const { return phase != Phase::kNone; }
};

}  // namespace counterpoint
