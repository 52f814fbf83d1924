// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/video_stage.h"

#include <algorithm>
#include <string>
#include <utility>

namespace counterpoint {
VideoStage::VideoStage(std::unique_ptr<mpeg::StreamRewriter> rewriter, mpeg::StreamKind kind,
                       ParallelShaperConfig shaper, const RateSchedule& schedule, ShapeStatistics& statistics,
                       std::size_t number)
    : rewriter_(std::move(rewriter)),
      shaper_(std::move(shaper), schedule),
      schedule_(schedule),
      statistics_(statistics),
      number_(number) {
  result_.kind = kind;
}

Result<void> VideoStage::push(ByteView bytes) {
  if (auto pushed = rewriter_->push(bytes); !pushed) return pushed;
  const Bytes video = rewriter_->take_video();
  const std::size_t others = bytes.size() - std::min(bytes.size(), video.size());
  if (auto pushed = shaper_.push(video, others); !pushed) return about_video(pushed.error());
  if (rewriter_->video_pauses()) {
    if (auto flushed = shaper_.flush(); !flushed) return about_video(flushed.error());
    rewriter_->stop_waiting();
  }
  return take_shaped();
}

Result<void> VideoStage::finish() {
  if (auto finished = rewriter_->finish(); !finished) return finished;
  if (auto pushed = shaper_.push(rewriter_->take_video()); !pushed) return about_video(pushed.error());
  const auto finished = shaper_.finish();
  // All that came goes back, even if it is no video.
  if (auto taken = take_shaped(); !taken) return taken;
  if (!finished) return about_video(finished.error());
  auto checked = tally_.check(result_.kind);
  is_shaped_ = checked.ok();
  return checked;
}

/// The splitter's errors are about an elementary stream.
Error VideoStage::about_video(const Error& error) const {
  const bool is_multiplex = result_.kind != mpeg::StreamKind::kElementary;
  if (!is_multiplex || error.kind != ErrorKind::kMalformed || shaper_.has_seen_picture()) return error;
  return {error.kind, kNoPicture};
}

Result<void> VideoStage::take_shaped() {
  while (auto picture = shaper_.pop()) {
    count(*picture);
    const auto old_size = static_cast<std::size_t>(picture->statistics.original_size.bytes());
    if (picture->bytes.size() > old_size) {
      return Error{ErrorKind::kInternal, "shaping made picture " + std::to_string(result_.pictures) + " larger"};
    }
    rewriter_->replace(old_size, std::move(picture->bytes));
  }
  return tally_.check_so_far();
}

ShapeResult VideoStage::result() const {
  ShapeResult result = result_;
  result.bounds = bounds_.sum();
  return result;
}

void VideoStage::count(const mpeg::ShapedPicture& picture) {
  const mpeg::PictureStatistics& statistics = picture.statistics;
  if (picture.has_picture) {
    statistics_.add(number_, result_.seconds, statistics);
    tally_.add(statistics);
    ++result_.pictures;
    result_.copied_pictures += statistics.understood() ? 0U : 1U;
    ++result_.copied_for[static_cast<std::size_t>(statistics.copy_reason)];
    result_.assumed_rate_pictures += statistics.seconds_assumed ? 1U : 0U;
    result_.indexed_pictures += statistics.indexed ? 1U : 0U;
    result_.pictures_above_target += statistics.understood() && !statistics.target_reached ? 1U : 0U;
  }
  if (statistics.damaged_slices > 0 && !result_.first_damage) {
    result_.first_damage = {result_.seconds, result_.original_video};
  }
  bounds_.add(picture, schedule_.at(result_.seconds));
  result_.seconds += statistics.seconds;
  result_.damaged_slices += statistics.damaged_slices;
  result_.original_video += statistics.original_size;
  result_.video += statistics.size;
}

}  // namespace counterpoint
