// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QImage>
#include <QWidget>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/log/call_history.h"
#include "ui/plots/line_raster.h"
#include "ui/plots/time_frame.h"
#include "ui/style/theme.h"

namespace counterpoint {

class OpaquePanelArea;

/// The course of a call: rates, packets, frames, delays, loss and buffers as strips over a common time axis, with
/// decisions, events and changes of the mode as marks above them.
///
/// 1. It shows the values, and the last decision in words, at the pointer; else at the cursor; else at the end. The
///    values of the strip under the pointer stand beside it, too.
/// 2. People read times since the call was connected; spans, cursors and time_chosen() count from the history's begin.
/// 3. A click or a drag, and the arrow keys, choose a time.
class TimeLines final : public QWidget {
  Q_OBJECT

 public:
  explicit TimeLines(QWidget* parent = nullptr);

  /// Shows this call; null: none. `history` outlives this widget, or is replaced first.
  void set_history(const CallHistory* history);
  /// Shows this span of it; from < to.
  void show_span(Duration from, Duration to);
  /// The history has grown: shows its last `length`.
  void follow(Duration length);
  void set_cursor(std::optional<Duration> at);

  [[nodiscard]] static int strip_count();
  /// The area in which the lines of a strip are drawn.
  [[nodiscard]] QRectF strip_area(int strip) const;
  /// The point at which `value` of `series` at `at` is drawn.
  [[nodiscard]] QPointF place_of(Series series, Duration at, double value) const;
  [[nodiscard]] Duration time_at(double x) const;
  /// Width of the names of the marks above the strips, beside each other.
  [[nodiscard]] qreal marks_legend_width(const QFontMetricsF& metrics) const;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  void time_chosen(counterpoint::Duration at);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct MarkName {
    QRectF shape;
    QColor Theme::*colour;
    QString name;
  };

  void forget_drawing();
  void forget_reading();
  void find_tops();
  void paint(QPainter& painter);
  void draw();
  void draw_lines();
  void choose(Duration at);
  void describe();
  [[nodiscard]] QRectF plot_area() const;
  [[nodiscard]] double column_of(Duration at) const;
  [[nodiscard]] std::span<const CallSample> visible() const;
  [[nodiscard]] std::optional<Duration> read_at() const;
  void paint_time_axis(QPainter& painter) const;
  [[nodiscard]] Duration call_start() const;
  void paint_marks(QPainter& painter) const;
  [[nodiscard]] static std::array<MarkName, 3> marks_legend();
  void paint_mode_names(QPainter& painter, const QRectF& row) const;
  void paint_marks_legend(QPainter& painter, const QRectF& row) const;
  void paint_hover(QPainter& painter, const CallSample& sample) const;
  void paint_reading(QPainter& painter) const;
  void paint_values(QPainter& painter, int strip, const CallSample* sample) const;

  OpaquePanelArea* middle_;  ///< Qt owns it.
  const CallHistory* history_ = nullptr;
  Duration from_{};
  Duration to_ = 1min;
  std::optional<Duration> cursor_;
  std::optional<Duration> pointer_;
  QPointF pointer_place_;
  std::vector<double> tops_;  ///< Upper ends of the strips' axes.
  LineRaster raster_;
  TimeMargins margins_;
  TimeFrame frame_;
  QImage picture_;      ///< Everything but the values at the pointer or cursor.
  QImage shown_;        ///< The complete drawing.
  bool drawn_ = false;  ///< picture_ is up to date.
  bool read_ = false;   ///< shown_ is up to date.
};

}  // namespace counterpoint
