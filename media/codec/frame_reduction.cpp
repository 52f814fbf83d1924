// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/frame_reduction.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/model/picture_floor.h"

namespace counterpoint {
namespace {

/// Factors for width and height.
constexpr std::array kEighths = {8, 6, 4, 3, 2};
constexpr int kMinSide = 16;
/// The time constant of the sustained rate: that of the scaler.
constexpr Duration kSustainedFor = 4s;

}  // namespace

Resolution FrameReduction::reduce(Resolution size, const OperatingPoint& point) {
  if (sustained_ == DataRate()) sustained_ = point.video_rate();
  if (size != size_) {
    size_ = size;
    step_ = 0;
    coarse_for_ = fine_for_ = Duration::zero();
  }
  return reduced(step_);
}

Resolution FrameReduction::reduced(int step) const {
  const int eighths = kEighths[static_cast<std::size_t>(step)];
  return {.width = std::min(size_.width, std::max(kMinSide, size_.width * eighths / 8)),
          .height = std::min(size_.height, std::max(kMinSide, size_.height * eighths / 8))};
}

bool FrameReduction::step_down() {
  if (step_ + 1 == static_cast<int>(kEighths.size())) return false;
  if (reduced(step_ + 1).area() < min_picture_area(sustained_)) return false;
  ++step_;
  if (since_up_ < trial_) trial_ = std::min<Duration>(2 * trial_, kMaxTrial);
  excess_ = coarse_for_ = fine_for_ = Duration::zero();
  return true;
}

void FrameReduction::handle_frame(DataSize made, bool key_frame, int quantizer, const OperatingPoint& point) {
  const Duration interval = point.frame_rate.interval();
  since_up_ += interval;
  const double weight = 1 - std::exp(-to_seconds(interval) / to_seconds(kSustainedFor));
  sustained_ = sustained_ + (point.video_rate() - sustained_) * weight;
  // A key frame is an exception that the encoder bounds, and its quantiser says nothing of the frames that follow.
  if (key_frame) return;
  const double off = made / point.frame_size - 1;
  const double fresh = std::min(1.0, to_seconds(interval));
  excess_ = std::clamp<Duration>(excess_ + from_seconds((off - to_seconds(excess_)) * fresh), Duration::zero(), 1s);
  const bool too_much = excess_ > config_.excess && quantizer >= config_.coarse_quantizer;
  coarse_for_ = std::max<Duration>(too_much ? coarse_for_ + interval : coarse_for_ - interval, Duration::zero());
  if (coarse_for_ > config_.patience) {
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
