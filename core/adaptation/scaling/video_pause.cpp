// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/scaling/video_pause.h"

#include <algorithm>

namespace counterpoint {
namespace {

/// For how long there has to be too little: longer than a queue takes to drain, or capacity is gone in a cellular
/// network while it hands over.
constexpr Duration kBeforePause = 4s;
/// There has to be ample supply again for so long.
constexpr Duration kBeforeResume = 2s;
/// The first pause is as long as at the circuit breaker, and so is the longest; each that follows within kRelapse of
/// the end of the one before is twice as long, since every trial costs some seconds of late sound.
constexpr Duration kFirstPause = 5s;
constexpr Duration kMaxPause = 160s;
constexpr Duration kRelapse = 30s;

}  // namespace

void VideoPause::update(Supply supply, Timestamp now) {
  if (supply != Supply::kShort) {
    short_since_.reset();
  } else if (!short_since_) {
    short_since_ = now;
  }
  if (supply != Supply::kAmple) {
    ample_since_.reset();
  } else if (!ample_since_) {
    ample_since_ = now;
  }
  if (!paused_at_) {
    if (short_since_ && now - *short_since_ >= kBeforePause) begin(now);
    return;
  }
  const bool ample = ample_since_ && now - *ample_since_ >= kBeforeResume;
  // An estimate that does not grow while only sound is sent would end no pause.
  if ((ample && now - *paused_at_ >= length_) || now - *paused_at_ >= kMaxPause) {
    paused_at_.reset();
    short_since_.reset();
    resumed_at_ = now;
  }
}

void VideoPause::begin(Timestamp now) {
  const bool relapse = resumed_at_ && now - *resumed_at_ < kRelapse;
  length_ = relapse ? std::min(2 * length_, kMaxPause) : kFirstPause;
  paused_at_ = now;
  ample_since_.reset();
}

}  // namespace counterpoint
