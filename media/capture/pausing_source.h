// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/ports/video_source.h"

namespace counterpoint {

/// A time without frames: [from, to) since the first one.
struct VideoPause {
  Duration from{};
  Duration to{};
  bool operator==(const VideoPause&) const = default;
};

/// Another source without the frames of certain times: a person who turns the camera off and on again. The times of
/// all others stay as they are.
class PausingSource final : public VideoSource {
 public:
  PausingSource(std::unique_ptr<VideoSource> source, std::vector<VideoPause> pauses)
      : source_(std::move(source)), pauses_(std::move(pauses)) {}

  [[nodiscard]] Result<std::optional<VideoFrame>> read() override;
  [[nodiscard]] Result<std::optional<VideoFrame>> skip() override { return source_->skip(); }
  void interrupt() override { source_->interrupt(); }
  [[nodiscard]] bool is_live() const override { return source_->is_live(); }
  [[nodiscard]] bool is_camera() const override { return source_->is_camera(); }
  [[nodiscard]] Message description() const override { return source_->description(); }

 private:
  [[nodiscard]] bool paused(const VideoFrame& frame);

  std::unique_ptr<VideoSource> source_;
  std::vector<VideoPause> pauses_;
  std::optional<Timestamp> first_;  // First capture time of a live source, whose frames have no media time.
};

/// Reads "35-55": seconds, the first below the second. Errors: kInvalidArgument, saying what is expected.
[[nodiscard]] Result<VideoPause> parse_video_pause(const std::string& text);

}  // namespace counterpoint
