// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/ports/video_source.h"
#include "media/ffmpeg/media_decoder.h"
#include "media/frame/picture_converter.h"

namespace counterpoint {

struct VideoFileConfig {
  bool loop = true;
  /// 1 to 60; of a still frame, and of a film that does not say its own.
  FrameRate frame_rate = FrameRate::per_second(30);
};

/// The frames of a file or URL, upright and with square pixels, with the file's own times made to start at 0 and to
/// increase whatever the file says.
class VideoFileSource final : public VideoSource {
 public:
  /// Decodes the first frame, so a file without one is an error here. Errors as of open_video_source().
  [[nodiscard]] static Result<std::unique_ptr<VideoSource>> open(const std::string& name, VideoFileConfig config,
                                                                 std::function<Timestamp()> clock);

  [[nodiscard]] Result<std::optional<VideoFrame>> read() override;
  void interrupt() override { decoder_->interrupt(); }
  [[nodiscard]] bool is_live() const override { return false; }
  [[nodiscard]] Message description() const override;

 private:
  VideoFileSource(std::string name, VideoFileConfig config, std::unique_ptr<MediaDecoder> decoder);
  [[nodiscard]] std::optional<VideoFrame> decode_next();
  [[nodiscard]] Duration place_in_time(const AVFrame& frame);
  [[nodiscard]] VideoFrame repeat_still();

  std::string name_;
  VideoFileConfig config_;
  std::unique_ptr<MediaDecoder> decoder_;
  PictureConverter converter_;
  std::optional<VideoFrame> first_;          ///< Decoded when opening, not read yet.
  std::shared_ptr<const FrameBuffer> last_;  ///< Repeated when it turns out to be the only one.
  std::uint64_t frames_in_pass_ = 0;         ///< Frames since the start of the file.
  std::optional<Duration> time_offset_;      ///< Offset added to the file's times; nothing after a jump.
  std::optional<Duration> last_media_time_;
  Duration last_duration_{};  ///< Duration of the last frame, used when the next has no time.
};

}  // namespace counterpoint
