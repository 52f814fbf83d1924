// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/receive/lip_sync.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// Excess of `difference` over `tolerance`, at most `limit`; 0 if there is none.
Duration beyond(Duration difference, Duration tolerance, Duration limit) {
  return std::clamp(difference - tolerance, Duration::zero(), limit);
}

}  // namespace

LipSync::MinimumDelays LipSync::update(const StreamDelay& audio, const StreamDelay& video, Timestamp now) {
  const Duration elapsed = updated_at_ ? std::clamp<Duration>(now - *updated_at_, 0ns, 1s) : 0ns;
  updated_at_ = now;
  Duration to_audio = beyond(video.needed - audio.needed, config_.tolerance, config_.max_added_delay);
  Duration to_video = beyond(audio.current - video.needed, config_.tolerance, config_.max_added_delay);
  if (std::chrono::abs(video.needed - audio.needed) > config_.max_difference) to_audio = to_video = 0ns;
  added_to_audio_ = slew(added_to_audio_, to_audio, elapsed);
  added_to_video_ = slew(added_to_video_, to_video, elapsed);
  return {.audio = audio.needed + added_to_audio_, .video = video.needed + added_to_video_};
}

Duration LipSync::slew(Duration from, Duration to, Duration elapsed) const {
  const Duration step = from_seconds(to_seconds(config_.slew_per_second) * to_seconds(elapsed));
  return std::clamp(to, from - step, from + step);
}

}  // namespace counterpoint
