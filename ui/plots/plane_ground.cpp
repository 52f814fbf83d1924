// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plane_ground.h"

#include <QObject>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/style/theme.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

/// A set of no more points is drawn as curves.
constexpr std::size_t kFewPoints = 150;
constexpr qreal kPointRadius = 2;
constexpr double kPacketSizes[] = {300, 600, 1200};  // Bytes.
constexpr double kFrameRates[] = {5, 10, 30};

QColor faint(QColor colour, float alpha) {
  colour.setAlphaF(alpha);
  return colour;
}

QPainterPath outline_path(const PlaneMap& map, const std::vector<PacketRateSpan>& outline) {
  QPainterPath path;
  const auto corner = [&](const PacketRateSpan& span, PacketRate packets) {
    const QPointF place = map.place({span.bit_rate, packets});
    path.elementCount() == 0 ? path.moveTo(place) : path.lineTo(place);
  };
  for (const PacketRateSpan& span : outline) corner(span, span.most);
  std::for_each(outline.rbegin(), outline.rend(), [&](const PacketRateSpan& span) { corner(span, span.least); });
  path.closeSubpath();
  return path;
}

void paint_curves(QPainter& painter, const PlaneMap& map, const QColor& colour, const OperatingSet& set) {
  for (const auto curve : curves_of(set.points)) {
    QPainterPath path;
    for (const PlanePosition& point : curve) {
      path.elementCount() == 0 ? path.moveTo(map.place(point)) : path.lineTo(map.place(point));
    }
    painter.setPen(QPen(colour, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (const PlanePosition& point : curve) painter.drawEllipse(map.place(point), kPointRadius, kPointRadius);
  }
}

/// Writes names beside lines, none over another.
class LineNames {
 public:
  LineNames(QPainter& painter, const PlaneMap& map, const Theme& theme) : painter_(painter), map_(map), theme_(theme) {}

  /// Writes `name` at the first of `places`, which lie on its line, where it fits into the plot.
  void write(const QString& name, const std::vector<QPointF>& places) {
    const QFontMetricsF metrics = painter_.fontMetrics();
    const QSizeF size(std::ceil(metrics.horizontalAdvance(name)) + 4, std::ceil(metrics.height()) - 2);
    for (const QPointF& place : places) {
      const QRectF area(place - QPointF(size.width() / 2, size.height() / 2), size);
      const auto covers = [&area](const QRectF& other) { return other.intersects(area); };
      if (!map_.plot.contains(area) || std::ranges::any_of(taken_, covers)) continue;
      taken_.push_back(area);
      painter_.fillRect(area, theme_.plot_panel);
      painter_.setPen(theme_.quiet_text);
      painter_.drawText(area, Qt::AlignCenter, name);
      return;
    }
  }

 private:
  QPainter& painter_;
  const PlaneMap& map_;
  const Theme& theme_;
  std::vector<QRectF> taken_;
};

std::vector<QPointF> packet_size_line(const PlaneMap& map, double bytes) {
  constexpr int kPlaces = 48;
  std::vector<QPointF> places;
  places.reserve(kPlaces + 1);
  for (int i = kPlaces; i >= 0; --i) {
    const double kilobits = map.rates.value(i / static_cast<double>(kPlaces));
    places.push_back(map.place(kilobits, 1000 * kilobits / (8 * bytes)));
  }
  return places;
}

std::vector<QPointF> frame_line(const PlaneMap& map, double frame_rate) {
  constexpr double kMin = 40;  // Bytes a frame.
  const double largest = std::max(2 * kMin, 1000 * map.rates.to() / 8 / frame_rate);
  std::vector<QPointF> places;
  const auto line = frame_rate_line(FrameRate::per_second(frame_rate), DataSize::bytes(std::llround(kMin)),
                                    DataSize::bytes(std::llround(largest)), {});
  for (const PlanePosition& position : line) places.push_back(map.place(position));
  return places;
}

/// Points along a line of few corners, so that a name finds a place between them.
std::vector<QPointF> between(const std::vector<QPointF>& corners) {
  constexpr qreal kStep = 6;
  std::vector<QPointF> places;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const QPointF way = corners[i] - corners[i - 1];
    const qreal length = std::min<qreal>(std::hypot(way.x(), way.y()), 4000);
    for (qreal at = 0; at < length; at += kStep) places.push_back(corners[i - 1] + way * (at / length));
  }
  return places;
}

void paint_line(QPainter& painter, const std::vector<QPointF>& places) {
  painter.drawPolyline(places.data(), static_cast<int>(places.size()));
}

}  // namespace

void paint_plane_grid(QPainter& painter, const PlaneMap& map, const Theme& theme, const QFont& font) {
  const QRectF& plot = map.plot;
  painter.setFont(font);
  for (const LogAxis::Tick& tick : map.rates.ticks()) {
    const qreal x = std::round(map.place(tick.at, 0).x()) + 0.5;
    painter.setPen(theme.grid);
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    if (!tick.labelled) continue;
    painter.setPen(theme.quiet_text);
    painter.drawText(QRectF(x - 40, plot.bottom() + 3, 80, 14), Qt::AlignHCenter | Qt::AlignTop,
                     short_number_text(tick.at));
  }
  for (const LogAxis::Tick& tick : map.packet_rates.ticks()) {
    const qreal y = std::round(map.place(0, tick.at).y()) + 0.5;
    painter.setPen(theme.grid);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    if (!tick.labelled) continue;
    painter.setPen(theme.quiet_text);
    painter.drawText(QRectF(0, y - 8, plot.left() - kSpace, 16), Qt::AlignRight | Qt::AlignVCenter,
                     short_number_text(tick.at));
  }
}

void paint_operating_set(QPainter& painter, const PlaneMap& map, const Theme& theme, const OperatingSet& set) {
  painter.save();
  painter.setClipRect(map.plot);
  if (!set.points.empty() && set.points.size() <= kFewPoints) {
    paint_curves(painter, map, faint(theme.quiet_text, 0.8F), set);
  } else if (!set.outline.empty()) {
    painter.setPen(QPen(faint(theme.quiet_text, 0.7F), 1));
    painter.setBrush(faint(theme.quiet_text, 0.16F));
    painter.drawPath(outline_path(map, set.outline));
  }
  painter.restore();
}

void paint_iso_lines(QPainter& painter, const PlaneMap& map, const Theme& theme, const QFont& font) {
  painter.save();
  painter.setClipRect(map.plot);
  painter.setFont(font);
  painter.setBrush(Qt::NoBrush);
  QPen pen(faint(theme.quiet_text, 0.45F), 1);
  LineNames names(painter, map, theme);
  std::vector<std::pair<QString, std::vector<QPointF>>> lines;
  for (const double bytes : kPacketSizes) {
    lines.emplace_back(QObject::tr("%1 B").arg(number_text(bytes)), packet_size_line(map, bytes));
  }
  for (const double rate : kFrameRates) {
    lines.emplace_back(QObject::tr("%1 frames/s").arg(number_text(rate)), frame_line(map, rate));
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    pen.setDashPattern(i < std::size(kPacketSizes) ? QList<qreal>{6, 4} : QList<qreal>{1, 3});
    painter.setPen(pen);
    paint_line(painter, lines[i].second);
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    names.write(lines[i].first, i < std::size(kPacketSizes) ? lines[i].second : between(lines[i].second));
  }
  painter.restore();
}

}  // namespace counterpoint
