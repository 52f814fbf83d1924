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

/// The middle of our own point, in the widget's coordinates: the trail has its colour too, but is nowhere as wide.
inline QPointF middle_of_marker(PlaneView& view) {
  const QImage image = view.grab().toImage();
  const qreal ratio = image.devicePixelRatio();
  const QRectF plot = view.plot_area().adjusted(-9, -9, 9, 9);
  const int reach = qRound(3 * ratio);
  const auto accents_around = [&](int x, int y) {
    int count = 0;
    for (int dy = -reach; dy <= reach; ++dy) {
      for (int dx = -reach; dx <= reach; ++dx) {
        const QPoint at(x + dx, y + dy);
        if (image.valid(at) && is_accent(image.pixel(at))) ++count;
      }
    }
    return count;
  };
  int all = 0;
  int most = 0;
  int places = 0;
  QPointF sum;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QPointF place((x + 0.5) / ratio, (y + 0.5) / ratio);
      if (!plot.contains(place) || !is_accent(image.pixel(x, y))) continue;
      ++all;
      const int count = accents_around(x, y);
      if (count < most) continue;
      if (count > most) {
        most = count;
        places = 0;
        sum = QPointF();
      }
      sum += place;
      ++places;
    }
  }
  EXPECT_GT(all, 40) << "the marker is seen";
  EXPECT_GT(most, 30 * ratio * ratio) << "and is wider than the trail";
  return places > 0 ? sum / places : QPointF(-1e3, -1e3);
}

}  // namespace counterpoint
