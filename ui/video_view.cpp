// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video_view.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/screen_pixels.h"

namespace counterpoint {
namespace {

bool cuts_too_much(PictureSize size, QSizeF target) {
  const QRect cut = cut_to_aspect(size, target);
  return static_cast<double>(cut.width()) * cut.height() < (1 - VideoView::kMostCut) * static_cast<double>(size.area());
}

/// Where `area` lies in pixels, `ratio` of them to a unit.
QRect in_pixels(const QRect& area, QPointF origin, qreal ratio) {
  return {(origin + QPointF(area.topLeft()) * ratio).toPoint(), (QSizeF(area.size()) * ratio).toSize()};
}

}  // namespace

VideoView::VideoView(Fit fit, QWidget* parent) : QWidget(parent), fit_(fit) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
}

void VideoView::show_frame(const VideoFrame& frame) {
  fitted_.set(frame.picture);
  if (covered_) return;
  image_is_current_ = false;
  update();
}

void VideoView::set_notice(const QString& notice) {
  notice_ = notice;
  update();
}

void VideoView::set_covered(bool covered) {
  covered_ = covered;
  image_is_current_ = false;
  update();
}

void VideoView::set_corner_radius(int radius, QColor Theme::*around) {
  radius_ = radius;
  around_ = around;
  outside_ = {};
  image_is_current_ = false;
  setAttribute(Qt::WA_OpaquePaintEvent, radius == 0 || around != nullptr);
  update();
}

QRect VideoView::picture_area() const {
  if (!has_picture() || width() < 1 || height() < 1) return {};
  const PictureSize size = fitted_.picture()->size();
  if (fit_ == Fit::kFill && !cuts_too_much(size, this->size())) return rect();
  const QSizeF fitted = QSizeF(size.width, size.height).scaled(this->size(), Qt::KeepAspectRatio);
  const QSize whole = fitted.toSize().expandedTo({1, 1});
  return {QPoint((width() - whole.width()) / 2, (height() - whole.height()) / 2), whole};
}

void VideoView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::StyleChange) {
    image_is_current_ = false;
    outside_ = {};
  }
  QWidget::changeEvent(event);
}

void VideoView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (radius_ == 0 && !shows_picture()) {
    painter.fillRect(rect(), theme_of(*this).card);
  } else if (radius_ != 0 || !paint_at_once(painter)) {
    make_image();
    painter.drawImage(QPointF(), image_);
  }
  if (!shows_picture()) paint_notice(painter);
}

/// Straight into the window's pixels. False: they cannot be had.
bool VideoView::paint_at_once(QPainter& painter) {
  const auto screen = screen_pixels(painter);
  if (!screen) return false;
  const QRect area = picture_area();
  const QRect place = in_pixels(area, screen->origin, screen->ratio);
  if (place.isEmpty() || std::max(place.width(), place.height()) > kMaxPictureSide) return false;
  // A pixel more, as sizes and places are rounded.
  if (area != rect()) {
    for (const QRect& bar : QRegion(rect()) - area.adjusted(1, 1, -1, -1)) painter.fillRect(bar, Qt::black);
  }
  fitted_.fit(place.size());
  for (const QRect& part : screen->visible& place) {
    std::uint8_t* pixels = screen->image->scanLine(part.y()) + std::ptrdiff_t{part.x()} * 4;
    fitted_.convert(part.translated(-place.topLeft()), pixels, screen->image->bytesPerLine());
  }
  return true;
}

void VideoView::make_image() {
  // Larger than any picture it is stretched.
  const qreal ratio = std::min(devicePixelRatioF(), qreal{kMaxPictureSide} / std::max({width(), height(), 1}));
  const QSize pixels = (QSizeF(size()) * ratio).toSize().expandedTo({1, 1});
  if (std::exchange(image_is_current_, true) && image_.size() == pixels) return;
  const bool opaque = radius_ == 0 || around_ != nullptr;
  const QImage::Format format = opaque ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied;
  if (image_.size() != pixels || image_.format() != format) image_ = QImage(pixels, format);
  image_.setDevicePixelRatio(ratio);
  const QRect place = in_pixels(picture_area(), {}, ratio) & image_.rect();
  if (!shows_picture()) {
    image_.fill(theme_of(*this).card);
  } else {
    if (place != image_.rect()) image_.fill(Qt::black);
    fitted_.fit(place.size());
    fitted_.convert({QPoint(), place.size()}, image_.scanLine(place.y()) + std::ptrdiff_t{place.x()} * 4,
                    image_.bytesPerLine());
  }
  if (radius_ != 0) round_corners();
}

/// In the image, so that they are drawn when the picture changes and not each time when what lies beneath does.
void VideoView::round_corners() {
  const qreal ratio = image_.devicePixelRatio();
  if (outside_.isNull() || outside_.devicePixelRatio() != ratio) make_corners(ratio);
  QPainter painter(&image_);
  const auto draw = [&](const QImage& corners) {
    for (const int y : {0, 1}) {
      for (const int x : {0, 1}) {
        const QPointF source = QPointF(x, y) * radius_ * ratio;
        const QRectF target(x * (width() - radius_), y * (height() - radius_), radius_, radius_);
        painter.drawImage(target, corners, {source, target.size() * ratio});
      }
    }
  };
  if (around_ == nullptr) painter.setCompositionMode(QPainter::CompositionMode_DestinationOut);
  draw(outside_);
  painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
  draw(outline_);
  const int across = width() - 2 * radius_;
  const int down = height() - 2 * radius_;
  for (const QRect& side : {QRect(radius_, 0, across, 1), QRect(radius_, height() - 1, across, 1),
                            QRect(0, radius_, 1, down), QRect(width() - 1, radius_, 1, down)}) {
    painter.fillRect(side, theme_of(*this).outline);
  }
}

/// The four corners side by side. What is antialiased is slow, and wakes Qt's pool of threads.
void VideoView::make_corners(qreal ratio) {
  const QRectF whole(0, 0, 2 * radius_, 2 * radius_);
  QPainterPath outside;
  outside.addRect(whole);
  outside.addRoundedRect(whole, radius_, radius_);
  QPainterPath outline;
  outline.addRoundedRect(whole, radius_, radius_);
  outline.addRoundedRect(whole.adjusted(1, 1, -1, -1), radius_ - 1, radius_ - 1);
  const auto fill = [&](const QPainterPath& path, const QColor& colour) {
    QImage image((whole.size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(path, colour);
    return image;
  };
  const Theme& colours = theme_of(*this);
  outside_ = fill(outside, around_ == nullptr ? QColor(Qt::black) : colours.*around_);
  outline_ = fill(outline, colours.outline);
}

void VideoView::paint_notice(QPainter& painter) const {
  painter.setPen(theme_of(*this).quiet_text);
  painter.drawText(rect().adjusted(kSpace, kSpace, -kSpace, -kSpace), Qt::AlignCenter | Qt::TextWordWrap, notice_);
}

}  // namespace counterpoint
