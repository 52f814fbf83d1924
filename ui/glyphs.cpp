// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/glyphs.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>

#include "ui/theme.h"

namespace counterpoint {
namespace {

constexpr qreal kGrid = 24;

/// What a glyph is made of: lines drawn with the pen, areas filled.
struct Drawing {
  QPainterPath lines;
  QPainterPath areas;
  bool crossed_out = false;
};

void add_line(QPainterPath& path, qreal x1, qreal y1, qreal x2, qreal y2) {
  path.moveTo(x1, y1);
  path.lineTo(x2, y2);
}

Drawing microphone() {
  Drawing d;
  d.areas.addRoundedRect(QRectF(9, 2.5, 6, 11.5), 3, 3);
  d.lines.arcMoveTo(QRectF(5.5, 4.5, 13, 13), 190);
  d.lines.arcTo(QRectF(5.5, 4.5, 13, 13), 190, 160);
  add_line(d.lines, 12, 17.5, 12, 21);
  add_line(d.lines, 8.5, 21, 15.5, 21);
  return d;
}

Drawing camera() {
  Drawing d;
  d.areas.addRoundedRect(QRectF(2, 6, 13.5, 12), 3, 3);
  d.areas.moveTo(17, 10.6);
  d.areas.lineTo(22, 7.4);
  d.areas.lineTo(22, 16.6);
  d.areas.lineTo(17, 13.4);
  d.areas.closeSubpath();
  return d;
}

Drawing crossed_out(Drawing d) {
  d.crossed_out = true;
  return d;
}

/// A receiver lying face down.
QPainterPath receiver() {
  QPainterPath p;
  p.moveTo(1.8, 13.2);
  p.cubicTo(2.2, 9.6, 7, 7.8, 12, 7.8);
  p.cubicTo(17, 7.8, 21.8, 9.6, 22.2, 13.2);
  p.lineTo(22.2, 15);
  p.quadTo(22, 16.4, 20.6, 16.2);
  p.lineTo(17.2, 15.6);
  p.quadTo(16.2, 15.3, 16.1, 14.3);
  p.lineTo(16, 12.4);
  p.cubicTo(13.5, 11.5, 10.5, 11.5, 8, 12.4);
  p.lineTo(7.9, 14.3);
  p.quadTo(7.8, 15.3, 6.8, 15.6);
  p.lineTo(3.4, 16.2);
  p.quadTo(2, 16.4, 1.8, 15);
  p.closeSubpath();
  return p;
}

Drawing handset(qreal turned_by) {
  Drawing d;
  d.areas = QTransform().translate(12, 12).rotate(turned_by).translate(-12, -12).map(receiver());
  return d;
}

Drawing person() {
  Drawing d;
  d.areas.addEllipse(QPointF(12, 8), 4.2, 4.2);
  d.areas.moveTo(4, 20.5);
  d.areas.cubicTo(4, 11.8, 20, 11.8, 20, 20.5);
  d.areas.closeSubpath();
  return d;
}

/// Four corners whose angles and ends of arms lie that far from the edge.
Drawing corners(qreal angle, qreal end) {
  Drawing d;
  for (const bool right : {false, true}) {
    for (const bool bottom : {false, true}) {
      const auto x = [right](qreal v) { return right ? kGrid - v : v; };
      const auto y = [bottom](qreal v) { return bottom ? kGrid - v : v; };
      d.lines.moveTo(x(end), y(angle));
      d.lines.lineTo(x(angle), y(angle));
      d.lines.lineTo(x(angle), y(end));
    }
  }
  return d;
}

Drawing menu() {
  Drawing d;
  for (const qreal y : {6.5, 12.0, 17.5}) add_line(d.lines, 4, y, 20, y);
  return d;
}

Drawing plane() {
  Drawing d;
  d.lines.moveTo(4, 3.5);
  d.lines.lineTo(4, 20);
  d.lines.lineTo(20.5, 20);
  d.areas.addEllipse(QPointF(9, 14.5), 1.6, 1.6);
  d.areas.addEllipse(QPointF(13, 11.5), 1.6, 1.6);
  d.areas.addEllipse(QPointF(17.5, 7), 2.6, 2.6);
  return d;
}

Drawing retry() {
  Drawing d;
  d.lines.arcMoveTo(QRectF(4.5, 4.5, 15, 15), 30);
  d.lines.arcTo(QRectF(4.5, 4.5, 15, 15), 30, 300);
  d.lines.moveTo(19.5, 3.5);
  d.lines.lineTo(18.6, 8.4);
  d.lines.lineTo(13.8, 7.4);
  return d;
}

Drawing back() {
  Drawing d;
  add_line(d.lines, 4, 12, 20, 12);
  d.lines.moveTo(10.5, 5.5);
  d.lines.lineTo(4, 12);
  d.lines.lineTo(10.5, 18.5);
  return d;
}

Drawing warning() {
  Drawing d;
  d.lines.moveTo(12, 3.5);
  d.lines.lineTo(21.5, 20);
  d.lines.lineTo(2.5, 20);
  d.lines.closeSubpath();
  add_line(d.lines, 12, 9.5, 12, 13.5);
  d.areas.addEllipse(QPointF(12, 16.8), 1.3, 1.3);
  return d;
}

Drawing drawing_of(Glyph glyph) {
  switch (glyph) {
    case Glyph::kMicrophone:
      return microphone();
    case Glyph::kMicrophoneOff:
      return crossed_out(microphone());
    case Glyph::kCamera:
      return camera();
    case Glyph::kCameraOff:
      return crossed_out(camera());
    case Glyph::kCall:
      return handset(-135);
    case Glyph::kHangUp:
      return handset(0);
    case Glyph::kPerson:
      return person();
    case Glyph::kPlane:
      return plane();
    case Glyph::kFullScreen:
      return corners(4, 9);
    case Glyph::kLeaveFullScreen:
      return corners(9, 4);
    case Glyph::kMenu:
      return menu();
    case Glyph::kRetry:
      return retry();
    case Glyph::kBack:
      return back();
    case Glyph::kWarning:
      return warning();
  }
  return {};
}

/// Paints a glyph at whatever size and resolution it is asked for.
class GlyphEngine final : public QIconEngine {
 public:
  struct Look {
    Glyph glyph;
    QColor colour;
  };
  GlyphEngine(Look off, Look on) : off_(off), on_(on) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const Look& look = state == QIcon::On ? on_ : off_;
    paint_glyph(*painter, rect, look.glyph, mode == QIcon::Disabled ? theme().quiet_text : look.colour);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap result(size);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return result;
  }
  [[nodiscard]] QIconEngine* clone() const override { return new GlyphEngine(*this); }

