// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/message.h"
#include "core/base/time.h"
#include "core/base/units.h"

namespace counterpoint {

/// The loudness of a clip's own audio, and its listeners.
struct ClipLevels {
  double volume = 1;    ///< 0 to 1, as a slider has it: samples are multiplied by its square, as ears hear steps.
  bool to_peer = true;  ///< The peer hears it.
  bool to_us = false;   ///< Our loudspeaker plays it too; from there it may reach the microphone.
  bool operator==(const ClipLevels&) const = default;
};

/// The part of a clip that is sent to the peer, over about the last two seconds.
struct ClipFlow {
  DataRate original_rate{};
  DataRate sent_rate{};
  double share = 0;  ///< Part of the clip's own bits, 0 to 1.
  FrameRate original_frames{};
  FrameRate sent_frames{};
};

/// The clip of a call at one moment.
struct ClipStatus {
  enum class Phase {
    kNone,     ///< The camera has the stream.
    kOpening,  ///< The file is being read for the first time; large ones take a moment.
    kPlaying,
    kPaused,
  };
  Phase phase = Phase::kNone;
  std::string path{};
  Message description{};  ///< For people, as ClipInfo has it; empty while it is opened.
  bool has_audio = false;
  Duration position{};
  std::optional<Duration> duration{};  ///< Nothing when the file does not tell.
  ClipFlow flow{};
  std::optional<Duration> damaged_at{};  ///< The first damage that was found; the clip goes on all the same.
  /// The user's choice for this clip and the following ones; the front end that offers it fills it in.
  bool loop = false;
  ClipLevels levels{};

  [[nodiscard]] bool is_shown() const { return phase != Phase::kNone; }
};

}  // namespace counterpoint
