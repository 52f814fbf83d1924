// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPoint>
#include <QRect>
#include <QSize>
#include <QWidget>

class QLabel;

namespace counterpoint {

class IconBadge;
class LevelMeter;
class VideoView;

/// Our own video in the call: it floats in a corner, and the mouse or the arrow keys move it to another. If
/// something else stands in that corner, it takes the next one that is free.
class FloatingPicture final : public QWidget {
  Q_OBJECT

 public:
  /// Range of its size, which depends on the room there is.
  static constexpr QSize kMax{254, 146};
  static constexpr QSize kMin{146, 85};

  explicit FloatingPicture(QWidget* parent);

  [[nodiscard]] VideoView& view() { return *view_; }
  /// The area in which it may be moved, in the parent's coordinates; in a low one it is smaller.
  void set_area(const QRect& area);
  /// The areas of other widgets, in the parent's coordinates, that it should not cover.
  void set_obstacles(const QList<QRect>& obstacles);
  /// Shows a crossed-out microphone in the corner.
  void set_muted(bool muted);
  /// Few words about the video that the peer gets; empty for none.
  void set_caption(const QString& caption);
  void show_caption(bool shown);
  /// Level of the microphone, 0 to 1.
  void set_level(double level);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Corner {
    bool right = true;
    bool below = true;
  };

  [[nodiscard]] QRect in_corner(Corner corner, int height) const;
  void choose(Corner corner);
  void place();
  void place_caption();

  VideoView* view_;
  IconBadge* muted_badge_;
  LevelMeter* level_;
  QLabel* caption_;
  bool caption_shown_ = true;
  QRect area_;
  QList<QRect> obstacles_;
  Corner corner_;  ///< The one that the user wants.
  QPoint grabbed_at_;
};

}  // namespace counterpoint
