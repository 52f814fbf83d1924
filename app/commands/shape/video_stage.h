// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "app/commands/shape/picture_tally.h"
#include "app/commands/shape/shape_file.h"
#include "app/commands/shape/shape_statistics.h"
#include "app/shape/parallel_shaper.h"
#include "app/shape/rate_schedule.h"
#include "app/shape/video_bounds.h"
#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/shaper.h"
#include "media/mpeg_systems/stream_rewriter.h"

namespace counterpoint {

/// One video of a file: it is taken out of its packets, shaped, and put back. Several videos of a multiplex stand in a
/// row, and what comes out of one stage goes into the next. Errors are those of shape_file(), without the file's name.
class VideoStage {
 public:
  /// `number` of the stage, from 1, stands in `statistics`. Both references must outlive the stage.
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
  [[nodiscard]] ShapeResult result() const;
  [[nodiscard]] std::optional<mpeg::VideoStream> video() const { return rewriter_->video(); }
  /// The index, after finish(), of this video (ParallelShaper::take_index()).
  [[nodiscard]] Bytes take_index() const { return shaper_.take_index(); }

 private:
  [[nodiscard]] Error about_video(const Error& error) const;
  [[nodiscard]] Result<void> take_shaped();
  void count(const mpeg::ShapedPicture& picture);

  std::unique_ptr<mpeg::StreamRewriter> rewriter_;
  ParallelShaper shaper_;
  const RateSchedule& schedule_;
  ShapeStatistics& statistics_;
  std::size_t number_;
  ShapeResult result_;
  VideoBoundsSum bounds_;
  PictureTally tally_;
  bool is_shaped_ = false;
};

}  // namespace counterpoint
