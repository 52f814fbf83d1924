// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg/shaper.h"
#include "media/mpeg_systems/stream_kind.h"

namespace counterpoint {

/// A video in a multiplex without a picture of MPEG-1 or MPEG-2.
inline constexpr const char* kNoPicture =
    "has video, but no picture of MPEG-1 or MPEG-2; if it is of another kind, H.264 for instance, convert it with "
    "\"ffmpeg -i FILE -c:v mpeg2video -q:v 3 FILE.mpg\" first";

/// Tells video from other bytes that have its start codes in them, by how many pictures have slices that can be parsed.
class PictureTally {
 public:
  /// `picture` is that of a unit with a picture.
  void add(const mpeg::PictureStatistics& picture);
  /// kMalformed when the pictures are no video: in a multiplex no picture is as the standard has it, in an elementary
  /// stream less than half of them are.
  [[nodiscard]] Result<void> check(mpeg::StreamKind kind) const;
  /// The same as early as possible: none of many pictures is as the standard has it.
  [[nodiscard]] Result<void> check_so_far() const;
  /// kMalformed unless nearly all pictures are as the standard has it.
  [[nodiscard]] Result<void> check_strictly() const;

 private:
  [[nodiscard]] std::uint64_t good() const { return undamaged_ + copied_; }
  [[nodiscard]] Error error() const;

  std::uint64_t pictures_ = 0;
  std::uint64_t undamaged_ = 0;
  std::uint64_t damaged_ = 0;
  std::uint64_t copied_ = 0;
};

/// Bytes from the beginning of a file that check_cut_video() needs at first, and at most, if the file is as long.
inline constexpr std::size_t kCutCheckSize = std::size_t{2} << 20;
inline constexpr std::size_t kMaxCutCheckSize = std::size_t{16} << 20;

/// Tells an elementary stream that was cut anywhere from other files with video in them: a sequence header has to be
/// there, and hardly any of its first pictures may have damaged slices. kMalformed: it is none. False: more of the file
/// is needed to tell.
[[nodiscard]] Result<bool> check_cut_video(ByteView beginning);

}  // namespace counterpoint
