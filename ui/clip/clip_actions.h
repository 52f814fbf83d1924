// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>

#include "core/control/clip_status.h"

class QMenu;
class QWidget;

namespace counterpoint {

/// The user's actions on a clip that is played to the peer: words, shortcuts, icons, and when each fits.
class ClipActions final : public QObject {
  Q_OBJECT

 public:
  /// The shortcuts work in the whole of `window`.
  explicit ClipActions(QWidget& window);
  void add_to(QMenu& menu);

  void set_in_call(bool in_call);
  void set_clip(const ClipStatus& clip);

  QAction play;      ///< Asks for a file.
  QAction pause;     ///< Pauses or goes on; its text says which.
  QAction stop;      ///< Back to the camera.
  QAction backward;  ///< Ten seconds.
  QAction forward;
  QAction loop;  ///< Checked: it begins again at its end.
  QAction mute;  ///< Checked: the peer does not hear it.
  QAction hear;  ///< Checked: we hear it too.

 private:
  void fit();

  bool in_call_ = false;
  ClipStatus clip_;
};

}  // namespace counterpoint
