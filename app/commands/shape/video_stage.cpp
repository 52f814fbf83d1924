// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/shape/video_stage.h"

#include <string>
#include <utility>

#include "core/base/message.h"

namespace counterpoint {
namespace {

constexpr const char* kNoPicture =
    "has video, but no picture of MPEG-1 or MPEG-2; if it is of another kind, H.264 for instance, convert it with "
    "\"ffmpeg -i FILE -c:v mpeg2video -q:v 3 FILE.mpg\" first";

}  // namespace

void PictureTally::add(const mpeg::PictureStatistics& picture) {
  const bool is_damaged = picture.damaged_slices > 0 || (picture.understood && picture.slices == 0);
  damaged_ += is_damaged ? 1U : 0U;
  if (is_damaged) return;
  undamaged_ += picture.understood ? 1U : 0U;
  // D pictures and scalable ones come behind a sequence header, which tells their time.
  copied_ += !picture.understood && picture.seconds > 0 ? 1U : 0U;
}

VideoStage::VideoStage(std::unique_ptr<mpeg::StreamRewriter> rewriter, mpeg::StreamKind kind,
                       ParallelShaperConfig shaper, const RateSchedule& schedule, ShapeStatistics& statistics,
                       std::size_t number)
    : rewriter_(std::move(rewriter)), shaper_(std::move(shaper), schedule), statistics_(statistics), number_(number) {
  result_.kind = kind;
}

Result<void> VideoStage::push(ByteView bytes) {
  if (auto pushed = rewriter_->push(bytes); !pushed) return pushed;
  if (auto pushed = shaper_.push(rewriter_->take_video()); !pushed) return about_video(pushed.error());
  return take_shaped();
}

Result<void> VideoStage::finish() {
  if (auto finished = rewriter_->finish(); !finished) return finished;
  if (auto pushed = shaper_.push(rewriter_->take_video()); !pushed) return about_video(pushed.error());
  const auto finished = shaper_.finish();
  // All that came goes back, even if it is no video.
  if (auto taken = take_shaped(); !taken) return taken;
  if (!finished) return about_video(finished.error());
  is_shaped_ = result_.kind == mpeg::StreamKind::kElementary ? tally_.is_mostly_undamaged() : tally_.is_video();
  return is_shaped_ ? Result<void>() : about_pictures();
}

/// The splitter's errors are about an elementary stream.
Error VideoStage::about_video(const Error& error) const {
  const bool is_multiplex = result_.kind != mpeg::StreamKind::kElementary;
  if (!is_multiplex || error.kind != ErrorKind::kMalformed || shaper_.has_seen_picture()) return error;
  return {error.kind, kNoPicture};
}

Error VideoStage::about_pictures() const {
  if (tally_.damaged() == 0) return {ErrorKind::kMalformed, kNoPicture};
  return {
      ErrorKind::kMalformed,
      message("has damaged slices in %1 of its %2 pictures: it is damaged throughout, or a kind of file that is not "
              "known, of which \"ffmpeg -i IN -map 0:v -c copy OUT.m2v\" may make an elementary stream",
              std::to_string(tally_.damaged()), std::to_string(result_.pictures))};
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
  return tally_.is_hopeless() ? about_pictures() : Result<void>();
}

void VideoStage::count(const mpeg::ShapedPicture& picture) {
  const mpeg::PictureStatistics& statistics = picture.statistics;
  if (picture.has_picture) {
    statistics_.add(number_, result_.seconds, statistics);
    tally_.add(statistics);
    ++result_.pictures;
    result_.copied_pictures += statistics.understood ? 0U : 1U;
    result_.assumed_rate_pictures += statistics.seconds_assumed ? 1U : 0U;
    result_.indexed_pictures += statistics.indexed ? 1U : 0U;
    result_.pictures_above_target += statistics.understood && !statistics.target_reached ? 1U : 0U;
  }
  if (statistics.damaged_slices > 0 && !result_.first_damage) {
    result_.first_damage = {result_.seconds, result_.original_video};
  }
  result_.seconds += statistics.seconds;
  result_.damaged_slices += statistics.damaged_slices;
  result_.original_video += statistics.original_size;
  result_.video += statistics.size;
}

}  // namespace counterpoint
