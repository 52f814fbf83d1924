// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/frame/picture_converter.h"

extern "C" {
#include <libavutil/frame.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
}
#include <libyuv.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "media/frame/colour_matrix.h"
#include "media/frame/picture_scaling.h"

namespace counterpoint {
namespace {

/// swscale converts the range of the "J" formats by itself; here the range is converted afterwards, for all alike.
AVPixelFormat without_range(AVPixelFormat format) {
  switch (static_cast<int>(format)) {
    case AV_PIX_FMT_YUVJ420P:
      return AV_PIX_FMT_YUV420P;
    case AV_PIX_FMT_YUVJ422P:
      return AV_PIX_FMT_YUV422P;
    case AV_PIX_FMT_YUVJ444P:
      return AV_PIX_FMT_YUV444P;
    case AV_PIX_FMT_YUVJ440P:
      return AV_PIX_FMT_YUV440P;
    case AV_PIX_FMT_YUVJ411P:
      return AV_PIX_FMT_YUV411P;
    default:
      return format;
  }
}

ColourCoding coding_of(const AVFrame& frame) {
  const auto format = static_cast<AVPixelFormat>(frame.format);
  const AVPixFmtDescriptor* description = av_pix_fmt_desc_get(format);
  // Grey, RGB and palettes have been made BT.601 by the conversion itself.
  if ((description->flags & AV_PIX_FMT_FLAG_RGB) != 0 || format == AV_PIX_FMT_PAL8) return kBt601;
  const bool jpeg = without_range(format) != format;
  ColourCoding coding = kBt601;
  if (frame.colorspace == AVCOL_SPC_BT709) coding = kBt709;
  if (frame.colorspace == AVCOL_SPC_BT2020_NCL || frame.colorspace == AVCOL_SPC_BT2020_CL) coding = kBt2020;
  // Video that does not say is BT.709 when it is high definition, by convention.
  const bool high_definition = frame.width >= 1280 || frame.height > 576;
  if (frame.colorspace == AVCOL_SPC_UNSPECIFIED && high_definition && !jpeg) coding = kBt709;
  coding.full_range = jpeg || frame.color_range == AVCOL_RANGE_JPEG;
  return coding;
}

/// libyuv's converters have many parameters; this calls them with those of `to`.
template <typename Convert>
bool into(FrameBuffer& to, Convert convert) {
  return convert(to.data(0), to.stride(0), to.data(1), to.stride(1), to.data(2), to.stride(2), to.size().width,
                 to.size().height) == 0;
}

/// Common formats by libyuv, at the same size; false for all others.
bool convert_with_libyuv(const AVFrame& frame, FrameBuffer& to) {
  const auto planar = [&](auto function) {
    return into(to, [&](auto... target) {
      return function(frame.data[0], frame.linesize[0], frame.data[1], frame.linesize[1], frame.data[2],
                      frame.linesize[2], target...);
    });
  };
  const auto packed = [&](auto function) {
    return into(to, [&](auto... target) { return function(frame.data[0], frame.linesize[0], target...); });
  };
  switch (static_cast<int>(without_range(static_cast<AVPixelFormat>(frame.format)))) {
    case AV_PIX_FMT_YUV420P:
      return planar(libyuv::I420Copy);
    case AV_PIX_FMT_YUV422P:
      return planar(libyuv::I422ToI420);
    case AV_PIX_FMT_YUV444P:
      return planar(libyuv::I444ToI420);
    case AV_PIX_FMT_NV12:
      return into(to, [&](auto... target) {
        return libyuv::NV12ToI420(frame.data[0], frame.linesize[0], frame.data[1], frame.linesize[1], target...);
      });
    case AV_PIX_FMT_YUYV422:
      return packed(libyuv::YUY2ToI420);
    case AV_PIX_FMT_UYVY422:
      return packed(libyuv::UYVYToI420);
    case AV_PIX_FMT_BGR0:
    case AV_PIX_FMT_BGRA:
      return packed(libyuv::ARGBToI420);
    case AV_PIX_FMT_RGB24:
      return packed(libyuv::RAWToI420);
    case AV_PIX_FMT_BGR24:
      return packed(libyuv::RGB24ToI420);
    default:
      return false;
  }
}

void scale(const FrameBuffer& from, FrameBuffer& to) {
  into(to, [&](auto... target) {
    return libyuv::I420Scale(from.data(0), from.stride(0), from.data(1), from.stride(1), from.data(2), from.stride(2),
                             from.size().width, from.size().height, target..., libyuv::kFilterBox);
  });
}

/// `to` has the sides of `from` exchanged where the rotation wants it.
void turn(const FrameBuffer& from, int rotation, FrameBuffer& to) {
  const Resolution size = from.size();
  libyuv::I420Rotate(from.data(0), from.stride(0), from.data(1), from.stride(1), from.data(2), from.stride(2),
                     to.data(0), to.stride(0), to.data(1), to.stride(1), to.data(2), to.stride(2), size.width,
                     size.height, static_cast<libyuv::RotationMode>(rotation));
}

}  // namespace

PictureConverter::PictureConverter(FrameConversion conversion) : conversion_(conversion) {}

PictureConverter::~PictureConverter() { sws_freeContext(scaler_); }

std::shared_ptr<const FrameBuffer> PictureConverter::convert(const AVFrame& frame) {
  if (frame.width < 1 || frame.height < 1 || frame.data[0] == nullptr) return nullptr;
  if (av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format)) == nullptr) return nullptr;
  std::shared_ptr<FrameBuffer> picture = convert_format(frame, target_size(frame));
  if (!picture) return nullptr;
  convert_to_bt601(*picture, coding_of(frame));
  if (conversion_.rotation == 0) return picture;
  const Resolution size = picture->size();
  const bool sideways = conversion_.rotation % 180 != 0;
  auto turned = pool_.make(sideways ? Resolution{.width = size.height, .height = size.width} : size);
  turn(*picture, conversion_.rotation, *turned);
  return turned;
}

