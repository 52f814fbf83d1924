// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/call_actions.h"

#include <QShortcut>
#include <QWidget>

#include "core/adaptation/mode/mode.h"
#include "ui/style/icons.h"
#include "ui/text/engine_text.h"
#include "ui/widgets/action_setup.h"

namespace counterpoint {

CallActions::CallActions(QWidget& window) : menu(&window), mode_menu(&menu), mode_choice(&window), clip(window) {
  set_up_action(call, "call", tr("Call"), Qt::CTRL | Qt::Key_Return, make_icon(Icon::kCall));
  set_up_action(call_self, "call_self", tr("Call yourself"), Qt::CTRL | Qt::Key_T, make_icon(Icon::kEchoTest));
  set_up_action(accept, "accept", tr("Accept"), Qt::CTRL | Qt::Key_Return, make_icon(Icon::kCall));
  set_up_action(accept_without_camera, "accept_without_camera", tr("Without camera"),
                Qt::CTRL | Qt::SHIFT | Qt::Key_Return, make_icon(Icon::kCameraOff));
  // Without a key: whoever trusts another identity does so with a click, not by a habit of the fingers.
  set_up_action(accept_identity, "accept_identity", tr("Trust the new identity and call"), QKeySequence(),
                make_icon(Icon::kWarning));
  accept_identity.setVisible(false);
  set_up_action(hang_up, "hang_up", tr("Hang up"), Qt::CTRL | Qt::Key_D, make_icon(Icon::kHangUp));
  set_up_action(retry, "retry", tr("Try again"), Qt::CTRL | Qt::Key_R, make_icon(Icon::kRefresh));
  set_up_action(back, "back", tr("Back"), Qt::ALT | Qt::Key_Left, make_icon(Icon::kBack));
  set_up_action(show_call_log, "show_call_log", tr("See what happened"), Qt::CTRL | Qt::Key_E,
                make_icon(Icon::kTimeLines));
  set_up_action(mute, "mute", tr("Mute microphone"), Qt::Key_M, make_icon(Icon::kMicrophone, Icon::kMicrophoneOff));
  set_up_action(camera_off, "camera_off", tr("Camera off"), Qt::Key_V, make_icon(Icon::kCamera, Icon::kCameraOff));
  set_up_action(choose_audio, "choose_audio", tr("Choose microphone and loudspeaker"), QKeySequence(),
                make_icon(Icon::kChevronDown));
  set_up_action(choose_camera, "choose_camera", tr("Choose camera"), QKeySequence(), make_icon(Icon::kChevronDown));
  set_up_action(share_screen, "share_screen", tr("Share screen"), Qt::Key_S, make_icon(Icon::kScreen));
  set_up_action(show_plane, "show_plane", tr("Operating point"), Qt::Key_O, make_icon(Icon::kPlane));
  set_up_action(show_messages, "show_messages", tr("Messages"), Qt::Key_C, make_icon(Icon::kMessages));
  set_up_action(read_messages, "read_messages", tr("Read the messages"), Qt::CTRL | Qt::SHIFT | Qt::Key_M,
                make_icon(Icon::kMessages));
  read_messages.setVisible(false);
  set_up_action(send_file, "send_file", tr("Send a file"), Qt::CTRL | Qt::SHIFT | Qt::Key_F, make_icon(Icon::kAttach));
  set_up_action(copy_link, "copy_link", tr("Copy my link"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, make_icon(Icon::kCopy));
  set_up_action(show_link, "show_link", tr("QR code of my link"), Qt::CTRL | Qt::SHIFT | Qt::Key_Q,
                make_icon(Icon::kQrCode));
  set_up_action(show_time_lines, "show_time_lines", tr("Time lines"), Qt::Key_T, make_icon(Icon::kTimeLines));
  set_up_action(whole_picture, "whole_picture", tr("Whole picture"), Qt::Key_W, QIcon());
  set_up_action(small_window, "small_window", tr("Small window"), Qt::SHIFT | Qt::Key_W, QIcon());
  set_up_action(show_logs, "show_logs", tr("Call history"), Qt::CTRL | Qt::Key_L, make_icon(Icon::kLogs));
  set_up_action(full_screen, "full_screen", tr("Full screen"), Qt::Key_F11,
                make_icon(Icon::kFullScreen, Icon::kLeaveFullScreen));
  set_up_action(settings, "settings", tr("Settings"), Qt::CTRL | Qt::Key_Comma, make_icon(Icon::kSettings));
  set_up_action(open_menu, "menu", tr("Menu"), Qt::Key_F10, make_icon(Icon::kMenu));
  set_up_action(shortcuts, "shortcuts", tr("Keyboard shortcuts"), Qt::Key_F1, make_icon(Icon::kQuestion));
  set_up_action(about, "about", tr("About Counterpoint"), Qt::SHIFT | Qt::Key_F1, make_icon(Icon::kInfo));
  set_up_action(quit, "quit", tr("Quit"), Qt::CTRL | Qt::Key_Q, QIcon());
  for (QAction* action :
       {&mute, &camera_off, &share_screen, &show_plane, &show_time_lines, &show_messages, &whole_picture, &full_screen})
    action->setCheckable(true);
  explain();
  fill_mode_menu();
  fill_menu();
  set_up_keys(window);
  window.addActions({&accept_without_camera,
                     &call,
                     &call_self,
                     &accept,
                     &hang_up,
                     &retry,
                     &back,
                     &show_call_log,
                     &read_messages,
                     &mute,
                     &camera_off,
                     &share_screen,
                     &show_plane,
                     &show_time_lines,
                     &whole_picture,
                     &small_window,
                     &show_logs,
                     &copy_link,
                     &show_link,
                     &settings,
                     &full_screen,
                     &open_menu,
                     &shortcuts,
                     &about,
                     &quit,
                     &show_messages,
                     &send_file});
}

void CallActions::set_up_keys(QWidget& window) {
  // They work beside a call too, in the settings, the recorded calls and their dialogs.
  for (QAction* action : {&accept, &accept_without_camera, &hang_up, &show_logs, &settings, &quit}) {
    action->setShortcutContext(Qt::ApplicationShortcut);
  }
  // There the letter M belongs to fields and lists, so that the microphone has another key.
  auto* mute_anywhere = new QShortcut(Qt::CTRL | Qt::Key_M, &window);
  mute_anywhere->setContext(Qt::ApplicationShortcut);
  connect(mute_anywhere, &QShortcut::activated, &mute, &QAction::trigger);
}

void CallActions::explain() {
  // Under the icons, where a long text does not fit.
  mute.setIconText(tr("Mute"));
  share_screen.setIconText(tr("Share"));
  clip.play.setIconText(tr("Clip"));
  show_plane.setIconText(tr("Plane"));
  set_action_tip(call_self, tr("Hear and see yourself as others do"));
  set_action_tip(accept_without_camera, tr("Accept the call with the camera off"));
  set_action_tip(show_call_log, tr("What was decided and measured in this call"));
  set_action_tip(show_plane, tr("Bit rate and packet rate of your video, and why they changed"));
  set_action_tip(show_time_lines, tr("Rate, loss, delay and buffer of the last minutes"));
  set_action_tip(whole_picture, tr("Show all of the peer's picture instead of filling the window"));
  set_action_tip(small_window, tr("Keep the peer in sight above all other windows"));
  set_action_tip(show_logs, tr("All calls, with their figures and decisions"));
  set_action_tip(copy_link, tr("Copy the link by which others call you"));
}

void CallActions::fill_menu() {
  menu.setObjectName(QStringLiteral("main_menu"));
  menu.setAccessibleName(tr("Menu"));
  menu.addActions(
      {&call, &call_self, &accept, &accept_without_camera, &hang_up, &retry, &show_call_log, &read_messages, &back});
  menu.addSeparator();
  menu.addActions({&mute, &camera_off, &share_screen});
  menu.addSeparator();
  menu.addActions({&show_messages, &send_file});
  menu.addSeparator();
  clip.add_to(menu);
  menu.addSeparator();
  menu.addActions({&show_plane, &show_time_lines, &whole_picture, &small_window});
  menu.addMenu(&mode_menu);
  menu.addSeparator();
  menu.addActions({&show_logs, &copy_link, &show_link, &settings, &full_screen});
  menu.addSeparator();
  menu.addActions({&shortcuts, &about, &quit});
}

void CallActions::fill_mode_menu() {
  mode_menu.setObjectName(QStringLiteral("mode_menu"));
  mode_menu.setTitle(tr("Mode"));
  mode_menu.setAccessibleName(tr("Mode: how video adapts"));
  mode_menu.setToolTipsVisible(true);
  for (const Mode& mode : modes()) {
    const QString name = QString::fromUtf8(mode.name.data(), static_cast<qsizetype>(mode.name.size()));
    const QString summary = engine_text(mode.summary);
    const bool recommended = name == QString::fromStdString(Settings().mode);
    const QString words = recommended ? tr("Automatic (recommended)") : QStringLiteral("%1: %2").arg(name, summary);
    auto* action = mode_menu.addAction(words);
    if (recommended) mode_menu.addSeparator();
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

void CallActions::fit(CallPhase phase, bool can_call, bool can_retry, bool has_log) {
  const bool idle = phase == CallPhase::kIdle;
  const bool ended = phase == CallPhase::kEnded;
  const bool incoming = phase == CallPhase::kIncoming;
  show_action(call, idle);
  call.setEnabled(idle && can_call);
  show_action(call_self, idle);
  show_action(accept, incoming);
  show_action(accept_without_camera, incoming);
  show_action(hang_up, !idle && !ended);
  show_action(retry, ended && can_retry);
  show_action(back, ended);
  show_action(show_call_log, ended && has_log);
  show_action(show_plane, phase == CallPhase::kInCall);
  for (QAction* action : {&mute, &camera_off}) {
    action->setEnabled(idle || incoming || phase == CallPhase::kInCall);
    // A call comes while somebody types: a letter that was meant for a text must not change what the peer gets.
    action->setShortcutContext(incoming ? Qt::WidgetShortcut : Qt::WindowShortcut);
  }
  show_action(share_screen, phase == CallPhase::kInCall);
  mode_menu.menuAction()->setVisible(phase == CallPhase::kInCall);
  clip.set_in_call(phase == CallPhase::kInCall);
  show_action(show_time_lines, phase == CallPhase::kInCall);
  show_action(whole_picture, phase == CallPhase::kInCall);
  show_action(show_messages, phase == CallPhase::kInCall);
  send_file.setVisible(phase == CallPhase::kInCall);
  show_action(small_window, phase == CallPhase::kInCall);
  switch (phase) {
    case CallPhase::kIncoming:
      return set_action_words(hang_up, tr("Decline"));
    case CallPhase::kCalling:
    case CallPhase::kConnecting:
      return set_action_words(hang_up, tr("Cancel call"));
    case CallPhase::kIdle:
    case CallPhase::kInCall:
    case CallPhase::kEnded:
      return set_action_words(hang_up, tr("Hang up"));
  }
}

}  // namespace counterpoint
