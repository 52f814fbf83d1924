// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time_frame.h"

#include <QPainter>

#include "ui/theme.h"
#include "ui/time_lines.h"
#include "ui/time_strips.h"

namespace counterpoint {
namespace {

constexpr int kFontSize = 11;

StripWords draw_strip(QPainter& painter, const Theme& theme, const Strip& of, const QRectF& area, double top) {
  const QFontMetricsF metrics(painter.font());
  painter.fillRect(area, theme.grid);
  painter.setPen(theme.quiet_text);
  const QRectF label(0, area.top() - 2, area.left() - 6, metrics.height());
  painter.drawText(label, Qt::AlignRight | Qt::AlignTop, QString::number(top, 'g', 6));
  if (area.height() >= 2 * metrics.height()) {
    painter.drawText(label.translated(0, area.height() - metrics.height() + 4), Qt::AlignRight | Qt::AlignTop,
                     QStringLiteral("0"));
  }
  const QString name = QStringLiteral("%1 (%2)").arg(of.name, of.unit);
  StripWords words;
  words.name = QRectF(area.left() + 4, area.top() + 1, metrics.horizontalAdvance(name) + 4, metrics.height());
  painter.fillRect(words.name, theme.panel);
  painter.setPen(theme.text);
  painter.drawText(words.name.adjusted(2, 0, 0, 0), Qt::AlignLeft | Qt::AlignTop, name);
  qreal right = area.right() - 6;
  for (auto line = of.lines.rbegin(); line != of.lines.rend(); ++line) {
    // As wide as three digits at least, so that the rest stands still while figures change.
    const qreal width = metrics.horizontalAdvance(line->name + QStringLiteral(" 0000"));
    if (right - width < words.name.right() + kSpace - 2) break;
    words.values.emplace_back(right - width, area.top() + 1, width, metrics.height());
    right -= width + kSpaceLarge;
  }
  return words;
}

}  // namespace

QFont time_lines_font(const QWidget& widget) {
  QFont font = widget.font();
  font.setPixelSize(kFontSize);
  return font;
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
  painter.setBrush(theme_of(lines).panel);
  painter.drawRoundedRect(lines.rect(), kPanelRadius, kPanelRadius);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setFont(time_lines_font(lines));
  for (std::size_t i = 0; i < tops.size(); ++i) {
    const QRectF area = lines.strip_area(static_cast<int>(i));
    frame.words.push_back(draw_strip(painter, theme_of(lines), time_strips()[i], area, tops[i]));
  }
  return frame;
}

}  // namespace counterpoint
