// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>
#include <deque>
#include <utility>

#include "core/control/adaptation_status.h"
#include "ui/plots/log_axis.h"
#include "ui/plots/plane_map.h"
#include "ui/plots/plane_marks.h"

namespace counterpoint {

class OpaquePanelArea;

/// The bit-rate x packet-rate plane as a panel over the video, with logarithmic axes around where the call is: all that
/// the mode can choose, what it has chosen with its trail of a minute, what is sent and what arrives at the peer, the
/// limits of the path, and the last decision in words.
///
/// It never takes the mouse. Its texts change at most five times a second, so that one can read them; the drawing
/// changes with each state.
class PlaneView final : public QWidget {
  Q_OBJECT

 public:
  explicit PlaneView(QWidget* parent = nullptr);

  /// The peer of the call; empty: not known.
  void set_peer(const QString& name);
  void set_state(const AdaptationStatus& state);
  /// Forgets the last call.
  void clear();

  /// The area between the axes in this widget's coordinates: they begin bottom left.
  [[nodiscard]] QRectF plot_area() const;
  /// The positions at the bottom left and the top right corner of plot_area().
  [[nodiscard]] std::pair<PlanePosition, PlanePosition> axis_ends() const;
  /// The point at which `position` is drawn; one outside plot_area() is not drawn.
  [[nodiscard]] QPointF place_of(const PlanePosition& position) const;
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] PlaneMap map() const;
  void follow_axes();
  void write_words();
  void paint(QPainter& painter);
  void draw();
  [[nodiscard]] QPixmap make_background() const;
  void paint_titles(QPainter& painter) const;
  void paint_words(QPainter& painter) const;
  void paint_legend(QPainter& painter, const QRectF& inside) const;

  OpaquePanelArea* middle_;  ///< Qt owns it.
  QString peer_;
  AdaptationStatus state_;
  AdaptationStatus words_;       ///< The state shown in words; at times older than state_.
  std::deque<PlaneStay> trail_;  ///< Positions with their times, oldest first; the last one is the present.
  LogAxis rates_;                ///< kbit/s
  LogAxis packet_rates_;
  QPixmap background_;  ///< Everything that changes rarely; null: to be made anew.
  QPixmap written_;     ///< The background with the words on it; null likewise.
  QPixmap picture_;     ///< The complete drawing.
  bool drawn_ = false;  ///< picture_ is up to date.
  bool empty_ = true;   ///< No state yet.
};

}  // namespace counterpoint
