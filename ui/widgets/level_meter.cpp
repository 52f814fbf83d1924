// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/level_meter.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>

#include "ui/style/theme.h"

namespace counterpoint {

LevelMeter::LevelMeter(QWidget* parent) : QWidget(parent) {
  setFixedHeight(6);
  setAccessibleName(tr("Microphone level"));
}

void LevelMeter::set_level(double level) {
  level = std::clamp(level, 0.0, 1.0);
  if (level == level_) return;
  level_ = level;
  drawing_ = {};
  update();
}

void LevelMeter::changeEvent(QEvent* event) {
  if (event->type() == QEvent::StyleChange) drawing_ = {};
  QWidget::changeEvent(event);
}

void LevelMeter::paintEvent(QPaintEvent*) {
  const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
  if (drawing_.size() != pixels) drawing_ = draw(pixels);
  QPainter(this).drawPixmap(QPointF(), drawing_);
}

QPixmap LevelMeter::draw(QSize pixels) const {
  constexpr double kNearlyTooLoud = 0.95;
  QPixmap drawing(pixels);
  drawing.setDevicePixelRatio(devicePixelRatioF());
  drawing.fill(Qt::transparent);
  QPainter painter(&drawing);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const qreal radius = height() / 2.0;
  painter.setBrush(theme_of(*this).control);
  painter.drawRoundedRect(rect(), radius, radius);
  if (level_ > 0) {
    painter.setBrush(level_ > kNearlyTooLoud ? theme_of(*this).warning : theme_of(*this).accent);
    painter.drawRoundedRect(QRectF(0, 0, std::max<qreal>(height(), width() * level_), height()), radius, radius);
  }
  return drawing;
}

}  // namespace counterpoint
