// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

namespace counterpoint {

/// All of a panel but the strips that its round corners are in. It is opaque, so that of a video beneath the panel no
/// more is converted than is seen, and nothing is blended with it: both would be done for each frame.
class OpaquePanelArea final : public QWidget {
 public:
  /// `paint_panel` paints the whole of `panel`, in its coordinates, without a gap between the strips.
  OpaquePanelArea(QWidget* panel, std::function<void(QPainter&)> paint_panel);

  /// Asks for the whole panel to be painted anew. Its own update() leaves out what lies beneath this.
  void update_panel();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  std::function<void(QPainter&)> paint_panel_;
};

}  // namespace counterpoint
