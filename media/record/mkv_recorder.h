// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/model/encoded_frame.h"

namespace counterpoint {

struct MkvRecorderConfig {
  /// 100 ms to 10 s: how much of the end a crash may cost. 1 s: clusters cost some 30 bytes each.
  Duration flush_interval = 1s;
  /// 0 to 10 s: how much is collected before the file's start is settled, since audio and video reach us unevenly.
  Duration start_window = 500ms;
  /// 0 to 10 s: how long the file's header waits for the first key frame, which says how large the frame is. A call
  /// without video by then gets a header with `expected_size`.
  Duration key_frame_patience = 3s;
  bool stereo = false;  ///< Audio may become stereo: its track has two channels.
  Resolution expected_size = {.width = 640, .height = 360};
};

/// Writes received video and Opus audio into a Matroska file as they are, without coding them again.
///
/// 1. All times are on one time-line, the sender's capture time with any origin; the file starts with the earliest
///    of what comes in the start window.
/// 2. Each of audio and video is written in decoding order. A time that is not after the one before in its stream
///    becomes the next millisecond after it; what lies before the start of the file goes to its start.
/// 3. Video before the first key frame is left out: nothing could show it. The first key frame, if it comes within
///    `key_frame_patience`, also settles the codec, whatever was expected; see takes().
/// 4. A frame that is no frame of the codec gives kMalformed and is left out. After any other error, every further call
///    gives that error; what is in the file by then stays playable.
class MkvRecorder final {
 public:
  /// Creates or overwrites `path`, for audio alone without a `codec`. kUnavailable, with the system's reason, when that
  /// cannot be; kInvalidArgument when the configuration is out of range.
  [[nodiscard]] static Result<std::unique_ptr<MkvRecorder>> open(const std::filesystem::path& path,
                                                                 std::optional<VideoCodec> codec,
                                                                 const MkvRecorderConfig& config = {});
  /// Closes the file. Call close() before to learn of errors.
  ~MkvRecorder();
  MkvRecorder(const MkvRecorder&) = delete;
  MkvRecorder& operator=(const MkvRecorder&) = delete;

  /// True if frames of `codec` can go into this file; else another file must be begun.
  [[nodiscard]] bool takes(VideoCodec codec) const;
  /// One frame in decoding order, captured at `time`; of MPEG one coded frame with its `size` (a first field may lack
  /// it). kUnavailable when the disk is full, for one.
  [[nodiscard]] Result<void> write_video(const EncodedVideoFrame& frame, Duration time);
  /// One Opus packet whose first sample was captured at `time`.
  [[nodiscard]] Result<void> write_audio(ByteView packet, Duration time);
  /// Writes what is held back and the index; removes a file that nothing was written to. A second call does nothing.
  [[nodiscard]] Result<void> close();

 private:
  struct Impl;
  explicit MkvRecorder(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace counterpoint
