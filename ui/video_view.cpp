// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video_view.h"

#include <libyuv/convert_argb.h>
#include <libyuv/scale.h>

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

namespace counterpoint {
namespace {

/// The middle of `size` that has the aspect of `target`. Chroma is shared by two samples, hence even offsets.
QRect cut_to_aspect(PictureSize size, QSizeF target) {
  const double aspect = target.width() / target.height();
  if (size.width > size.height * aspect) {
    const int width = std::clamp(static_cast<int>(std::lround(size.height * aspect)), 1, size.width);
    return {(size.width - width) / 2 & ~1, 0, width, size.height};
  }
  const int height = std::clamp(static_cast<int>(std::lround(size.width / aspect)), 1, size.height);
  return {0, (size.height - height) / 2 & ~1, size.width, height};
}

bool cuts_too_much(PictureSize size, QSizeF target) {
  const QRect cut = cut_to_aspect(size, target);
  return static_cast<double>(cut.width()) * cut.height() < (1 - VideoView::kMostCut) * static_cast<double>(size.area());
}

const std::uint8_t* at(const Picture& picture, int plane, int x, int y) {
  return picture.data(plane) + std::ptrdiff_t{y} * picture.stride(plane) + x;
}

}  // namespace

VideoView::VideoView(Fit fit, QWidget* parent) : QWidget(parent), fit_(fit) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
}

void VideoView::show_frame(const VideoFrame& frame) {
  picture_ = frame.picture;
  image_is_current_ = false;
  if (!covered_) update();
}

void VideoView::set_notice(const QString& notice) {
  notice_ = notice;
  update();
}

void VideoView::set_covered(bool covered) {
  covered_ = covered;
  update();
}

void VideoView::set_corner_radius(int radius, QColor Theme::*around) {
  radius_ = radius;
  around_ = around;
  outline_ = {};
  setAttribute(Qt::WA_OpaquePaintEvent, radius == 0 || around != nullptr);
  update();
}

QRect VideoView::picture_area() const {
  if (!picture_ || width() < 1 || height() < 1) return {};
  const PictureSize size = picture_->size();
  if (fit_ == Fit::kFill && !cuts_too_much(size, this->size())) return rect();
  const QSizeF fitted = QSizeF(size.width, size.height).scaled(this->size(), Qt::KeepAspectRatio);
  const QSize whole = fitted.toSize().expandedTo({1, 1});
  return {QPoint((width() - whole.width()) / 2, (height() - whole.height()) / 2), whole};
}

void VideoView::update_image() {
  const qreal ratio = devicePixelRatioF();
  const QSizeF area = QSizeF(picture_area().size()) * ratio;
  const QSize target = area.toSize().boundedTo({kMaxPictureSide, kMaxPictureSide});
  if (image_is_current_ && image_.size() == target) return;
  // Memory that is given back and asked for again with each picture costs as much as scaling it.
  if (image_.size() != target) image_ = QImage(target, QImage::Format_RGB32);
  convert(cut_to_aspect(picture_->size(), target));
  image_is_current_ = true;
}

/// A cut of the picture into the image, scaled to its size.
void VideoView::convert(const QRect& cut) {
  const QSize target = image_.size();
  std::array<const std::uint8_t*, 3> planes = {at(*picture_, 0, cut.x(), cut.y()),
                                               at(*picture_, 1, cut.x() / 2, cut.y() / 2),
                                               at(*picture_, 2, cut.x() / 2, cut.y() / 2)};
  std::array<int, 3> strides = {picture_->stride(0), picture_->stride(1), picture_->stride(2)};
  if (cut.size() != target) {
    const PictureSize size{target.width(), target.height()};
    if (!scaled_ || scaled_->size() != size) scaled_.emplace(size);
    libyuv::I420Scale(planes[0], strides[0], planes[1], strides[1], planes[2], strides[2], cut.width(), cut.height(),
                      scaled_->data(0), scaled_->stride(0), scaled_->data(1), scaled_->stride(1), scaled_->data(2),
                      scaled_->stride(2), size.width, size.height, libyuv::kFilterBox);
    for (const int plane : {0, 1, 2}) {
      planes[static_cast<std::size_t>(plane)] = scaled_->data(plane);
      strides[static_cast<std::size_t>(plane)] = scaled_->stride(plane);
    }
  }
  libyuv::I420ToARGB(planes[0], strides[0], planes[1], strides[1], planes[2], strides[2], image_.bits(),
                     static_cast<int>(image_.bytesPerLine()), target.width(), target.height());
}

