// SPDX-License-Identifier: GPL-3.0-or-later
// The mark of a person who has no picture: initials on a disc.
#pragma once

#include <QString>

class QPainter;
class QRectF;

namespace counterpoint {

/// The first letters of the first and the last word of `name`, in capitals; empty when it has no letters or digits.
[[nodiscard]] QString initials(const QString& name);

/// A colour, 0 to Contact::kColours - 1, that is always the same for the same name.
[[nodiscard]] int colour_of_name(const QString& name);

/// Draws the disc that fills the square `area`, in the colour of that number, with the initials of `name`.
void paint_avatar(QPainter& painter, const QRectF& area, const QString& name, int colour);

}  // namespace counterpoint
