// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "app/pipelines/clip/clip_throughput.h"
#include "core/base/time.h"

namespace counterpoint {

/// How the clip of a call stands, for whoever shows it.
struct ClipStatus {
  enum class Phase {
    kNone,     ///< The camera has the stream.
    kOpening,  ///< The file is being read for the first time; large ones take a moment.
    kPlaying,
    kPaused,
  };
  Phase phase = Phase::kNone;
  std::string path;
  std::string description;  ///< For people, as ClipInfo has it; empty while it is opened.
  bool has_audio = false;
  Duration position{};
  std::optional<Duration> duration;  ///< Nothing when the file does not tell.
  ClipThroughput::Reading flow;
  std::optional<Duration> damaged_at;  ///< The first damage that was met with; it goes on all the same.
};

}  // namespace counterpoint
