// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QRegion>
#include <optional>

class QPainter;

namespace counterpoint {

/// The image that a painter paints on, for those who can write pixels there themselves: a picture is then neither made
/// elsewhere first nor copied.
struct ScreenPixels {
  QImage* image = nullptr;  ///< Format_RGB32, or premultiplied, which is the same where all is opaque.
  QRegion visible;          ///< Of the image; nothing else may be written to.
  QPointF origin;           ///< Of the painter's coordinates, in the image.
  qreal ratio = 1;          ///< Pixels of the image to a unit of the painter's.
};

/// Nothing where `painter` does not paint on such an image: on what has no pixels, in other formats, through a
/// transformation, clipped beyond what a paint event is. For paint events, before anything is set on the painter.
[[nodiscard]] std::optional<ScreenPixels> screen_pixels(const QPainter& painter);

}  // namespace counterpoint
