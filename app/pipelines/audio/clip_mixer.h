// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "core/control/clip_status.h"
#include "core/model/audio_format.h"
#include "media/clip/clip_reader.h"

namespace counterpoint {

/// A clip's audio on its way from the clip thread to the audio thread, which adds it to the microphone's, and to what
/// our own loudspeaker plays.
class ClipMixer {
 public:
  /// From any thread; changes are blended over one block, so that nothing clicks.
  void set_levels(const ClipLevels& levels);

  /// Behind what there is; what time it does not cover is silent. For the clip thread, as are set_start_time() and
  /// clear().
  void add(std::vector<ClipAudio> audio);
  /// Tells when time 0 of the clip is due; nothing while it stands.
  void set_start_time(std::optional<Timestamp> begins_at);
  void clear();

  /// Adds what is due at `block.at`; both channels stay within [-1, 1].
  void mix_into(AudioBlock& block);
  /// Adds to a block for our loudspeaker, as far as it is to be heard there, what the last block for the peer had; a
  /// few blocks later, as the two clocks waver.
  void monitor_into(AudioSamples& samples, AudioSamples& side);

 private:
  struct Channels {
    AudioSamples samples{};
    AudioSamples side{};
  };

  [[nodiscard]] Channels take(Timestamp at);

  /// Blocks that wait for the loudspeaker: before it begins, and at most.
  static constexpr std::size_t kMonitorBegins = 2;
  static constexpr std::size_t kMonitorHolds = 6;

  std::mutex mutex_;
  std::deque<ClipAudio> audio_;
  std::optional<Timestamp> begins_at_;
  std::optional<Duration> next_;  ///< The time of the clip behind the last block.
  ClipLevels levels_;
  float peer_gain_ = 1;  ///< The gain of the last block.
  float our_gain_ = 0;
  std::deque<Channels> monitor_;
  bool monitor_plays_ = false;
};

}  // namespace counterpoint
