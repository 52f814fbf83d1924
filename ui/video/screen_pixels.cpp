// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/screen_pixels.h"

#include <QPaintEngine>
#include <QPainter>

namespace counterpoint {

std::optional<ScreenPixels> screen_pixels(const QPainter& painter) {
  const QPaintEngine* engine = painter.paintEngine();
  if (engine == nullptr || engine->type() != QPaintEngine::Raster || engine->paintDevice() == nullptr) return {};
  if (engine->paintDevice()->devType() != QInternal::Image) return {};
  auto* image = static_cast<QImage*>(engine->paintDevice());
  if (image->format() != QImage::Format_RGB32 && image->format() != QImage::Format_ARGB32_Premultiplied) return {};
  const QTransform transform = painter.deviceTransform();
  if (transform.type() > QTransform::TxScale || transform.m11() != transform.m22() || transform.m11() <= 0) return {};
  const QRegion visible = engine->systemClip() & image->rect();
  if (painter.hasClipping() || visible.isEmpty() || painter.opacity() != 1) return {};
  return ScreenPixels{.image = image, .visible = visible, .origin = transform.map(QPointF()), .ratio = transform.m11()};
}

}  // namespace counterpoint
