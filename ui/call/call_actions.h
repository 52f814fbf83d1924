// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include "ui/clip/clip_actions.h"
#include "ui/controller/call_controller.h"

namespace counterpoint {

/// Everything the user can do, with its words, shortcut and icon, and the menu that holds it all. The window connects
/// the actions to their effects; this class decides which of them fit the moment.
class CallActions final : public QObject {
  Q_OBJECT

 public:
  /// The shortcuts work in the whole of `window`; what a call needs at any time - Accept, Hang up, and Ctrl+M for the
  /// microphone - in the program's other windows too.
  explicit CallActions(QWidget& window);

  /// Enables and shows what fits: `can_call` that there is an address, `can_retry` that there is a call to repeat,
  /// `has_log` that the call that has ended left one.
  void fit(CallPhase phase, bool can_call, bool can_retry, bool has_log);

  /// Marks the mode of that name as the one in use; none for a name that is not in the table.
  void show_mode(const QString& name);

  /// Tells if there is a link by which others can call.
  void set_reachable(bool reachable) {
    copy_link.setEnabled(reachable);
    show_link.setEnabled(reachable);
  }

  QMenu menu;
  QMenu mode_menu;           ///< In `menu`: an entry for each mode of the table.
  QActionGroup mode_choice;  ///< Its entries; each has its mode's name as data.
  QAction call;
  QAction call_self;
  QAction accept;
  QAction accept_without_camera;
  QAction accept_identity;  ///< Calls again a peer that has another identity now.
  QAction hang_up;          ///< Declines, cancels or hangs up, and says which.
  QAction retry;
  QAction back;
  QAction show_call_log;    ///< The log of the call that has ended.
  QAction mute;             ///< Checked: the microphone is off.
  QAction camera_off;       ///< Checked: the camera is off.
  QAction read_messages;    ///< Those of a call that is over.
  QAction choose_audio;     ///< Opens the list of microphones and loudspeakers.
  QAction choose_camera;    ///< Opens the list of cameras.
  QAction share_screen;     ///< Checked: the peer sees the screen.
  QAction show_plane;       ///< Checked: the plane stands over the picture.
  QAction show_messages;    ///< Checked: the texts and files of the call stand over the picture.
  QAction send_file;        ///< Asks for a file for the peer.
  QAction copy_link;        ///< The link that others call us by.
  QAction show_link;        ///< The same as a QR code.
  QAction show_time_lines;  ///< Checked: so do the time lines.
  QAction whole_picture;    ///< Checked: nothing of the peer's picture is cut to fill the window.
  QAction small_window;     ///< The peer in a window above all others.
  QAction show_logs;        ///< Opens the recorded calls.
  QAction settings;
  QAction full_screen;
  QAction open_menu;
  QAction shortcuts;  ///< Shows all keys.
  QAction about;
  QAction quit;
  ClipActions clip;

 private:
  void set_up_keys(QWidget& window);
  /// Gives short words, for places under icons, and tooltips to actions whose words do not tell what they do.
  void explain();
  void fill_menu();
  void fill_mode_menu();
};

}  // namespace counterpoint
