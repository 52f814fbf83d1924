// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/avatar.h"

#include <QFont>
#include <QPainter>
#include <QStringList>
#include <array>

#include "core/contacts/contact_book.h"
#include "ui/style/icons.h"

namespace counterpoint {
namespace {

/// White writing has a contrast of at least 4.5:1 on each.
constexpr std::array<QRgb, Contact::kColours> kDiscs = {0xFF2B6CA3, 0xFF87479B, 0xFFA5492F, 0xFF33733F,
                                                        0xFF75651A, 0xFF9A3A68, 0xFF4A5BAF, 0xFF23716F};

QString first_letter(const QString& word) {
  for (const QChar letter : word) {
    if (letter.isLetterOrNumber()) return letter.toUpper();
  }
  return {};
}

}  // namespace

QString initials(const QString& name) {
  QStringList letters;
  for (const QString& word : name.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    const QString letter = first_letter(word);
    if (!letter.isEmpty()) letters.append(letter);
  }
  if (letters.isEmpty()) return {};
  return letters.size() == 1 ? letters.first() : letters.first() + letters.last();
}

int colour_of_name(const QString& name) {
  unsigned sum = 0;
  for (const QChar letter : name) sum = sum * 31 + letter.unicode();
  return static_cast<int>(sum % Contact::kColours);
}

void paint_avatar(QPainter& painter, const QRectF& area, const QString& name, int colour) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor::fromRgb(kDiscs[static_cast<std::size_t>(colour) % kDiscs.size()]));
  painter.drawEllipse(area);
  const QString letters = initials(name);
  if (letters.isEmpty()) {
    const double side = area.width() / 2;
    paint_icon(painter, QRectF(area.center() - QPointF(side, side) / 2, QSizeF(side, side)), Icon::kPerson, Qt::white);
  } else {
    QFont font = painter.font();
    font.setPixelSize(std::max(8, static_cast<int>(area.height() * 0.4)));
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.drawText(area, Qt::AlignCenter, letters);
  }
  painter.restore();
}

}  // namespace counterpoint
