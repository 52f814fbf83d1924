// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QImage>
#include <cstdlib>

#include "ui/plots/plane_view.h"
#include "ui/style/theme.h"

namespace counterpoint {

inline bool is_accent(QRgb c) {
  const QColor accent = theme().accent;
  return std::abs(qRed(c) - accent.red()) < 6 && std::abs(qGreen(c) - accent.green()) < 6 &&
         std::abs(qBlue(c) - accent.blue()) < 6;
}

/// The middle of all that is drawn in the plot in the colour of our own point, in the widget's coordinates.
inline QPointF middle_of_marker(PlaneView& view) {
  const QImage image = view.grab().toImage();
  const qreal ratio = image.devicePixelRatio();
  const QRectF plot = view.plot_area().adjusted(-9, -9, 9, 9);
  QPointF sum;
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QPointF place((x + 0.5) / ratio, (y + 0.5) / ratio);
      if (!plot.contains(place) || !is_accent(image.pixel(x, y))) continue;
      sum += place;
      ++count;
    }
  }
  EXPECT_GT(count, 40) << "the marker is seen";
  return count > 0 ? sum / count : QPointF(-1e3, -1e3);
}

}  // namespace counterpoint
