// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/call/peer/reconnecting_veil.h"

#include <QPainter>

#include "core/call/call.h"
#include "ui/style/theme.h"
#include "ui/text/format.h"

namespace counterpoint {

ReconnectingVeil::ReconnectingVeil(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("reconnecting"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
}

void ReconnectingVeil::set_peer(const QString& name) {
  name_ = name;
  setAccessibleName(tr("Reconnecting to %1").arg(name));
  update();
}

void ReconnectingVeil::set_silence(Duration silence) {
  silence_ = silence;
  update();
}

void ReconnectingVeil::hideEvent(QHideEvent*) { silence_ = {}; }

void ReconnectingVeil::paintEvent(QPaintEvent*) {
  constexpr int kLine = 32;
  const Theme& colours = theme_of(*this);
  QPainter painter(this);
  painter.fillRect(rect(), colours.panel);
  const auto write = [&](int line, int size, QFont::Weight weight, const QColor& colour, const QString& text) {
    QFont font = painter.font();
    font.setPixelSize(size);
    font.setWeight(weight);
    painter.setFont(font);
    painter.setPen(colour);
    const QRect area(kSpaceLarge, height() / 2 + (line - 1) * kLine, width() - 2 * kSpaceLarge, kLine);
    painter.drawText(area, Qt::AlignCenter, painter.fontMetrics().elidedText(text, Qt::ElideMiddle, area.width()));
  };
  write(0, 20, QFont::DemiBold, colours.text, tr("Reconnecting to %1\u2026").arg(name_));
  if (silence_ <= Duration::zero()) return;
  const auto seconds = [](Duration time) {
    return number_text(to_seconds(std::chrono::floor<std::chrono::seconds>(time)));
  };
  write(1, 14, QFont::Normal, colours.quiet_text,
        tr("Nothing has come for %1 s; after %2 s the call ends.")
            .arg(seconds(silence_), seconds(CallConfig{}.media_timeout)));
}

}  // namespace counterpoint
