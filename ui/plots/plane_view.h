// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>
#include <deque>
#include <optional>
#include <vector>

#include "core/control/adaptation_status.h"
#include "ui/plots/plane_axis.h"

namespace counterpoint {

class OpaquePanelArea;

/// The bit-rate x packet-rate plane as a panel over the video: the points that a mode has, our position with its trail
/// of a minute, the peer's receive rates, the limits of the path, and the last decision in words.
///
/// It never takes the mouse. Its texts change at most five times a second, so that one can read them; the drawing
/// changes with each state.
class PlaneView final : public QWidget {
  Q_OBJECT

 public:
  explicit PlaneView(QWidget* parent = nullptr);

  void set_state(const AdaptationStatus& state);
  /// Forgets the last call.
  void clear();

  /// The area between the axes in this widget's coordinates: they begin bottom left.
  [[nodiscard]] QRectF plot_area() const;
  /// The position at the top right corner of plot_area().
  [[nodiscard]] PlanePosition axis_ends() const;
  /// The point at which `position` is drawn; one outside plot_area() is not drawn.
  [[nodiscard]] QPointF place_of(const PlanePosition& position) const;
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Stay {
    Duration since{};
    PlanePosition at;
  };

  void follow_axes();
  /// Places of the lines of the limits; nothing outside the plot.
  [[nodiscard]] std::optional<qreal> rate_limit_place() const;
  [[nodiscard]] std::optional<qreal> packet_limit_place() const;
  [[nodiscard]] std::vector<QRectF> markers() const;
  void write_words();
  void paint(QPainter& painter);
  void draw();
  [[nodiscard]] QPixmap make_background() const;
  void paint_grid(QPainter& painter) const;
  void paint_points(QPainter& painter) const;
  void paint_limits(QPainter& painter) const;
  void paint_labels(QPainter& painter) const;
  void paint_trail(QPainter& painter) const;
  void paint_markers(QPainter& painter) const;
  void paint_words(QPainter& painter) const;
  void paint_legend(QPainter& painter, const QRectF& inside) const;

  OpaquePanelArea* middle_;  ///< Qt owns it.
  AdaptationStatus state_;
  AdaptationStatus words_;  ///< The state shown in words; at times older than state_.
  std::deque<Stay> trail_;  ///< Positions with their times, oldest first; the last one is the present.
  PlaneAxis rates_{100};    ///< Bit-rate in kbit/s.
  PlaneAxis packet_rates_{20};
  QPixmap background_;  ///< Everything that changes rarely; null: to be made anew.
  QPixmap written_;     ///< The background with the words on it; null likewise.
  QPixmap picture_;     ///< The complete drawing.
  bool drawn_ = false;  ///< picture_ is up to date.
  bool empty_ = true;   ///< No state yet.
};

}  // namespace counterpoint