void VideoView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (picture_ && !covered_) update_image();
  if (radius_ == 0) {
    paint_part(painter, rect());
  } else {
    paint_round(painter);
  }
  if (!picture_ || covered_) paint_notice(painter);
}

void VideoView::paint_round(QPainter& painter) {
  // What is clipped to a round shape is painted pixel by pixel, so only the corners are.
  const int middle = std::max(0, height() - 2 * radius_);
  const int between = std::max(0, width() - 2 * radius_);
  paint_part(painter, {0, radius_, width(), middle});
  for (const int y : {0, height() - radius_}) paint_part(painter, {radius_, y, between, radius_});
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath shape;
  shape.addRoundedRect(rect(), radius_, radius_);
  for (const int y : {0, height() - radius_}) {
    for (const int x : {0, width() - radius_}) {
      const QRect corner(x, y, radius_, radius_);
      if (around_ != nullptr) painter.fillRect(corner, theme_of(*this).*around_);
      painter.setClipPath(shape);
      paint_part(painter, corner);
      painter.setClipping(false);
    }
  }
  paint_outline(painter);
}

/// From an image: stroking what is translucent wakes Qt's pool of threads with each picture.
void VideoView::paint_outline(QPainter& painter) {
  const qreal ratio = devicePixelRatioF();
  const QSize pixels = (QSizeF(size()) * ratio).toSize();
  const QColor colour = theme_of(*this).outline;
  if (outline_.size() != pixels || outline_colour_ != colour) {
    outline_ = QImage(pixels, QImage::Format_ARGB32_Premultiplied);
    outline_.setDevicePixelRatio(ratio);
    outline_.fill(Qt::transparent);
    outline_colour_ = colour;
    QPainter ink(&outline_);
    ink.setRenderHint(QPainter::Antialiasing);
    ink.setPen(colour);
    ink.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius_, radius_);
  }
  const int middle = height() - 2 * radius_;
  for (const QRect& part : {QRect(0, 0, width(), radius_), QRect(0, height() - radius_, width(), radius_),
                            QRect(0, radius_, radius_, middle), QRect(width() - radius_, radius_, radius_, middle)}) {
    const QRectF source(QPointF(part.topLeft()) * ratio, QSizeF(part.size()) * ratio);
    painter.drawImage(QRectF(part), outline_, source);
  }
}

void VideoView::paint_part(QPainter& painter, const QRect& part) const {
  if (!picture_ || covered_) return painter.fillRect(part, theme_of(*this).card);
  const QRect area = picture_area();
  const QRect shown = part & area;
  if (shown != part) painter.fillRect(part, Qt::black);
  const QSizeF scale(image_.width() / qreal(area.width()), image_.height() / qreal(area.height()));
  const QPointF from = shown.topLeft() - area.topLeft();
  painter.drawImage(QRectF(shown), image_,
                    {from.x() * scale.width(), from.y() * scale.height(), shown.width() * scale.width(),
                     shown.height() * scale.height()});
}

void VideoView::paint_notice(QPainter& painter) const {
  painter.setPen(theme_of(*this).quiet_text);
  painter.drawText(rect().adjusted(kSpace, kSpace, -kSpace, -kSpace), Qt::AlignCenter | Qt::TextWordWrap, notice_);
}

}  // namespace counterpoint
