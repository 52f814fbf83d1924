// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "core/model/audio_format.h"
#include "media/clip/clip_reader.h"

namespace counterpoint {

/// A clip's sound on its way from the clip thread to the audio thread, which adds it to the microphone's.
class ClipMixer {
 public:
  /// Behind what there is; what time it does not cover is silent. For the clip thread, as all but mix_into().
  void add(std::vector<ClipSound> sounds);
  /// When time 0 of the clip is due; nothing while it stands.
  void place(std::optional<Timestamp> begins_at);
  void clear();

  /// Adds what is due at `block.at`; samples stay within [-1, 1].
  void mix_into(AudioBlock& block);

 private:
  std::mutex mutex_;
  std::deque<ClipSound> sounds_;
  std::optional<Timestamp> begins_at_;
  std::optional<Duration> next_;  ///< The time of the clip behind the last block.
};

}  // namespace counterpoint
