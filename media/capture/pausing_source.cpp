// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/pausing_source.h"

#include <algorithm>

#include "core/base/quantity_text.h"

namespace counterpoint {

Result<std::optional<VideoFrame>> PausingSource::read() {
  while (true) {
    Result<std::optional<VideoFrame>> frame = source_->read();
    if (!frame || !*frame || !paused(**frame)) return frame;
  }
}

bool PausingSource::paused(const VideoFrame& frame) {
  if (!first_) first_ = frame.at;
  const Duration time = is_live() ? frame.at - *first_ : frame.media_time;
  return std::ranges::any_of(pauses_, [time](const VideoPause& p) { return time >= p.from && time < p.to; });
}

Result<VideoPause> parse_video_pause(const std::string& text) {
  constexpr double kLatest = 1e6;
  const std::size_t dash = text.find('-');
  const std::optional<double> from = parse_number(text.substr(0, dash));
  const std::optional<double> to = dash == std::string::npos ? std::nullopt : parse_number(text.substr(dash + 1));
  if (!from || !to || *from >= *to || *to > kLatest) {
    return Error{ErrorKind::kInvalidArgument,
                 "\"" + text + "\" is no pause; write the seconds from and to, as in 35-55"};
  }
  return VideoPause{.from = from_seconds(*from), .to = from_seconds(*to)};
}

}  // namespace counterpoint
