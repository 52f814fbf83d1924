// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plane_marks.h"

#include <QObject>
#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "ui/plots/plane_labels.h"
#include "ui/style/theme.h"
#include "ui/text/format.h"

namespace counterpoint {
namespace {

constexpr Duration kDecisionShown = 10s;
constexpr Duration kTrailDots = 5s;

QColor with_alpha(QColor colour, double alpha) {
  colour.setAlphaF(static_cast<float>(alpha));
  return colour;
}

QPen dashed(const QColor& colour, const QList<qreal>& pattern) {
  QPen pen(colour, 1.5);
  pen.setDashPattern(pattern);
  return pen;
}

/// Places of the lines of the limits; nothing outside the plot.
std::optional<qreal> rate_limit_place(const PlaneMap& map, const AdaptationStatus& state) {
  if (!state.limit) return std::nullopt;
  const qreal x = map.place(state.limit->rate.kilobits_per_second(), 0).x();
  return x >= map.plot.left() && x <= map.plot.right() ? std::optional(x) : std::nullopt;
}

std::optional<qreal> packet_limit_place(const PlaneMap& map, const AdaptationStatus& state) {
  if (!state.packet_limit) return std::nullopt;
  const qreal y = map.place(0, state.packet_limit->per_second()).y();
  return y >= map.plot.top() && y <= map.plot.bottom() ? std::optional(y) : std::nullopt;
}

/// Fills `area` in parts so low that Qt does not wake other threads for them, which costs more than it spares.
void shade(QPainter& painter, const QRectF& area, const QColor& colour) {
  constexpr qreal kMaxHeight = 32;
  for (qreal top = area.top(); top < area.bottom(); top += kMaxHeight) {
    const qreal bottom = std::min(top + kMaxHeight, area.bottom());
    painter.fillRect(QRectF(area.left(), top, area.width(), bottom - top), colour);
  }
}

void paint_limits(QPainter& painter, const PlaneMap& map, const AdaptationStatus& state, const Theme& theme) {
  constexpr double kShade = 0.14;
  const QRectF& plot = map.plot;
  if (const auto x = rate_limit_place(map, state)) {
    // Nobody knows what lies beyond a rate that was not tried.
    const bool open = state.limit->origin == LimitOrigin::kUntried;
    if (!open) shade(painter, {QPointF(*x, plot.top()), plot.bottomRight()}, with_alpha(theme.rate_limit, kShade));
    painter.setPen(dashed(theme.rate_limit, open ? QList<qreal>{1, 3} : QList<qreal>{4, 3}));
    painter.drawLine(QPointF(*x, plot.top()), QPointF(*x, plot.bottom()));
    if (open) {
      constexpr qreal kArrow = 5;
      painter.setPen(QPen(theme.rate_limit, 1.5));
      for (const double part : {0.3, 0.6, 0.9}) {
        const QPointF tip(*x + 2 * kArrow, plot.top() + part * plot.height());
        painter.drawLine(QPointF(*x, tip.y()), tip);
        painter.drawLine(tip, tip - QPointF(kArrow, kArrow - 1));
        painter.drawLine(tip, tip - QPointF(kArrow, 1 - kArrow));
      }
    }
  }
  if (const auto y = packet_limit_place(map, state)) {
    shade(painter, {plot.topLeft(), QPointF(plot.right(), *y)}, with_alpha(theme.packet_limit, kShade));
    painter.setPen(dashed(theme.packet_limit, {4, 3}));
    painter.drawLine(QPointF(plot.left(), *y), QPointF(plot.right(), *y));
  }
}

std::vector<QRectF> mark_places(const PlaneMap& map, const AdaptationStatus& state) {
  std::vector<QRectF> places;
  for (const auto& at : {std::optional(state.position), state.sent, state.received}) {
    if (at)
      places.emplace_back(map.place(*at) - QPointF(kMarkReach, kMarkReach), QSizeF(2 * kMarkReach, 2 * kMarkReach));
  }
  return places;
}

void paint_labels(QPainter& painter, const PlaneMap& map, const AdaptationStatus& state, const Theme& theme) {
  const QFontMetricsF metrics = painter.fontMetrics();
  const auto size = [&metrics](const QString& text) {
    return QSizeF(std::ceil(metrics.horizontalAdvance(text)) + 6, std::ceil(metrics.height()));
  };
  const QString rate = state.limit ? limit_text(*state.limit) : QString();
  const QString packets =
      state.packet_limit ? QObject::tr("limit %1 (estimate)").arg(packet_rate_text(*state.packet_limit)) : QString();
  const PlaneLabels places =
      place_labels(map.plot, {.packet_limit = size(packets), .rate_limit = size(rate)}, rate_limit_place(map, state),
                   packet_limit_place(map, state), mark_places(map, state));
  const auto write = [&](const QRectF& place, const QString& text, const QColor& colour) {
    if (place.isNull()) return;
    painter.fillRect(place, theme.plot_panel);
    painter.setPen(colour);
    painter.drawText(place, Qt::AlignCenter, text);
  };
  write(places.packet_limit, packets, theme.packet_limit);
  write(places.rate_limit, rate, theme.rate_limit);
}

/// The trail has dots each five seconds, which show how fast it was, and is broken where the mode changed.
void paint_trail(QPainter& painter, const PlaneMap& map, const AdaptationStatus& state,
                 const std::deque<PlaneStay>& trail, const Theme& theme) {
  constexpr int kShades = 12;
  constexpr double kFaintest = 0.08;
  constexpr double kStrongest = 0.85;
  constexpr qreal kMinStep = 3;
  if (trail.empty()) return;
  const auto shade_at = [&state](Duration since) {
    const double age = to_seconds(state.at - since) / to_seconds(kPlaneTrail);
    return std::clamp(static_cast<int>((1 - age) * kShades), 0, kShades - 1);
  };
  std::array<QPainterPath, kShades> lines;
  std::array<QPainterPath, kShades> dots;
  QPointF from = map.place(trail.front().at);
  for (std::size_t i = 1; i < trail.size(); ++i) {
    const PlaneStay& before = trail[i - 1];
    const PlaneStay& stay = trail[i];
    const QPointF to = map.place(stay.at);
    const QPointF old = map.place(before.at);
    for (Duration at = (before.since / kTrailDots + 1) * kTrailDots; at <= stay.since; at += kTrailDots) {
      dots[static_cast<std::size_t>(shade_at(at))].addEllipse(old, 2, 2);
    }
    if (before.mode != stay.mode) {
      painter.setPen(theme.quiet_text);
      painter.drawText(QRectF(old.x() - 60, old.y() - 20, 120, 14), Qt::AlignCenter,
                       QString::fromStdString(before.mode));
      from = to;
      continue;
    }
    // Invisible steps would cost as much as others.
    if (i + 1 < trail.size() && (to - from).manhattanLength() < kMinStep) continue;
    QPainterPath& path = lines[static_cast<std::size_t>(shade_at(stay.since))];
    if (path.isEmpty() || path.currentPosition() != from) path.moveTo(from);
    path.lineTo(to);
    from = to;
  }
  for (std::size_t shade = 0; shade < kShades; ++shade) {
    const double alpha = kFaintest + (kStrongest - kFaintest) * static_cast<double>(shade) / (kShades - 1);
    const QColor colour = with_alpha(theme.accent, alpha);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 2, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    painter.drawPath(lines[shade]);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPath(dots[shade]);
  }
}

QColor colour_of(Concession given_up, const Theme& theme) {
  if (given_up == Concession::kPackets) return theme.packet_limit;
  return given_up == Concession::kBits ? theme.rate_limit : theme.text;
}

/// An arrow from where a decision began to where it led: down for packets, to the left for bits.
void paint_decision(QPainter& painter, const PlaneMap& map, const AdaptationStatus& state, const Theme& theme) {
  if (!state.decision || state.decision->age > kDecisionShown) return;
  constexpr qreal kMinLength = 14;
  constexpr qreal kHead = 7;
  const QPointF from = map.place(state.decision->from);
  const QPointF to = map.place(state.decision->to);
  const QPointF way = to - from;
  const qreal length = std::hypot(way.x(), way.y());
  const Concession given_up = concession(state.decision->from, state.decision->to);
  const QColor colour = colour_of(given_up, theme);
  if (length >= kMinLength) {
    const QPointF along = way / length;
    const QPointF across(-along.y(), along.x());
    const QPointF tip = to - along * kMarkReach;
    painter.setPen(QPen(colour, 2.5, Qt::SolidLine, Qt::FlatCap));
    painter.drawLine(from, tip - along * kHead);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(
        QPolygonF({tip, tip - along * kHead + across * (kHead - 2), tip - along * kHead - across * (kHead - 2)}));
  }
  const QString text = concession_text(given_up);
  if (text.isEmpty()) return;
  const QFontMetricsF metrics = painter.fontMetrics();
  const QSizeF size(std::ceil(metrics.horizontalAdvance(text)) + 12, std::ceil(metrics.height()) + 2);
  const QRectF place(map.plot.right() - size.width() - 4, map.plot.bottom() - size.height() - 4, size.width(),
                     size.height());
  painter.setPen(QPen(colour, 1.5));
  painter.setBrush(theme.plot_panel);
  painter.drawRoundedRect(place, 4, 4);
  painter.setPen(colour);
  painter.drawText(place, Qt::AlignCenter, text);
}

void paint_marks(QPainter& painter, const PlaneMap& map, const AdaptationStatus& state, const Theme& theme) {
  QPolygonF joined({map.place(state.position)});
  if (state.sent) joined.append(map.place(*state.sent));
  if (state.received) joined.append(map.place(*state.received));
  painter.setPen(dashed(theme.quiet_text, {2, 2}));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(joined);
  paint_mark(painter, map.place(state.position), PlaneMark::kChosen, theme);
  if (state.sent) paint_mark(painter, map.place(*state.sent), PlaneMark::kSent, theme);
  if (state.received) paint_mark(painter, map.place(*state.received), PlaneMark::kArrived, theme);
}

}  // namespace

Concession concession(const PlanePosition& from, const PlanePosition& to) {
  constexpr double kMinFall = 0.03;
  const auto fall = [](double before, double after) { return before > 0 && after > 0 ? std::log(before / after) : 0; };
  const double bits = fall(from.bit_rate.kilobits_per_second(), to.bit_rate.kilobits_per_second());
  const double packets = fall(from.packet_rate.per_second(), to.packet_rate.per_second());
  if (std::max(bits, packets) < kMinFall) return Concession::kNone;
  if (bits < packets / 2) return Concession::kPackets;
  return packets < bits / 2 ? Concession::kBits : Concession::kBoth;
}

QString concession_text(Concession given_up) {
  switch (given_up) {
    case Concession::kBits:
      return QObject::tr("fewer bits, not packets");
    case Concession::kPackets:
      return QObject::tr("fewer packets, not bits");
    case Concession::kBoth:
      return QObject::tr("fewer bits and packets");
    case Concession::kNone:
      break;
  }
  return {};
}

QString limit_text(const RateLimit& limit) {
  const QString rate = rate_text(limit.rate);
  switch (limit.origin) {
    case LimitOrigin::kEstimate:
      return QObject::tr("limit %1 (estimate)").arg(rate);
    case LimitOrigin::kUntried:
      return QObject::tr("at least %1, not tried above").arg(rate);
    case LimitOrigin::kMaximum:
      return QObject::tr("limit %1 (settings)").arg(rate);
  }
  return {};
}

void paint_mark(QPainter& painter, const QPointF& middle, PlaneMark mark, const Theme& theme, double scale) {
  constexpr qreal kDisc = 5;
  constexpr qreal kDiamond = 8;
  constexpr qreal kRing = 9;
  switch (mark) {
    case PlaneMark::kChosen:
      painter.setPen(QPen(theme.on_accent, 2 * scale));
      painter.setBrush(theme.accent);
      painter.drawEllipse(middle, (kDisc + 1) * scale, (kDisc + 1) * scale);
      return;
    case PlaneMark::kSent: {
      const qreal reach = kDiamond * scale;
      painter.setPen(QPen(theme.sent, 2 * scale));
      painter.setBrush(Qt::NoBrush);
      painter.drawPolygon(QPolygonF({middle - QPointF(0, reach), middle + QPointF(reach, 0), middle + QPointF(0, reach),
                                     middle - QPointF(reach, 0)}));
      return;
    }
    case PlaneMark::kArrived:
      painter.setPen(QPen(theme.arrived, 2 * scale));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(middle, kRing * scale, kRing * scale);
      return;
  }
}

void paint_plane_marks(QPainter& painter, const PlaneMap& map, const AdaptationStatus& state,
                       const std::deque<PlaneStay>& trail, const Theme& theme, const QFont& font) {
  painter.setFont(font);
  painter.save();
  // Marks may reach over the axes, but nothing reaches into the text.
  painter.setClipRect(map.plot.adjusted(-kMarkReach, -kMarkReach, kMarkReach, kMarkReach));
  paint_limits(painter, map, state, theme);
  paint_trail(painter, map, state, trail, theme);
  paint_labels(painter, map, state, theme);
  paint_decision(painter, map, state, theme);
  paint_marks(painter, map, state, theme);
  painter.restore();
}

}  // namespace counterpoint
