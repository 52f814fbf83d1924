// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/frame_reduction.h"

#include <algorithm>
#include <array>

namespace counterpoint {
namespace {

/// Factors for width and height.
constexpr std::array kEighths = {8, 6, 4, 3, 2};
constexpr int kMinSide = 16;

}  // namespace

Resolution FrameReduction::reduce(Resolution size) const {
  const int eighths = kEighths[static_cast<std::size_t>(step_)];
  return {.width = std::min(size.width, std::max(kMinSide, size.width * eighths / 8)),
          .height = std::min(size.height, std::max(kMinSide, size.height * eighths / 8))};
}

bool FrameReduction::step_down() {
  if (step_ + 1 == static_cast<int>(kEighths.size())) return false;
  ++step_;
  if (since_up_ < trial_) trial_ = std::min<Duration>(2 * trial_, kMaxTrial);
  excess_ = Duration::zero();
  fine_for_ = Duration::zero();
  return true;
}

void FrameReduction::handle_frame(DataSize made, bool key_frame, int quantizer, const OperatingPoint& point) {
  const Duration interval = point.frame_rate.interval();
  since_up_ += interval;
  // A key frame is an exception that the encoder bounds, and its quantiser says nothing of the frames that follow.
  if (key_frame) return;
  const double off = made / point.frame_size - 1;
  excess_ = std::clamp<Duration>(excess_ + from_seconds(off * to_seconds(interval)), Duration::zero(), 1s);
  if (quantizer >= config_.coarse_quantizer && excess_ > config_.patience) {
    (void)step_down();
    return;
  }
  fine_for_ = quantizer <= config_.fine_quantizer ? fine_for_ + interval : Duration::zero();
  if (step_ == 0 || fine_for_ < trial_) return;
  --step_;
  since_up_ = Duration::zero();
  fine_for_ = Duration::zero();
}

}  // namespace counterpoint
