// SPDX-License-Identifier: GPL-3.0-or-later
// Puts shaped video in the place of a file's own: elementary, program and transport streams.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "media/mpeg_systems/program_map.h"
#include "media/mpeg_systems/stream_kind.h"
#include "media/mpeg_systems/video_replacement.h"

namespace counterpoint::mpeg {

/// The file goes in by push() in any chunks; its video comes out by take_video() and goes back, shaped, by replace();
/// the new file comes out by take_output().
///
/// 1. One video stream is shaped, the chosen one or the first. All else is copied byte by byte and stays in its order.
/// 2. Clock references and time stamps keep their values and their places in the order. Lengths, stuffing and
///    continuity counters are made right. Empty video packets are removed.
/// 3. The new file does not depend on the chunks. Only one packet and data that wait for shaped video are held: while
///    video_pauses(), the caller shapes all that there is, so that they wait for no more than that.
/// 4. Damaged parts are copied.
class StreamRewriter {
 public:
  virtual ~StreamRewriter() = default;
  /// The next bytes of the file. kMalformed, one line, when the video in it cannot be replaced.
  virtual Result<void> push(ByteView bytes) = 0;
  /// There are no more. kMalformed when there was no video.
  virtual Result<void> finish() = 0;

  /// The video that is shaped; nothing before it was found, and for an elementary stream.
  [[nodiscard]] virtual std::optional<VideoStream> video() const = 0;
  /// The bytes of the video since the last call.
  [[nodiscard]] Bytes take_video();
  /// The next `old_size` bytes that take_video() gave are `bytes` now, which are no more.
  void replace(std::size_t old_size, Bytes bytes);
  /// True when much else has come since the last of the video.
  [[nodiscard]] bool video_pauses() const { return bytes_since_video_ > kLongPause; }
  /// No data waits any longer for video that has not come.
  virtual void stop_waiting() {}
  /// The bytes of the new file since the last call.
  [[nodiscard]] Bytes take_output();

 protected:
  /// Moves what is complete now to `output_`.
  virtual void release() = 0;
  /// Gives `bytes` out as the video's next ones; how many there were before.
  std::size_t add_video(ByteView bytes);
  void count_other(std::size_t bytes) { bytes_since_video_ += bytes; }
  void write(ByteView bytes) { output_.insert(output_.end(), bytes.begin(), bytes.end()); }

  VideoReplacement replacement_;
  std::size_t video_size_ = 0;  ///< Bytes of the video so far.

 private:
  /// More than lies between two pictures of any programme that is shown: three seconds of a multiplex of 40 Mbit/s.
  static constexpr std::size_t kLongPause = std::size_t{16} << 20;

  std::size_t bytes_since_video_ = 0;
  Bytes video_;
  Bytes output_;
};

/// `beginning` as for kind_of(), which gave `kind`; push() wants these bytes again. `choice` is one of
/// find_video_streams(), nothing for the first video and whatever replaces it later.
[[nodiscard]] std::unique_ptr<StreamRewriter> make_rewriter(StreamKind kind, ByteView beginning,
                                                            const std::optional<VideoStream>& choice = {});

}  // namespace counterpoint::mpeg