/// The frame's own size with square pixels, scaled down where it does not fit.
Resolution PictureConverter::target_size(const AVFrame& frame) const {
  const double width = width_of_square_pixels(
      frame.width, frame.sample_aspect_ratio.num > 0 ? av_q2d(frame.sample_aspect_ratio) : conversion_.pixel_aspect);
  const double height = frame.height;
  const double share = std::min({1.0, conversion_.limit.width / width, conversion_.limit.height / height});
  const auto rounded = [share](double side) { return std::max(1, static_cast<int>(std::lround(side * share))); };
  return {.width = std::min(rounded(width), conversion_.limit.width),
          .height = std::min(rounded(height), conversion_.limit.height)};
}

std::shared_ptr<FrameBuffer> PictureConverter::convert_format(const AVFrame& frame, Resolution size) {
  if (frame.width <= kMaxPictureSide && frame.height <= kMaxPictureSide) {
    std::shared_ptr<FrameBuffer> picture = full_size_pool_.make({.width = frame.width, .height = frame.height});
    if (convert_with_libyuv(frame, *picture)) {
      if (picture->size() == size) return picture;
      std::shared_ptr<FrameBuffer> scaled = pool_.make(size);
      scale(*picture, *scaled);
      return scaled;
    }
  }
  return scale_with_swscale(frame, size);
}

std::shared_ptr<FrameBuffer> PictureConverter::scale_with_swscale(const AVFrame& frame, Resolution size) {
  scaler_ = sws_getCachedContext(scaler_, frame.width, frame.height,
                                 without_range(static_cast<AVPixelFormat>(frame.format)), size.width, size.height,
                                 AV_PIX_FMT_YUV420P, SWS_BILINEAR | SWS_ACCURATE_RND, nullptr, nullptr, nullptr);
  if (scaler_ == nullptr) return nullptr;
  std::shared_ptr<FrameBuffer> picture = pool_.make(size);
  const std::array<std::uint8_t*, 4> planes = {picture->data(0), picture->data(1), picture->data(2), nullptr};
  const std::array<int, 4> strides = {picture->stride(0), picture->stride(1), picture->stride(2), 0};
  if (sws_scale(scaler_, frame.data, frame.linesize, 0, frame.height, planes.data(), strides.data()) <= 0) {
    return nullptr;
  }
  return picture;
}

}  // namespace counterpoint
