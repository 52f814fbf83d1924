// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/peer/peer_tile.h"

#include <QPainter>
#include <algorithm>

#include "ui/style/theme.h"
#include "ui/widgets/avatar.h"

namespace counterpoint {

PeerTile::PeerTile(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("peer_tile"));
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAttribute(Qt::WA_TransparentForMouseEvents);
}

void PeerTile::set_peer(const QString& name, int colour) {
  name_ = name;
  colour_ = colour;
  setAccessibleName(tr("%1: the camera is off").arg(name));
  update();
}

void PeerTile::paintEvent(QPaintEvent*) {
  constexpr int kWidestDisc = 160;
  constexpr int kLine = 28;
  const Theme& colours = theme_of(*this);
  QPainter painter(this);
  painter.fillRect(rect(), colours.window);
  const int disc = std::min(kWidestDisc, height() / 4);
  const int top = (height() - disc - kSpaceLarge - 2 * kLine) / 2;
  paint_avatar(painter, QRectF((width() - disc) / 2.0, top, disc, disc), name_, colour_);
  const auto write = [&](int line, int size, const QColor& colour, const QString& text) {
    QFont font = painter.font();
    font.setPixelSize(size);
    font.setWeight(line == 0 ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(colour);
    const QRect area(kSpaceLarge, top + disc + kSpaceLarge + line * kLine, width() - 2 * kSpaceLarge, kLine);
    painter.drawText(area, Qt::AlignCenter, painter.fontMetrics().elidedText(text, Qt::ElideMiddle, area.width()));
  };
  write(0, 18, colours.text, name_);
  write(1, 14, colours.quiet_text, tr("Camera is off"));
}

}  // namespace counterpoint
