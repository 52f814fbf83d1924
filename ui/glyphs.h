// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>

class QPainter;
class QRectF;

namespace counterpoint {

/// The drawings of this program, made of strokes on a grid of 24 by 24, so sharp at each size.
enum class Glyph {
  kMicrophone,
  kMicrophoneOff,
  kCamera,
  kCameraOff,
  kCall,
  kHangUp,
  kPerson,
  kPlane,
  kFullScreen,
  kLeaveFullScreen,
  kMenu,
  kRetry,
  kBack,
  kWarning,
};

/// Draws `glyph` in `colour` so that it fills the square `area`.
void paint_glyph(QPainter& painter, const QRectF& area, Glyph glyph, const QColor& colour);

/// An icon that looks like `off`, and like `on` in `on_colour` while its button is checked.
[[nodiscard]] QIcon glyph_icon(Glyph off, const QColor& colour, Glyph on, const QColor& on_colour);
/// An icon that always looks the same.
[[nodiscard]] QIcon glyph_icon(Glyph glyph, const QColor& colour);

/// The mark of the program: two voices that move against each other.
[[nodiscard]] QIcon program_icon();

}  // namespace counterpoint
