// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video_view.h"

#include <libyuv/convert_argb.h>
#include <libyuv/scale.h>

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/theme.h"

namespace counterpoint {
namespace {

struct Cut {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

/// The middle of `size` that has the aspect of `target`. Chroma is shared by two samples, hence even offsets.
Cut cut_to_aspect(PictureSize size, QSizeF target) {
  Cut cut{0, 0, size.width, size.height};
  const double aspect = target.width() / target.height();
  if (size.width > size.height * aspect) {
    cut.width = std::clamp(static_cast<int>(std::lround(size.height * aspect)), 1, size.width);
    cut.x = (size.width - cut.width) / 2 & ~1;
  } else {
    cut.height = std::clamp(static_cast<int>(std::lround(size.width / aspect)), 1, size.height);
    cut.y = (size.height - cut.height) / 2 & ~1;
  }
  return cut;
}

bool cuts_too_much(PictureSize size, QSizeF target) {
  const Cut cut = cut_to_aspect(size, target);
  return static_cast<double>(cut.width) * cut.height < (1 - VideoView::kMostCut) * static_cast<double>(size.area());
}

const std::uint8_t* at(const Picture& picture, int plane, int x, int y) {
  return picture.data(plane) + std::ptrdiff_t{y} * picture.stride(plane) + x;
}

/// The cut of `picture` as an image of `target` pixels.
QImage convert(const Picture& picture, const Cut& cut, QSize target) {
  QImage image(target, QImage::Format_RGB32);
  const std::uint8_t* y = at(picture, 0, cut.x, cut.y);
  const std::uint8_t* u = at(picture, 1, cut.x / 2, cut.y / 2);
  const std::uint8_t* v = at(picture, 2, cut.x / 2, cut.y / 2);
  std::optional<Picture> scaled;
  std::array<int, 3> strides = {picture.stride(0), picture.stride(1), picture.stride(2)};
  if (QSize(cut.width, cut.height) != target) {
    scaled.emplace(PictureSize{target.width(), target.height()});
    libyuv::I420Scale(y, strides[0], u, strides[1], v, strides[2], cut.width, cut.height, scaled->data(0),
                      scaled->stride(0), scaled->data(1), scaled->stride(1), scaled->data(2), scaled->stride(2),
                      target.width(), target.height(), libyuv::kFilterBox);
    y = scaled->data(0), u = scaled->data(1), v = scaled->data(2);
    strides = {scaled->stride(0), scaled->stride(1), scaled->stride(2)};
  }
  libyuv::I420ToARGB(y, strides[0], u, strides[1], v, strides[2], image.bits(), static_cast<int>(image.bytesPerLine()),
                     target.width(), target.height());
  return image;
}

}  // namespace

VideoView::VideoView(Fit fit, QWidget* parent) : QWidget(parent), fit_(fit) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setMouseTracking(true);
}

void VideoView::show_frame(const VideoFrame& frame) {
  picture_ = frame.picture;
  image_is_current_ = false;
  update();
}

void VideoView::set_notice(const QString& notice) {
  notice_ = notice;
  update();
}

void VideoView::set_covered(bool covered) {
  covered_ = covered;
  update();
}

void VideoView::set_corner_radius(int radius) {
  radius_ = radius;
  setAttribute(Qt::WA_OpaquePaintEvent, radius == 0);
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
  image_ = convert(*picture_, cut_to_aspect(picture_->size(), target), target);
  image_is_current_ = true;
}

void VideoView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (radius_ == 0) {
    painter.fillRect(rect(), Qt::black);
  } else {
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath shape;
    shape.addRoundedRect(rect(), radius_, radius_);
    painter.fillPath(shape, Qt::black);
    painter.setClipPath(shape);
  }
  if (picture_ && !covered_) {
    update_image();
    painter.drawImage(picture_area(), image_);
  } else {
    paint_notice(painter);
  }
  if (radius_ == 0) return;
  painter.setClipping(false);
  painter.setPen(theme_of(*this).outline);
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius_, radius_);
}

void VideoView::paint_notice(QPainter& painter) const {
  painter.fillRect(rect(), theme_of(*this).card);
  painter.setPen(theme_of(*this).quiet_text);
  painter.drawText(rect().adjusted(kSpace, kSpace, -kSpace, -kSpace), Qt::AlignCenter | Qt::TextWordWrap, notice_);
}

}  // namespace counterpoint
