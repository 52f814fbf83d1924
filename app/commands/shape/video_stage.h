// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "app/commands/shape/shape_file.h"
#include "app/commands/shape/shape_statistics.h"
#include "app/shape/parallel_shaper.h"
#include "app/shape/rate_schedule.h"
#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/shaper.h"
#include "media/mpeg_systems/stream_rewriter.h"

namespace counterpoint {

/// Tells video from other bytes that have its start codes in them, by how many pictures have slices that can be parsed.
class PictureTally {
 public:
  /// `picture` is that of a unit with a picture.
  void add(const mpeg::PictureStatistics& picture);
  [[nodiscard]] std::uint64_t damaged() const { return damaged_; }
  /// At least one picture is as the standard has it.
  [[nodiscard]] bool is_video() const { return undamaged_ + copied_ > 0; }
  [[nodiscard]] bool is_mostly_undamaged() const { return is_video() && undamaged_ + copied_ >= damaged_; }
  /// No picture was undamaged, of so many that none will be.
  [[nodiscard]] bool is_hopeless() const { return !is_video() && damaged_ >= kEnough; }

 private:
  static constexpr std::uint64_t kEnough = 1000;

  std::uint64_t undamaged_ = 0;
  std::uint64_t damaged_ = 0;
  std::uint64_t copied_ = 0;
};

/// One video of a file: it is taken out of its packets, shaped, and put back. Several videos of a multiplex stand in a
/// row, and what comes out of one stage goes into the next. Errors are those of shape_file(), without the file's name.
class VideoStage {
 public:
  /// `number` of the stage, from 1, stands in `statistics`.
  VideoStage(std::unique_ptr<mpeg::StreamRewriter> rewriter, mpeg::StreamKind kind, ParallelShaperConfig shaper,
             const RateSchedule& schedule, ShapeStatistics& statistics, std::size_t number);

  /// The next bytes of the file.
  Result<void> push(ByteView bytes);
  /// There are no more. kMalformed when there was no video; then all that came goes on as it was.
  Result<void> finish();
  /// The bytes of the new file since the last call.
  [[nodiscard]] Bytes take_output() { return rewriter_->take_output(); }

  /// finish() found a video.
  [[nodiscard]] bool is_shaped() const { return is_shaped_; }
  [[nodiscard]] double shaped_share() const { return shaper_.shaped_share(); }
  [[nodiscard]] std::size_t shaped_pictures() const { return shaper_.shaped_pictures(); }
  /// Figures of this video; those of the file are not set.
  [[nodiscard]] const ShapeResult& result() const { return result_; }
  [[nodiscard]] std::optional<mpeg::VideoStream> video() const { return rewriter_->video(); }
  /// After finish(): the index of this video (ParallelShaper::take_index()).
  [[nodiscard]] Bytes take_index() const { return shaper_.take_index(); }

 private:
  [[nodiscard]] Error about_video(const Error& error) const;
  [[nodiscard]] Error about_pictures() const;
  [[nodiscard]] Result<void> take_shaped();
  void count(const mpeg::ShapedPicture& picture);

  std::unique_ptr<mpeg::StreamRewriter> rewriter_;
  ParallelShaper shaper_;
  ShapeStatistics& statistics_;
  std::size_t number_;
  ShapeResult result_;
  PictureTally tally_;
  bool is_shaped_ = false;
};

}  // namespace counterpoint
