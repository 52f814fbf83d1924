// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/video/encoder_load.h"

#include <algorithm>
#include <cmath>

#include "core/adaptation/scaling/picture_choice.h"
#include "core/model/picture_floor.h"

namespace counterpoint {
namespace {

/// The time constant of the load: some frames are always harder than others.
constexpr Duration kLoadOf = 1s;
/// A frame counts as at most so many intervals: a computer that slept for a moment is not slow.
constexpr int kMostOfOneFrame = 4;

/// The samples of what the camera gives, at `step`.
double samples(const EncoderLoad::Frame& frame, std::size_t step) {
  const Resolution allowed = picture_part(frame.largest, kPictureSixteenths[step]);
  return static_cast<double>(std::min(allowed.area(), frame.captured.area()));
}

}  // namespace

bool EncoderLoad::handle_frame(const Frame& frame) {
  const Duration took = std::min<Duration>(frame.took, kMostOfOneFrame * frame.interval);
  const Duration elapsed =
      coded_at_ ? std::min<Duration>(frame.at - *coded_at_, kMostOfOneFrame * frame.interval) : frame.interval;
  coded_at_ = frame.at;
  load_ += (to_seconds(took) / to_seconds(frame.interval) - load_) *
           (1 - std::exp(-to_seconds(elapsed) / to_seconds(kLoadOf)));
  if (since_up_) *since_up_ += elapsed;
  high_for_ = std::max<Duration>(load_ > config_.high ? high_for_ + elapsed : high_for_ - elapsed, Duration::zero());
  if (high_for_ > config_.patience) return step_down(frame);
  const bool has_room = effort_ != EncoderEffort{} && load_ * cost_of_step_up(frame) < config_.low;
  low_for_ = has_room ? low_for_ + elapsed : Duration::zero();
  if (low_for_ <= trial_) return false;
  step_up(frame);
  return true;
}

double EncoderLoad::cost_of_step_up(const Frame& frame) const {
  const std::size_t step = effort_.size_step > 0 ? effort_.size_step - 1 : 0;
  const double size = std::max(1.0, samples(frame, step) / static_cast<double>(frame.coded.area()));
  return effort_.size_step > 0 ? size : size / frame.fast_search.value_or(1);
}

bool EncoderLoad::step_down(const Frame& frame) {
  high_for_ = low_for_ = Duration::zero();
  EncoderEffort next = effort_;
  double gain = 1;
  if (frame.fast_search && !next.fast) {
    next.fast = true;
    gain = *frame.fast_search;
  } else {
    const auto size_of = [&frame](std::size_t step) {
      return picture_part(frame.largest, kPictureSixteenths[step]).area();
    };
    do {
      if (++next.size_step == kPictureSixteenths.size()) return false;
    } while (size_of(next.size_step) >= frame.coded.area());
    if (size_of(next.size_step) < kSmallPicture.area()) return false;
    gain = static_cast<double>(size_of(next.size_step)) / static_cast<double>(frame.coded.area());
  }
  if (since_up_) trial_ = *since_up_ < kMaxTrial ? std::min<Duration>(2 * trial_, kMaxTrial) : config_.trial;
  since_up_.reset();
  effort_ = next;
  load_ *= gain;
  return true;
}

void EncoderLoad::step_up(const Frame& frame) {
  low_for_ = Duration::zero();
  since_up_ = Duration::zero();
  load_ *= cost_of_step_up(frame);
  if (effort_.size_step > 0) {
    --effort_.size_step;
  } else {
    effort_.fast = false;
  }
}

}  // namespace counterpoint
