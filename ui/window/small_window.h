// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>

namespace counterpoint {

class CallActions;
class PeerPicture;
class Toast;

/// The peer in a small window above all others, with what a call needs at any time. It finishes when its user closes
/// it, or wants the large window back.
class SmallWindow final : public QDialog {
  Q_OBJECT

 public:
  /// `actions` outlive this.
  explicit SmallWindow(CallActions& actions);

  [[nodiscard]] PeerPicture& picture() { return *picture_; }
  /// For notices, which nobody would see in the large window.
  [[nodiscard]] Toast& toast() { return *toast_; }
  /// Opens in the bottom right corner of `screen`, as far as the desktop lets windows choose.
  void open_at(const QScreen& screen);

 private:
  PeerPicture* picture_;
  Toast* toast_;
  QAction back_;
};

}  // namespace counterpoint
