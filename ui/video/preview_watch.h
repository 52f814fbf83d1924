// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

#include "ui/video/user_presence.h"

class QWidget;

namespace counterpoint {

class FrameMailbox;

/// Tells a mailbox how closely anybody looks at its frames: whether one of some views is on the screen, in a window
/// that is neither hidden nor minimised nor, as far as the desktop tells (Wayland does, X11 does not), covered. Some
/// views have the attention of their user alone.
class PreviewWatch final : public QObject {
  Q_OBJECT

 public:
  /// `mailbox` outlives this.
  explicit PreviewWatch(FrameMailbox& mailbox, QObject* parent);

  enum class Kind { kSteady, kResting };
  void add(QWidget& view, Kind kind = Kind::kSteady);
  [[nodiscard]] const UserPresence& user() const { return user_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct WatchedView {
    QWidget* widget;
    Kind kind;
  };

  void look();

  FrameMailbox& mailbox_;
  UserPresence user_{this};
  std::vector<WatchedView> views_;
  QTimer soon_;
};

}  // namespace counterpoint
