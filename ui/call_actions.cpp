// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call_actions.h"

#include <QKeySequence>
#include <QWidget>

#include "core/adaptation/mode.h"
#include "ui/icons.h"

namespace counterpoint {
namespace {

void set_words(QAction& action, const QString& words) {
  action.setText(words);
  action.setToolTip(QStringLiteral("%1 (%2)").arg(words, action.shortcut().toString(QKeySequence::NativeText)));
}

void set_up(QAction& action, const char* name, const QString& words, const QKeySequence& shortcut, const QIcon& icon) {
  action.setObjectName(QLatin1String(name));
  action.setShortcut(shortcut);
  action.setIcon(icon);
  action.setIconVisibleInMenu(false);
  set_words(action, words);
}

/// While it is checked, the action does what `words` say.
void set_words_when_checked(QAction& action, const QString& words) {
  const QString usual = action.text();
  QObject::connect(&action, &QAction::toggled, &action,
                   [&action, usual, words](bool checked) { set_words(action, checked ? words : usual); });
}

void show(QAction& action, bool fits) {
  action.setEnabled(fits);
  action.setVisible(fits);
}

}  // namespace

CallActions::CallActions(QWidget& window) : menu(&window), mode_menu(&menu), mode_choice(&window) {
  set_up(call, "call", tr("Call"), Qt::CTRL | Qt::Key_Return, make_icon(Icon::kCall));
  set_up(call_self, "call_self", tr("Call yourself"), Qt::CTRL | Qt::Key_T, make_icon(Icon::kEchoTest));
  set_up(accept, "accept", tr("Accept"), Qt::CTRL | Qt::Key_Return, make_icon(Icon::kCall));
  set_up(hang_up, "hang_up", tr("Hang up"), Qt::CTRL | Qt::Key_D, make_icon(Icon::kHangUp));
  set_up(retry, "retry", tr("Try again"), Qt::CTRL | Qt::Key_R, make_icon(Icon::kRefresh));
  set_up(back, "back", tr("Back"), Qt::ALT | Qt::Key_Left, make_icon(Icon::kBack));
  set_up(mute, "mute", tr("Mute microphone"), Qt::Key_M, make_icon(Icon::kMicrophone, Icon::kMicrophoneOff));
  set_up(camera_off, "camera_off", tr("Turn camera off"), Qt::Key_V, make_icon(Icon::kCamera, Icon::kCameraOff));
  set_up(show_plane, "show_plane", tr("Show operating point"), Qt::Key_O, make_icon(Icon::kPlane));
  set_up(full_screen, "full_screen", tr("Full screen"), Qt::Key_F11,
         make_icon(Icon::kFullScreen, Icon::kLeaveFullScreen));
  set_up(open_menu, "menu", tr("Menu"), Qt::Key_F10, make_icon(Icon::kMenu));
  set_up(quit, "quit", tr("Quit"), Qt::CTRL | Qt::Key_Q, QIcon());
  for (QAction* action : {&mute, &camera_off, &show_plane, &full_screen}) action->setCheckable(true);
  set_words_when_checked(mute, tr("Turn microphone on"));
  set_words_when_checked(camera_off, tr("Turn camera on"));
  set_words_when_checked(show_plane, tr("Hide operating point"));
  set_words_when_checked(full_screen, tr("Leave full screen"));
  fill_mode_menu();
  fill_menu();
  window.addActions({&call, &call_self, &accept, &hang_up, &retry, &back, &mute, &camera_off, &show_plane, &full_screen,
                     &open_menu, &quit});
}

void CallActions::fill_menu() {
  menu.setObjectName(QStringLiteral("main_menu"));
  menu.setAccessibleName(tr("Menu"));
  menu.addActions({&call, &call_self, &accept, &hang_up, &retry, &back});
  menu.addSeparator();
  menu.addActions({&mute, &camera_off});
  menu.addSeparator();
  menu.addAction(&show_plane);
  menu.addMenu(&mode_menu);
  menu.addSeparator();
  menu.addActions({&full_screen, &quit});
}

void CallActions::fill_mode_menu() {
  mode_menu.setObjectName(QStringLiteral("mode_menu"));
  mode_menu.setTitle(tr("Mode"));
  mode_menu.setAccessibleName(tr("Mode: how video adapts"));
  mode_menu.setToolTipsVisible(true);
  for (const Mode& mode : modes()) {
    const QString name = QString::fromUtf8(mode.name.data(), static_cast<qsizetype>(mode.name.size()));
    const QString summary = QString::fromUtf8(mode.summary.data(), static_cast<qsizetype>(mode.summary.size()));
    auto* action = mode_menu.addAction(QStringLiteral("%1: %2").arg(name, summary));
    action->setObjectName(QStringLiteral("mode_%1").arg(name));
    action->setToolTip(tr("Video adapts by mode %1: %2").arg(name, summary));
    action->setData(name);
    action->setCheckable(true);
    mode_choice.addAction(action);
  }
}

void CallActions::show_mode(const QString& name) {
  for (QAction* action : mode_choice.actions()) action->setChecked(action->data().toString() == name);
}

void CallActions::fit(CallPhase phase, bool can_call, bool can_retry) {
  const bool idle = phase == CallPhase::kIdle;
  const bool ended = phase == CallPhase::kEnded;
  show(call, idle);
  call.setEnabled(idle && can_call);
  show(call_self, idle);
  show(accept, phase == CallPhase::kIncoming);
  show(hang_up, !idle && !ended);
  show(retry, ended && can_retry);
  show(back, ended);
  show(show_plane, phase == CallPhase::kInCall);
  switch (phase) {
    case CallPhase::kIncoming:
      return set_words(hang_up, tr("Decline"));
    case CallPhase::kCalling:
    case CallPhase::kConnecting:
      return set_words(hang_up, tr("Cancel call"));
    case CallPhase::kIdle:
    case CallPhase::kInCall:
    case CallPhase::kEnded:
      return set_words(hang_up, tr("Hang up"));
  }
}

}  // namespace counterpoint
