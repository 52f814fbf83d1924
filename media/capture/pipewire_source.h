// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/ports/video_source.h"
#include "media/capture/pipewire_stream.h"

namespace counterpoint {

/// A monitor or a window that the desktop shows by PipeWire, with the pointer.
///
/// 1. Its frames come when something changes, no faster than `frame_rate`.
/// 2. A frame that stands still is repeated: at the frame rate until it can be sharp, then once a second, so that a
/// peer
///    that lost it has it soon.
class PipeWireSource final : public VideoSource {
 public:
  /// So long a still frame is repeated at the frame rate: at 500 kbit/s a page of text is sharp by then.
  static constexpr Duration kSharpening = 3s;
  static constexpr Duration kStillInterval = 1s;

  /// `frame_rate`: 1 to 60.
  PipeWireSource(std::unique_ptr<PipeWireStream> stream, FrameRate frame_rate, std::function<Timestamp()> clock);

  /// kUnavailable when the desktop no longer shows it.
  [[nodiscard]] Result<std::optional<VideoFrame>> read() override;
  void interrupt() override;
  [[nodiscard]] bool is_live() const override { return true; }
  [[nodiscard]] Message description() const override;

 private:
  [[nodiscard]] Timestamp next_due() const;

  const std::unique_ptr<PipeWireStream> stream_;
  const Duration interval_;
  const std::function<Timestamp()> clock_;
  std::atomic<bool> interrupted_ = false;
  std::shared_ptr<const FrameBuffer> last_;  ///< Null before the first one.
  Timestamp first_at_{};
  Timestamp last_at_{};
  Timestamp changed_at_{};
};

}  // namespace counterpoint
