// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/level_meter.h"

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
  update();
}

void LevelMeter::paintEvent(QPaintEvent*) {
  constexpr double kNearlyTooLoud = 0.95;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const qreal radius = height() / 2.0;
  painter.setBrush(theme_of(*this).control);
  painter.drawRoundedRect(rect(), radius, radius);
  if (level_ <= 0) return;
  painter.setBrush(level_ > kNearlyTooLoud ? theme_of(*this).warning : theme_of(*this).accent);
  painter.drawRoundedRect(QRectF(0, 0, std::max<qreal>(height(), width() * level_), height()), radius, radius);
}

}  // namespace counterpoint
