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

/// The middle of a frame at the size at which it is shown, and its conversion to the format of screens.
///
/// 1. It is cropped to the aspect of the size.
/// 2. Left and right are exchanged if it is mirrored.
/// 3. It is scaled once, however often parts of it are converted, and not at all when it has the size already.
class FittedFrame {
 public:
  /// Replaces the frame; fit() has yet to give its size.
  void set(std::shared_ptr<const FrameBuffer> frame, bool mirrored);
  /// Scales to `size` in pixels, each side 1 to kMaxPictureSide. There has to be a frame.
  void fit(QSize size);
  /// Writes `part` of it, which lies within the size, as QImage::Format_RGB32; the first pixel to `pixels`, rows
  /// `stride` bytes apart.
  void convert(const QRect& part, std::uint8_t* pixels, qsizetype stride);

  /// Null for none.
  [[nodiscard]] const FrameBuffer* frame() const { return frame_.get(); }

 private:
  /// The samples of one plane: the first one, and the distance of rows in bytes.
  struct Plane {
    const std::uint8_t* samples = nullptr;
    int stride = 0;
  };

  void take(const FrameBuffer& from, QPoint corner);
  void scale(Resolution from, Resolution to, std::optional<FrameBuffer>& into);
  void mirror(Resolution size);

  std::shared_ptr<const FrameBuffer> frame_;
  bool is_mirrored_ = false;
  QSize size_;
  std::array<Plane, 3> planes_{};
  std::optional<FrameBuffer> half_way_;
  std::optional<FrameBuffer> scaled_;
  std::optional<FrameBuffer> mirrored_;
  std::vector<std::uint8_t> row_;  ///< A row that begins between two samples that share chroma.
};

/// The middle of `size` that has the aspect of `target`.
[[nodiscard]] QRect cut_to_aspect(Resolution size, QSizeF target);

}  // namespace counterpoint
