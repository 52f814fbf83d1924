// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/shape/parallel_shaper.h"
#include "app/shape/rate_schedule.h"
#include "app/shape/video_bounds.h"
#include "core/base/result.h"
#include "core/base/units.h"
#include "media/mpeg_systems/stream_rewriter.h"

namespace counterpoint {

struct ShapeJob {
  QString input;                         ///< A file, a FIFO, or "-" for standard input.
  QString output;                        ///< A file, a FIFO, or "-" for standard output.
  QString statistics;                    ///< Empty for none.
  QString schedule_file;                 ///< The file of `schedule`; empty for none. It is never overwritten.
  std::optional<std::uint16_t> program;  ///< program_number whose videos are shaped; nothing for those of all programs.
  bool keep_index = false;               ///< Stores an index of the input (ClipIndex), when there is none that serves.
  ParallelShaperConfig shaper;
  RateSchedule schedule;
  std::optional<DataSize> file_size;  ///< Size that the new file is to have, in place of `schedule`.
};

/// Bit/s; 0 for a video without a duration.
inline double rate_of(DataSize size, double seconds) {
  return seconds > 0 ? static_cast<double>(size.bits()) / seconds : 0;
}

/// One video of the file.
struct ShapedVideo {
  std::optional<mpeg::VideoStream> stream;  ///< Nothing in an elementary stream.
  std::uint64_t pictures = 0;
  double seconds = 0;
  DataSize original_size;
  DataSize size;
};

/// Figures of all videos together.
struct ShapeResult {
  /// The first damaged picture.
  struct Damage {
    double seconds = 0;  ///< Length of the video before it.
    DataSize bytes;      ///< Bytes of the video before it: in an elementary stream its place in the file.
  };
  mpeg::StreamKind kind = mpeg::StreamKind::kElementary;
  std::uint64_t pictures = 0;  ///< Fields count one each.
  double seconds = 0;          ///< Length of the video, of several the longest; 0 when it does not say.
  std::vector<ShapedVideo> videos;
  std::uint64_t other_videos = 0;  ///< Videos of the multiplex that were left as they are.
  DataSize original_file;
  DataSize file;
  DataSize original_video;
  DataSize video;
  VideoBounds bounds;
  std::uint64_t damaged_slices = 0;
  std::optional<Damage> first_damage;
  std::uint64_t copied_pictures = 0;                           ///< PictureStatistics::understood() is false.
  std::array<std::uint64_t, mpeg::kCopyReasons> copied_for{};  ///< The same by CopyReason.
  std::uint64_t assumed_rate_pictures = 0;                     ///< PictureStatistics::seconds_assumed.
  std::uint64_t indexed_pictures = 0;                          ///< Pictures that an index spared parsing.
  std::string index_note;  ///< One line for the user about the index; empty when there is nothing to say.
  std::uint64_t pictures_above_target = 0;  ///< Understood, but PictureStatistics::target_reached is false.

  /// The target leaves the video less than it takes now.
  [[nodiscard]] bool misses_target() const { return bounds.is_below(video); }
  /// Adds the figures of another video, but for `videos`.
  void add(const ShapeResult& other);
};

/// Gets the share of the input that was shaped, 0 to 1, and the number of pictures, some ten times a second or more
/// often; false stops. The share of a pipe, whose end nobody knows, is 0.
using ShapeProgress = std::function<bool(double share, std::uint64_t pictures)>;

/// Shapes all MPEG-1/2 videos of one file, or those of one program, into another, which appears only when it is
/// complete. The input stays as it is. A stored index of it is used; an index that is damaged, out of date or cannot be
/// stored gives a note, not an error.
///
/// Errors: kInvalidArgument (a file that would be written is another file of the job, no file, a folder; no such
/// program), kUnavailable (cannot be read or written), kMalformed (no MPEG-1/2 video, or damaged throughout), kRefused
/// (`progress` stopped it). None leaves anything behind, a full disk neither; only a statistics file that cannot get
/// its name in the end leaves `output`.
[[nodiscard]] Result<ShapeResult> shape_file(const ShapeJob& job, const ShapeProgress& progress);

}  // namespace counterpoint
