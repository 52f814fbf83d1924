// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/video_file_source.h"

#include <cmath>
#include <filesystem>
#include <utility>

#include "media/ffmpeg/ffmpeg_handles.h"

extern "C" {
#include <libavutil/display.h>
}

namespace counterpoint {
namespace {

/// A longer gap between two frames is a broken time, not a slide show.
constexpr Duration kMaxGap = 60s;
constexpr Duration kMaxFrame = 10s;

Duration to_duration(std::int64_t ticks, AVRational base) {
  return Duration(av_rescale_q(ticks, base, AVRational{.num = 1, .den = 1'000'000'000}));
}

/// Clockwise rotation of the frames for display, in multiples of 90 degrees.
int rotation_of(const AVStream& stream) {
  std::size_t size = 0;
  const std::uint8_t* data = av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  if (data == nullptr || size < 9 * sizeof(std::int32_t)) return 0;
  const double angle = -av_display_rotation_get(reinterpret_cast<const std::int32_t*>(data));
  if (std::isnan(angle)) return 0;
  return (static_cast<int>(std::lround(angle / 90)) % 4 + 4) % 4 * 90;
}

double pixel_aspect_of(const AVStream& stream) {
  return stream.sample_aspect_ratio.den > 0 ? av_q2d(stream.sample_aspect_ratio) : 0;
}

Duration nominal_frame_duration(const AVStream& stream, FrameRate otherwise) {
  const double rate = stream.avg_frame_rate.den > 0 ? av_q2d(stream.avg_frame_rate) : 0;
  return rate >= 0.1 && rate <= 240 ? from_seconds(1 / rate) : otherwise.interval();
}

}  // namespace

Result<std::unique_ptr<VideoSource>> VideoFileSource::open(const std::string& name, VideoFileConfig config,
                                                           std::function<Timestamp()> clock) {
  auto decoder = MediaDecoder::open(name, MediaKind::kVideo, std::move(clock));
  if (!decoder) return decoder.error();
  std::unique_ptr<VideoFileSource> source(new VideoFileSource(name, config, std::move(decoder).value()));
  source->first_ = source->decode_next();
  if (!source->first_) {
    return Error{ErrorKind::kMalformed, message("No picture in \"%1\" can be decoded; choose another file", name)};
  }
  return std::unique_ptr<VideoSource>(std::move(source));
}

VideoFileSource::VideoFileSource(std::string name, VideoFileConfig config, std::unique_ptr<MediaDecoder> decoder)
    : name_(std::move(name)),
      config_(config),
      decoder_(std::move(decoder)),
      converter_({.rotation = rotation_of(decoder_->stream()), .pixel_aspect = pixel_aspect_of(decoder_->stream())}),
      last_duration_(nominal_frame_duration(decoder_->stream(), config.frame_rate)) {}

Result<std::optional<VideoFrame>> VideoFileSource::read() {
  if (decoder_->interrupted()) return std::optional<VideoFrame>();
  if (first_) return std::exchange(first_, std::nullopt);
  if (auto frame = decode_next()) return frame;
  if (!config_.loop || decoder_->interrupted()) return std::optional<VideoFrame>();
  if (frames_in_pass_ == 1) return std::optional(repeat_still());
  if (const auto restarted = decoder_->restart(); !restarted) return restarted.error();
  frames_in_pass_ = 0;
  time_offset_.reset();
  if (auto frame = decode_next()) return frame;
  if (decoder_->interrupted()) return std::optional<VideoFrame>();
  return Error{ErrorKind::kUnavailable,
               message("\"%1\" cannot be played again from its start; choose another file", name_)};
}

Message VideoFileSource::description() const {
  const Resolution size = last_->size();
  return message("%1, %2 pixels", std::filesystem::path(name_).filename().string(), pixels(size.width, size.height));
}

std::optional<VideoFrame> VideoFileSource::decode_next() {
  while (const AVFrame* frame = decoder_->next()) {
    auto picture = converter_.convert(*frame);
    if (!picture) continue;
    ++frames_in_pass_;
    last_ = picture;
    return VideoFrame{.buffer = std::move(picture), .media_time = place_in_time(*frame), .at = {}};
  }
  return std::nullopt;
}

Duration VideoFileSource::place_in_time(const AVFrame& frame) {
  const AVStream& stream = decoder_->stream();
  const Duration expected = last_media_time_ ? *last_media_time_ + last_duration_ : Duration::zero();
  Duration time = expected;
  if (frame.best_effort_timestamp != AV_NOPTS_VALUE) {
    const Duration own = to_duration(frame.best_effort_timestamp, stream.time_base);
    if (time_offset_) time = own + *time_offset_;
    const bool sane = !last_media_time_ || (time > *last_media_time_ && time - *last_media_time_ <= kMaxGap);
    if (!sane) time = expected;
    if (!sane || !time_offset_) time_offset_ = time - own;
  }
  last_duration_ = nominal_frame_duration(stream, config_.frame_rate);
  const Duration stated = to_duration(frame.pkt_duration, stream.time_base);
  if (stated > Duration::zero() && stated <= kMaxFrame) last_duration_ = stated;
  last_media_time_ = time;
  return time;
}

/// The file is a photograph: decoding it again would only cost.
VideoFrame VideoFileSource::repeat_still() {
  *last_media_time_ += config_.frame_rate.interval();
  return {.buffer = last_, .media_time = *last_media_time_, .at = {}};
}

}  // namespace counterpoint
