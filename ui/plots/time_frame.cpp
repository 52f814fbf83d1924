// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time_frame.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plots/time_lines.h"
#include "ui/plots/time_strips.h"
#include "ui/style/theme.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

constexpr int kFontSize = 11;

QString name_of(const Strip& strip) { return QStringLiteral("%1 (%2)").arg(strip.name, strip.unit); }

/// Reserves four digits, so that the rest stands still while figures change.
qreal width_of(const QFontMetricsF& metrics, const StripLine& line) {
  return std::ceil(metrics.horizontalAdvance(line.name + QStringLiteral(" 0000")));
}

/// The fewest columns of figures beside the strips for which each strip of `lines` is high enough.
std::size_t columns_beside(const TimeLines& lines, const QFontMetricsF& metrics) {
  std::size_t columns = 1;
  for (std::size_t i = 0; i < time_strips().size(); ++i) {
    const qreal height = lines.strip_area(static_cast<int>(i)).height();
    const auto rows = std::max<std::size_t>(1, static_cast<std::size_t>(height / metrics.height()));
    columns = std::max(columns, (time_strips()[i].lines.size() + rows - 1) / rows);
  }
  return columns;
}

/// Widths of the columns of figures, from right to left: common to all strips, so that figures stand below each other.
std::vector<qreal> column_widths(const TimeLines& lines, const QFontMetricsF& metrics) {
  std::vector<qreal> widths(columns_beside(lines, metrics), 0);
  for (const Strip& strip : time_strips()) {
    for (std::size_t i = 0; i < strip.lines.size(); ++i) {
      qreal& width = widths[i % widths.size()];
      width = std::max(width, width_of(metrics, strip.lines[strip.lines.size() - 1 - i]));
    }
  }
  return widths;
}

/// Places the words beside the strip.
StripWords place_beside(const QFontMetricsF& metrics, const Strip& of, const QRectF& area, qreal right,
                        const std::vector<qreal>& widths) {
  StripWords words;
  words.name = QRectF(kSpaceLarge - 2, std::round(area.center().y() - metrics.height() / 2),
                      std::ceil(metrics.horizontalAdvance(name_of(of))) + 4, metrics.height());
  const std::size_t rows = (of.lines.size() + widths.size() - 1) / widths.size();
  qreal top = std::round(area.center().y() - static_cast<qreal>(rows) * metrics.height() / 2);
  qreal x = right;
  for (std::size_t i = 0; i < of.lines.size(); ++i) {
    const std::size_t column = i % widths.size();
    if (i > 0 && column == 0) {
      x = right;
      top += metrics.height();
    }
    words.values.emplace_back(x - widths[column], top, widths[column], metrics.height());
    x -= widths[column] + kSpaceLarge;
  }
  return words;
}

/// Places the words over the strip, as far as there is room.
StripWords place_over(const QFontMetricsF& metrics, const Strip& of, const QRectF& area) {
  StripWords words;
  words.name = QRectF(area.left() + 4, area.top() + 1, metrics.horizontalAdvance(name_of(of)) + 4, metrics.height());
  qreal right = area.right() - 6;
  for (std::size_t i = of.lines.size(); i-- > 0;) {
    const auto& line = of.lines[i];
    const qreal width = width_of(metrics, line);
    if (right - width < words.name.right() + kSpace - 2) break;
    words.values.emplace_back(right - width, area.top() + 1, width, metrics.height());
    right -= width + kSpaceLarge;
  }
  return words;
}

StripWords draw_strip(QPainter& painter, const TimeLines& lines, const Strip& of, const QRectF& area, double top) {
  const Theme& theme = theme_of(lines);
  const bool beside = time_margins(lines).have_words;
  const QFontMetricsF metrics(painter.font());
  painter.fillRect(area, theme.grid);
  painter.setPen(theme.quiet_text);
  const QRectF label(0, area.top() - 2, area.left() - 6, metrics.height());
  painter.drawText(label, Qt::AlignRight | Qt::AlignTop, short_number_text(top));
  if (area.height() >= 2 * metrics.height()) {
    painter.drawText(label.translated(0, area.height() - metrics.height() + 4), Qt::AlignRight | Qt::AlignTop,
                     QStringLiteral("0"));
  }
  StripWords words = beside
                         ? place_beside(metrics, of, area, lines.width() - kSpaceLarge, column_widths(lines, metrics))
                         : place_over(metrics, of, area);
  if (!beside) painter.fillRect(words.name, theme.plot_panel);
  painter.setPen(theme.text);
  painter.drawText(words.name.adjusted(2, 0, 0, 0), Qt::AlignLeft | Qt::AlignTop, name_of(of));
  return words;
}

}  // namespace

QFont time_lines_font(const QWidget& widget) {
  QFont font = widget.font();
  font.setPixelSize(kFontSize);
  return font;
}

TimeMargins time_margins(const TimeLines& lines) {
  constexpr qreal kMinPlot = 260;
  constexpr int kTops = 40;  ///< Width of the labels at the axes' upper ends.
  const QFontMetricsF metrics(time_lines_font(lines));
  qreal left = 0;
  for (const Strip& strip : time_strips()) left = std::max(left, metrics.horizontalAdvance(name_of(strip)));
  left += kSpaceLarge + kTops;
  qreal figures = kSpaceLarge;
  for (const qreal column : column_widths(lines, metrics)) figures += column + kSpaceLarge;
  const qreal right = std::max(figures, lines.marks_legend_width(metrics) + 2 * kSpaceLarge);
  if (lines.width() - left - right < std::max(kMinPlot, lines.width() / 2.0)) return {};
  return {.left = static_cast<int>(std::ceil(left)), .right = static_cast<int>(std::ceil(right)), .have_words = true};
}

TimeFrame make_time_frame(const TimeLines& lines, const std::vector<double>& tops) {
  const qreal ratio = lines.devicePixelRatioF();
  TimeFrame frame;
  frame.image = QImage((QSizeF(lines.size()) * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  frame.image.setDevicePixelRatio(ratio);
  frame.image.fill(Qt::transparent);
  QPainter painter(&frame.image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_of(lines).plot_panel);
  painter.drawRoundedRect(lines.rect(), kPanelRadius, kPanelRadius);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(time_lines_font(lines));
  for (std::size_t i = 0; i < tops.size(); ++i) {
    const QRectF area = lines.strip_area(static_cast<int>(i));
    frame.words.push_back(draw_strip(painter, lines, time_strips()[i], area, tops[i]));
  }
  return frame;
}

}  // namespace counterpoint
