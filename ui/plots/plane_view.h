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

/// The bit-rate x packet-rate plane as a panel over the picture: the points that a mode has, where video stands and has
/// stood for a minute, what the peer receives, the limits of the path, and the last decision in words.
///
/// It never takes the mouse. What it shows in words changes at most five times a second, so that one can read it; what
/// it draws changes with each state.
class PlaneView final : public QWidget {
  Q_OBJECT

 public:
  explicit PlaneView(QWidget* parent = nullptr);

  void set_state(const AdaptationStatus& state);
  /// Forgets the last call.
  void clear();

  /// Where the axes begin (bottom left) and end, in this widget's coordinates.
  [[nodiscard]] QRectF plot_area() const;
  /// What stands at the top right corner of plot_area().
  [[nodiscard]] PlanePosition axis_ends() const;
  /// Where `position` is drawn; outside plot_area() it is not.
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
  /// Where the lines of the limits stand; nothing outside the plot.
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
  AdaptationStatus words_;  ///< What is shown in words: at times older than state_.
  std::deque<Stay> trail_;  ///< Oldest first; the last one is now.
  PlaneAxis rates_{100};    ///< In kbit/s.
  PlaneAxis packet_rates_{20};
  QPixmap background_;  ///< All that changes rarely; null: to be made anew.
  QPixmap written_;     ///< With the words on it; null likewise.
  QPixmap picture_;     ///< All of it.
  bool drawn_ = false;  ///< Whether picture_ is as it should be.
  bool empty_ = true;   ///< No state yet.
};

}  // namespace counterpoint
