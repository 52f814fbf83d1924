// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>

#include "core/model/frame_buffer.h"
#include "ui/style/theme.h"
#include "ui/video/fitted_frame.h"

namespace counterpoint {

/// Paints video, scaled to the widget at the resolution of the screen with its aspect kept.
///
/// 1. A frame is scaled when it is painted; one that is replaced before costs nothing. It is converted straight into
///    the window's pixels where that can be done; a view with transparent round corners keeps an image of its own.
/// 2. Without a frame, or when covered, it shows a notice.
class VideoView final : public QWidget {
  Q_OBJECT

 public:
  enum class Fit {
    kWhole,  ///< The whole frame, with bars where the aspects differ.
    kFill,   ///< No bars: the frame is cropped, unless more than kMaxCut of it would be lost.
  };
  static constexpr double kMaxCut = 0.15;

  explicit VideoView(Fit fit, QWidget* parent = nullptr);

  /// Shows the frame, as in a mirror if `mirrored`; one without content blanks the view.
  void show_frame(const VideoFrame& frame, bool mirrored = false);
  /// Sets the text that is shown without a frame.
  void set_notice(const QString& notice);
  /// Hides the frame behind the notice.
  void set_covered(bool covered);
  void set_fit(Fit fit);
  /// Rounds the corners; 0 for none. In device-independent pixels. With the colour that is `around` the view, the
  /// widgets behind it need not be painted for each frame.
  void set_corner_radius(int radius, QColor Theme::*around = nullptr);

  [[nodiscard]] bool has_frame() const { return fitted_.frame() != nullptr; }
  /// A frame is seen, and not the notice.
  [[nodiscard]] bool shows_frame() const { return has_frame() && !covered_; }
  /// The frame's area, in the widget's coordinates; empty without one.
  [[nodiscard]] QRect frame_area() const;

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] bool is_opaque() const { return radius_ == 0 || around_ != nullptr; }
  [[nodiscard]] bool paint_at_once(QPainter& painter);
  void make_image();
  void round_corners(QPainter& painter, qreal ratio);
  void make_corners(qreal ratio);
  void paint_notice(QPainter& painter) const;

  Fit fit_;
  FittedFrame fitted_;
  QString notice_;
  QImage image_;  ///< All of the widget but the notice.
  bool image_is_current_ = false;
  bool covered_ = false;
  int radius_ = 0;
  QColor Theme::*around_ = nullptr;
  QImage outside_;  ///< The corners outside the rounded shape.
  QImage outline_;  ///< Outline of the rounded shape; null: both are to be drawn.
};

}  // namespace counterpoint
