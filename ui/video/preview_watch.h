// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

class QWidget;

namespace counterpoint {

class FrameMailbox;

/// Tells a mailbox whether anybody can see its frames: whether one of some views is on the screen, in a window that
/// is neither hidden nor minimised nor, as far as the desktop tells (Wayland does, X11 does not), covered.
class PreviewWatch final : public QObject {
  Q_OBJECT

 public:
  /// `mailbox` outlives this.
  explicit PreviewWatch(FrameMailbox& mailbox, QObject* parent);

  void add(QWidget& view);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void look();

  FrameMailbox& mailbox_;
  std::vector<QWidget*> views_;
  QTimer soon_;
};

}  // namespace counterpoint
