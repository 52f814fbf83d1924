// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/clip/clip_actions.h"

#include <QKeySequence>
#include <QMenu>
#include <QWidget>

#include "ui/style/icons.h"
#include "ui/widgets/action_setup.h"

namespace counterpoint {

ClipActions::ClipActions(QWidget& window) {
  set_up_action(play, "play_clip", tr("Play a clip\u2026"), Qt::Key_P, make_icon(Icon::kFilm));
  set_up_action(pause, "pause_clip", tr("Pause the clip"), Qt::Key_Space, make_icon(Icon::kPause));
  set_up_action(stop, "stop_clip", tr("Stop the clip"), Qt::SHIFT | Qt::Key_P, make_icon(Icon::kStop));
  set_up_action(backward, "clip_backward", tr("Back 10 seconds"), Qt::CTRL | Qt::Key_Left, make_icon(Icon::kSeekBack));
  set_up_action(forward, "clip_forward", tr("On 10 seconds"), Qt::CTRL | Qt::Key_Right, make_icon(Icon::kSeekForward));
  set_up_action(loop, "loop_clip", tr("Play the clip again and again"), Qt::Key_L, make_icon(Icon::kLoop));
  set_up_action(mute, "mute_clip", tr("Mute the clip for the peer"), Qt::SHIFT | Qt::Key_M,
                make_icon(Icon::kVolume, Icon::kVolumeOff));
  set_up_action(hear, "hear_clip", tr("Hear the clip here too, best with headphones"), Qt::Key_H,
                make_icon(Icon::kSpeaker));
  for (QAction* action : {&loop, &mute, &hear}) action->setCheckable(true);
  window.addActions({&play, &pause, &stop, &backward, &forward, &loop, &mute, &hear});
  fit();
}

void ClipActions::add_to(QMenu& menu) {
  menu.addActions({&play, &pause, &stop, &backward, &forward, &loop, &mute, &hear});
}

void ClipActions::set_in_call(bool in_call) {
  in_call_ = in_call;
  fit();
}

void ClipActions::set_clip(const ClipStatus& clip) {
  const bool changed = clip.phase != clip_.phase || clip.has_audio != clip_.has_audio ||
                       clip.duration != clip_.duration || clip.loop != clip_.loop || clip.levels != clip_.levels;
  clip_ = clip;
  if (changed) fit();
}

void ClipActions::fit() {
  const bool shown = in_call_ && clip_.is_shown();
  const bool ready = shown && clip_.phase != ClipStatus::Phase::kOpening;
  show_action(play, in_call_);
  for (QAction* action : {&pause, &stop, &loop}) show_action(*action, shown);
  for (QAction* action : {&pause, &stop}) action->setEnabled(ready);
  for (QAction* action : {&backward, &forward}) show_action(*action, ready && clip_.duration);
  for (QAction* action : {&mute, &hear}) show_action(*action, shown && clip_.has_audio);
  const bool paused = clip_.phase == ClipStatus::Phase::kPaused;
  pause.setIcon(make_icon(paused ? Icon::kPlay : Icon::kPause));
  set_action_words(pause, paused ? tr("Go on with the clip") : tr("Pause the clip"));
  loop.setChecked(clip_.loop);
  mute.setChecked(!clip_.levels.to_peer);
  hear.setChecked(clip_.levels.to_us);
}

}  // namespace counterpoint