 private:
  Look off_;
  Look on_;
};

}  // namespace

void paint_glyph(QPainter& painter, const QRectF& area, Glyph glyph, const QColor& colour) {
  const Drawing drawing = drawing_of(glyph);
  // Painted apart, so that the gap beside the crossing line shows what is below.
  const qreal ratio = painter.device()->devicePixelRatioF();
  QImage image((area.size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  {
    QPainter p(&image);
    p.setRenderHint(QPainter::Antialiasing);
    p.scale(image.width() / kGrid, image.height() / kGrid);
    p.strokePath(drawing.lines, QPen(colour, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    p.fillPath(drawing.areas, colour);
    if (drawing.crossed_out) {
      p.setCompositionMode(QPainter::CompositionMode_Clear);
      p.setPen(QPen(colour, 5.5, Qt::SolidLine, Qt::RoundCap));
      p.drawLine(QPointF(3.5, 3), QPointF(20.5, 21));
      p.setCompositionMode(QPainter::CompositionMode_SourceOver);
      p.setPen(QPen(colour, 2, Qt::SolidLine, Qt::RoundCap));
      p.drawLine(QPointF(3.5, 3), QPointF(20.5, 21));
    }
  }
  painter.drawImage(area, image);
}

QIcon glyph_icon(Glyph off, const QColor& colour, Glyph on, const QColor& on_colour) {
  return QIcon(new GlyphEngine({off, colour}, {on, on_colour}));
}

QIcon glyph_icon(Glyph glyph, const QColor& colour) { return glyph_icon(glyph, colour, glyph, colour); }

QIcon program_icon() {
  QPixmap pixmap(256, 256);
  pixmap.fill(Qt::transparent);
  QPainter p(&pixmap);
  p.setRenderHint(QPainter::Antialiasing);
  p.setPen(Qt::NoPen);
  p.setBrush(theme().control);
  p.drawRoundedRect(QRectF(8, 8, 240, 240), 56, 56);
  QPainterPath voice;
  voice.moveTo(48, 168);
  voice.cubicTo(104, 168, 152, 88, 208, 88);
  p.setBrush(Qt::NoBrush);
  p.setPen(QPen(theme().warning, 20, Qt::SolidLine, Qt::RoundCap));
  p.drawPath(QTransform().translate(0, 256).scale(1, -1).map(voice));
  p.setPen(QPen(theme().accent, 20, Qt::SolidLine, Qt::RoundCap));
  p.drawPath(voice);
  return QIcon(pixmap);
}

}  // namespace counterpoint
