// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/video_view.h"

#include <QEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QRegion>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace counterpoint {
namespace {

bool cuts_too_much(Resolution size, QSizeF target) {
  const QRect cut = cut_to_aspect(size, target);
  return static_cast<double>(cut.width()) * cut.height() < (1 - VideoView::kMaxCut) * static_cast<double>(size.area());
}

/// `area` in pixels, `ratio` of them to a unit.
QRect in_pixels(const QRect& area, QPointF origin, qreal ratio) {
  return {(origin + QPointF(area.topLeft()) * ratio).toPoint(), (QSizeF(area.size()) * ratio).toSize()};
}

/// The image that a painter paints on. Video is written there directly, without an image of its own and a copy.
struct ScreenPixels {
  QImage* image = nullptr;  ///< Format_RGB32, or premultiplied, which is the same where all is opaque.
  QRegion visible;          ///< The part of the image that may be written to.
  QPointF origin;           ///< Origin of the painter's coordinates, in the image.
  qreal ratio = 1;          ///< Pixels of the image to a unit of the painter's.
};

/// The pixels that `painter` paints on, before anything is set on it in a paint event; nothing for a device without
/// pixels, another format, a transformation other than scaling, or clipping beyond the paint event's.
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

}  // namespace

VideoView::VideoView(Fit fit, QWidget* parent) : QWidget(parent), fit_(fit) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
}

void VideoView::show_frame(const VideoFrame& frame, bool mirrored) {
  fitted_.set(frame.buffer, mirrored);
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

void VideoView::set_fit(Fit fit) {
  fit_ = fit;
  image_is_current_ = false;
  update();
}

void VideoView::set_corner_radius(int radius, QColor Theme::*around) {
  radius_ = radius;
  around_ = around;
  outline_ = {};
  image_is_current_ = false;
  setAttribute(Qt::WA_OpaquePaintEvent, is_opaque());
  update();
}

QRect VideoView::frame_area() const {
  if (!has_frame() || width() < 1 || height() < 1) return {};
  const Resolution size = fitted_.frame()->size();
  if (fit_ == Fit::kFill && !cuts_too_much(size, this->size())) return rect();
  const QSizeF fitted = QSizeF(size.width, size.height).scaled(this->size(), Qt::KeepAspectRatio);
  const QSize whole = fitted.toSize().expandedTo({1, 1});
  return {QPoint((width() - whole.width()) / 2, (height() - whole.height()) / 2), whole};
}

void VideoView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::StyleChange) {
    image_is_current_ = false;
    outline_ = {};
  }
  QWidget::changeEvent(event);
}

void VideoView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (radius_ == 0 && !shows_frame()) {
    painter.fillRect(rect(), theme_of(*this).card);
  } else if (!is_opaque() || !shows_frame() || !paint_at_once(painter)) {
    make_image();
    painter.drawImage(QPointF(), image_);
  } else if (radius_ != 0) {
    round_corners(painter, devicePixelRatioF());
  }
  if (!shows_frame()) paint_notice(painter);
}

/// Paints straight into the window's pixels. False: there are none.
bool VideoView::paint_at_once(QPainter& painter) {
  const auto screen = screen_pixels(painter);
  if (!screen) return false;
  const QRect area = frame_area();
  const QRect place = in_pixels(area, screen->origin, screen->ratio);
  if (place.isEmpty() || std::max(place.width(), place.height()) > kMaxPictureSide) return false;
  // One pixel more, since sizes and places are rounded.
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
  // A widget larger than any frame shows the frame stretched.
  const qreal ratio = std::min(devicePixelRatioF(), qreal{kMaxPictureSide} / std::max({width(), height(), 1}));
  const QSize pixels = (QSizeF(size()) * ratio).toSize().expandedTo({1, 1});
  if (std::exchange(image_is_current_, true) && image_.size() == pixels) return;
  const QImage::Format format = is_opaque() ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied;
  if (image_.size() != pixels || image_.format() != format) image_ = QImage(pixels, format);
  image_.setDevicePixelRatio(ratio);
  const QRect place = in_pixels(frame_area(), {}, ratio) & image_.rect();
  if (!shows_frame()) {
    image_.fill(theme_of(*this).card);
  } else {
    if (place != image_.rect()) image_.fill(Qt::black);
    fitted_.fit(place.size());
    fitted_.convert({QPoint(), place.size()}, image_.scanLine(place.y()) + std::ptrdiff_t{place.x()} * 4,
                    image_.bytesPerLine());
  }
  if (radius_ == 0) return;
  QPainter painter(&image_);
  round_corners(painter, ratio);
}

void VideoView::round_corners(QPainter& painter, qreal ratio) {
  if (outline_.isNull() || outline_.size() != (QSizeF(size()) * ratio).toSize()) make_corners(ratio);
  const auto draw = [&](const QImage& from, const QRect& part) {
    painter.drawImage(QRectF(part), from, {QPointF(part.topLeft()) * ratio, QSizeF(part.size()) * ratio});
  };
  const int right = width() - radius_;
  const int bottom = height() - radius_;
  for (const QPoint corner : {QPoint(0, 0), QPoint(right, 0), QPoint(0, bottom), QPoint(right, bottom)}) {
    const QRect part(corner, QSize(radius_, radius_));
    if (!is_opaque()) painter.setCompositionMode(QPainter::CompositionMode_DestinationOut);
    draw(outside_, part);
    painter.setCompositionMode(QPainter::CompositionMode_SourceOver);
    draw(outline_, part);
  }
  const int across = right - radius_;
  const int down = bottom - radius_;
  for (const QRect& side : {QRect(radius_, 0, across, 1), QRect(radius_, height() - 1, across, 1),
                            QRect(0, radius_, 1, down), QRect(width() - 1, radius_, 1, down)}) {
    draw(outline_, side);
  }
}

/// Corners are kept as images: antialiased or translucent shapes are slow to fill, and wake Qt's thread pool with each
/// frame.
void VideoView::make_corners(qreal ratio) {
  const QRectF whole(rect());
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
  outside_ = fill(outside, is_opaque() ? colours.*around_ : QColor(Qt::black));
  outline_ = fill(outline, colours.outline);
}

void VideoView::paint_notice(QPainter& painter) const {
  painter.setPen(theme_of(*this).quiet_text);
  painter.drawText(rect().adjusted(kSpace, kSpace, -kSpace, -kSpace), Qt::AlignCenter | Qt::TextWordWrap, notice_);
}

}  // namespace counterpoint
