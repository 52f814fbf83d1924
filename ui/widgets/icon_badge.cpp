// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icon_badge.h"

#include <QPainter>

namespace counterpoint {

IconBadge::IconBadge(int diameter, int icon_side, QWidget* parent) : QWidget(parent), icon_side_(icon_side) {
  setFixedSize(diameter, diameter);
}

void IconBadge::set_look(Icon icon, Role icon_colour, Role disc) {
  icon_ = icon;
  icon_colour_ = icon_colour;
  disc_ = disc;
  update();
}

void IconBadge::paintEvent(QPaintEvent*) {
  const Theme& t = theme_of(*this);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(t.*disc_);
  painter.drawEllipse(rect());
  const int margin = (width() - icon_side_) / 2;
  paint_icon(painter, QRectF(margin, margin, icon_side_, icon_side_), icon_, t.*icon_colour_);
}

}  // namespace counterpoint
