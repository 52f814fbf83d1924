// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/clip_translation.h"

#include <QFileInfo>
#include <algorithm>

#include "ui/text/engine_text.h"

namespace counterpoint {
namespace {

ClipState::Phase phase_of(ClipStatus::Phase phase) {
  switch (phase) {
    case ClipStatus::Phase::kNone:
      return ClipState::Phase::kNone;
    case ClipStatus::Phase::kOpening:
      return ClipState::Phase::kOpening;
    case ClipStatus::Phase::kPlaying:
      return ClipState::Phase::kPlaying;
    case ClipStatus::Phase::kPaused:
      return ClipState::Phase::kPaused;
  }
  return ClipState::Phase::kNone;
}

}  // namespace

ClipState clip_state(const ClipStatus& status, bool loop, const ClipAudioChoice& audio) {
  return {.phase = phase_of(status.phase),
          .name = QFileInfo(QString::fromStdString(status.path)).fileName(),
          .description = engine_text(status.description),
          .position = status.duration ? std::min(status.position, *status.duration) : status.position,
          .duration = status.duration,
          .has_audio = status.has_audio,
          .loop = loop,
          .audio = audio,
          .sent_rate = status.flow.sent_rate,
          .share = status.flow.share,
          .sent_frames = status.flow.sent_frames,
          .clip_frames = status.flow.original_frames,
          .damaged_at = status.damaged_at};
}

ClipLevels clip_levels(const ClipAudioChoice& audio) {
  return {.volume = audio.volume, .to_peer = audio.to_peer, .to_us = audio.to_us};
}

ClipAudioChoice clip_audio(const ClipLevels& levels) {
  return {.volume = levels.volume, .to_peer = levels.to_peer, .to_us = levels.to_us};
}

}  // namespace counterpoint
