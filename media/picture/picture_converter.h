// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/model/picture.h"
#include "media/picture/picture_pool.h"

struct AVFrame;
struct SwsContext;

namespace counterpoint {

/// How the pictures of a source are to be turned and scaled.
struct PictureConversion {
  int rotation = 0;  ///< Clockwise, in degrees: 0, 90, 180 or 270.
  /// Width by height of a pixel, for frames that do not say; 0 if that is unknown too.
  double pixel_aspect = 0;
  /// The picture is scaled down, keeping its shape, to fit in here (before it is turned).
  PictureSize limit = {.width = kMaxPictureSide, .height = kMaxPictureSide};
};

/// Turns what libavcodec decodes (any pixel format, colour matrix, range, pixel shape) into our pictures: 8-bit 4:2:0,
/// BT.601 limited range, square pixels.
class PictureConverter {
 public:
  explicit PictureConverter(PictureConversion conversion);
  ~PictureConverter();
  PictureConverter(const PictureConverter&) = delete;
  PictureConverter& operator=(const PictureConverter&) = delete;

  /// Nothing when the frame is one that cannot be converted (no picture data, absurd size).
  [[nodiscard]] std::shared_ptr<const Picture> convert(const AVFrame& frame);

 private:
  [[nodiscard]] PictureSize target_size(const AVFrame& frame) const;
  [[nodiscard]] std::shared_ptr<Picture> convert_format(const AVFrame& frame, PictureSize size);
  [[nodiscard]] std::shared_ptr<Picture> scale_with_swscale(const AVFrame& frame, PictureSize size);

  PictureConversion conversion_;
  PicturePool pool_;
  PicturePool full_size_pool_;    ///< Of pictures as large as the frames.
  SwsContext* scaler_ = nullptr;  ///< Kept between frames of the same kind.
};

}  // namespace counterpoint
