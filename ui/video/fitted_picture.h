// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRect>
#include <QSize>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/model/frame_buffer.h"

namespace counterpoint {

/// The middle of a picture at the size at which it is shown, and its conversion to the format of screens.
///
/// 1. It is cropped to the aspect of the size.
/// 2. It is scaled once, however often parts of it are converted, and not at all when it has the size already.
class FittedPicture {
 public:
  /// From now on `picture`, of which fit() has yet to say the size.
  void set(std::shared_ptr<const FrameBuffer> picture);
  /// Scales to `size` in pixels, each side 1 to kMaxPictureSide. There has to be a picture.
  void fit(QSize size);
  /// Writes `part` of it, which lies within the size, as QImage::Format_RGB32; the first pixel to `pixels`, rows
  /// `stride` bytes apart.
  void convert(const QRect& part, std::uint8_t* pixels, qsizetype stride);

  /// Null for none.
  [[nodiscard]] const FrameBuffer* picture() const { return picture_.get(); }

 private:
  /// Samples that are there already: where the first one is, and how far rows are apart.
  struct Plane {
    const std::uint8_t* samples = nullptr;
    int stride = 0;
  };

  void take(const FrameBuffer& from, QPoint corner);
  void scale(Resolution from, Resolution to, std::optional<FrameBuffer>& into);

  std::shared_ptr<const FrameBuffer> picture_;
  QSize size_;
  std::array<Plane, 3> planes_{};
  std::optional<FrameBuffer> half_way_;
  std::optional<FrameBuffer> scaled_;
  std::vector<std::uint8_t> row_;  ///< A row that begins between two samples that share chroma.
};

/// The middle of `size` that has the aspect of `target`.
[[nodiscard]] QRect cut_to_aspect(Resolution size, QSizeF target);

}  // namespace counterpoint
