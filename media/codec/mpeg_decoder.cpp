// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/mpeg_decoder.h"

#include <cstring>
#include <string>
#include <utility>

#include "core/model/mpeg_picture.h"
#include "media/ffmpeg/ffmpeg_handles.h"
#include "media/frame/picture_converter.h"

namespace counterpoint {
namespace {

constexpr std::int64_t kMaxPixels = std::int64_t{1920} * 1152;
constexpr std::size_t kMaxPicture = 8'000'000;  ///< Bytes: the largest decoder buffer (VBV) has 1.2 million.

Error malformed(const std::string& what) {
  return {ErrorKind::kMalformed, "an MPEG picture " + what + "; the next I picture repairs it"};
}

class MpegDecoder final : public VideoDecoder {
 public:
  explicit MpegDecoder(FfmpegHandle<AVCodecContext> codec) : codec_(std::move(codec)) {}

  Result<VideoFrame> decode(const EncodedVideoFrame& frame) override {
    if (frame.codec != VideoCodec::kMpeg) {
      return Error{ErrorKind::kInvalidArgument, "a frame of another codec reached the MPEG decoder"};
    }
    const auto header = read_mpeg_picture_header(frame.data);
    if (!header || frame.data.size() > kMaxPicture) return malformed("has no header that makes sense");
    if (av_new_packet(packet_.get(), static_cast<int>(frame.data.size())) < 0) return malformed("is too large");
    std::memcpy(packet_->data, frame.data.data(), frame.data.size());
    const int sent = avcodec_send_packet(codec_.get(), packet_.get());
    av_packet_unref(packet_.get());
    std::shared_ptr<const FrameBuffer> picture;
    while (avcodec_receive_frame(codec_.get(), frame_.get()) >= 0) picture = converter_.convert(*frame_);
    if (!picture && sent < 0) return malformed("cannot be decoded");
    if (!picture && !header->is_field()) return malformed("needs one that is missing");
    return VideoFrame{.buffer = std::move(picture), .media_time = {}, .at = frame.captured_at};
  }

 private:
  FfmpegHandle<AVCodecContext> codec_;
  FfmpegHandle<AVPacket> packet_{av_packet_alloc()};
  FfmpegHandle<AVFrame> frame_{av_frame_alloc()};
  PictureConverter converter_{{}};
};

}  // namespace

Result<std::unique_ptr<VideoDecoder>> make_mpeg_decoder() {
  av_log_set_level(AV_LOG_QUIET);
  const AVCodec* decoder = avcodec_find_decoder(AV_CODEC_ID_MPEG2VIDEO);  // Decodes MPEG-1 too.
  FfmpegHandle<AVCodecContext> codec(avcodec_alloc_context3(decoder));
  if (decoder == nullptr || !codec) {
    return Error{ErrorKind::kUnavailable, "libavcodec has no MPEG-2 decoder here; install Debian's libavcodec59"};
  }
  codec->thread_count = 1;  // A picture takes a few milliseconds; threads would hold pictures back.
  codec->flags |= AV_CODEC_FLAG_LOW_DELAY | AV_CODEC_FLAG_OUTPUT_CORRUPT;
  codec->error_concealment = FF_EC_GUESS_MVS | FF_EC_DEBLOCK;
  codec->max_pixels = kMaxPixels;
  if (avcodec_open2(codec.get(), decoder, nullptr) < 0) {
    return Error{ErrorKind::kInternal, "the MPEG decoder cannot be made"};
  }
  return std::unique_ptr<VideoDecoder>(std::make_unique<MpegDecoder>(std::move(codec)));
}

}  // namespace counterpoint
