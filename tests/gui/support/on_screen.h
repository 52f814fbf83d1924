// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPixmap>
#include <QScreen>
#include <QTest>
#include <QWidget>

namespace counterpoint {

/// True if the screen becomes what it would show were `view`, a window of its own, painted anew. (grab() paints anew,
/// and so does not show that a repaint was forgotten.) Corners do not count.
inline bool screen_follows(QWidget& view) {
  constexpr int kCorner = 16;
  const QRect whole = view.rect().adjusted(kCorner, kCorner, -kCorner, -kCorner);
  const auto as_image = [](const QPixmap& pixmap) { return pixmap.toImage().convertToFormat(QImage::Format_RGB32); };
  constexpr int kDeadline = 60'000;  // In milliseconds; reached only when something is wrong.
  const auto follows = [&] {
    const QImage seen =
        as_image(view.screen()->grabWindow(view.winId(), whole.x(), whole.y(), whole.width(), whole.height()));
    return !seen.isNull() && seen == as_image(view.grab(whole));
  };
  return QTest::qWaitFor(follows, kDeadline);
}

}  // namespace counterpoint
