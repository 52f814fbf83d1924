// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/model/frame_buffer.h"
#include "media/frame/frame_pool.h"

struct AVFrame;
struct SwsContext;

namespace counterpoint {

/// Rotation and scaling of the frames of a source.
struct FrameConversion {
  int rotation = 0;  ///< Clockwise, in degrees: 0, 90, 180 or 270.
  /// Width by height of a pixel, for frames that do not say; 0 if that is unknown too.
  double pixel_aspect = 0;
  /// The frame is scaled down, keeping its shape, to fit in here (before it is turned).
  Resolution limit = {.width = kMaxPictureSide, .height = kMaxPictureSide};
};

/// Turns what libavcodec decodes (any pixel format, colour matrix, range, pixel shape) into our frames: 8-bit 4:2:0,
/// BT.601 limited range, square pixels.
class PictureConverter {
 public:
  explicit PictureConverter(FrameConversion conversion);
  ~PictureConverter();
  PictureConverter(const PictureConverter&) = delete;
  PictureConverter& operator=(const PictureConverter&) = delete;

  /// Nothing when the frame is one that cannot be converted (no frame data, absurd size).
  [[nodiscard]] std::shared_ptr<const FrameBuffer> convert(const AVFrame& frame);

 private:
  [[nodiscard]] Resolution target_size(const AVFrame& frame) const;
  [[nodiscard]] std::shared_ptr<FrameBuffer> convert_format(const AVFrame& frame, Resolution size);
  [[nodiscard]] std::shared_ptr<FrameBuffer> scale_with_swscale(const AVFrame& frame, Resolution size);

  FrameConversion conversion_;
  FramePool pool_;
  FramePool full_size_pool_;      ///< Frames of the source's size.
  SwsContext* scaler_ = nullptr;  ///< Kept between frames of the same kind.
};

}  // namespace counterpoint
