// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/ffmpeg/media_decoder.h"

#include <atomic>
#include <utility>

#include "core/model/frame_buffer.h"
#include "media/ffmpeg/ffmpeg_handles.h"
#include "media/ffmpeg/media_opening.h"

namespace counterpoint {
namespace {

constexpr int kMaxFruitlessPackets = 3000;  ///< After so many without a frame, the rest is taken for rubbish.
constexpr int kMaxReadErrors = 100;
constexpr std::int64_t kMaxPixels = std::int64_t{2} * kMaxPictureSide * kMaxPictureSide;  ///< "8K" still fits.

}  // namespace

struct MediaDecoder::State {
  std::string name;
  MediaKind kind = MediaKind::kVideo;
  std::function<Timestamp()> clock;
  std::atomic<bool> interrupted = false;
  Timestamp deadline = kNever;
  FfmpegHandle<AVFormatContext> format;
  FfmpegHandle<AVCodecContext> codec;
  FfmpegHandle<AVPacket> packet{av_packet_alloc()};
  FfmpegHandle<AVFrame> frame{av_frame_alloc()};
  int stream_index = -1;
  bool draining = false;
  std::uint64_t bad_packets = 0;

  static int must_stop(void* opaque);
  void restart_timeout() {
    if (clock) deadline = clock() + kMediaTimeout;
  }
  Result<void> open();
  Result<void> open_codec();
  bool feed();
};

int MediaDecoder::State::must_stop(void* opaque) {
  const auto* state = static_cast<const State*>(opaque);
  if (state->interrupted) return 1;
  return state->clock && state->clock() > state->deadline ? 1 : 0;
}

Result<void> MediaDecoder::State::open() {
  codec.reset();
  format.reset();
  draining = false;
  restart_timeout();
  auto opened = open_media(name, kind, {.callback = &State::must_stop, .opaque = this});
  if (!opened) return opened.error();
  format = std::move(*opened);
  return open_codec();
}

Result<void> MediaDecoder::State::open_codec() {
  const bool video = kind == MediaKind::kVideo;
  const AVCodec* decoder = nullptr;
  const AVMediaType type = video ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO;
  stream_index = av_find_best_stream(format.get(), type, -1, -1, &decoder, 0);
  if (stream_index == AVERROR_DECODER_NOT_FOUND) {
    return Error{
        ErrorKind::kMalformed,
        message("\"%1\" is coded in a way that this computer cannot decode; convert it with ffmpeg first", name)};
  }
  if (stream_index < 0) {
    return Error{ErrorKind::kMalformed, video ? message("\"%1\" has no video in it; choose another file", name)
                                              : message("\"%1\" has no sound in it; choose another file", name)};
  }
  for (unsigned i = 0; i < format->nb_streams; ++i) {
    if (static_cast<int>(i) != stream_index) format->streams[i]->discard = AVDISCARD_ALL;
  }
  codec.reset(avcodec_alloc_context3(decoder));
  int code = avcodec_parameters_to_context(codec.get(), format->streams[stream_index]->codecpar);
  codec->thread_count = 1;  // The reader's own thread is enough for real time.
  if (video) codec->max_pixels = kMaxPixels;
  if (code >= 0) code = avcodec_open2(codec.get(), decoder, nullptr);
  if (code < 0) return media_open_error(name, AVERROR_INVALIDDATA, kind);
  return {};
}

/// Gives the decoder one more packet, or tells it that there are no more; false when it knows already.
bool MediaDecoder::State::feed() {
  for (int errors = 0; !draining;) {
    const int code = av_read_frame(format.get(), packet.get());
    if (code == AVERROR_EOF || code == AVERROR_EXIT || (code < 0 && ++errors > kMaxReadErrors)) {
      draining = true;
      avcodec_send_packet(codec.get(), nullptr);
      return true;
    }
    if (code < 0) {
      ++bad_packets;
      continue;
    }
    const bool ours = packet->stream_index == stream_index;
    if (ours && avcodec_send_packet(codec.get(), packet.get()) < 0) ++bad_packets;
    av_packet_unref(packet.get());
    if (ours) return true;
  }
  return false;
}

Result<std::unique_ptr<MediaDecoder>> MediaDecoder::open(const std::string& name, MediaKind kind,
                                                         std::function<Timestamp()> clock) {
  av_log_set_level(AV_LOG_QUIET);
  auto state = std::make_unique<State>();
  state->name = name;
  state->kind = kind;
  state->clock = std::move(clock);
  if (const auto opened = state->open(); !opened) return opened.error();
  return std::unique_ptr<MediaDecoder>(new MediaDecoder(std::move(state)));
}

MediaDecoder::MediaDecoder(std::unique_ptr<State> state) : state_(std::move(state)) {}
MediaDecoder::~MediaDecoder() = default;

const AVFrame* MediaDecoder::next() {
  state_->restart_timeout();
  for (int packets = 0; packets < kMaxFruitlessPackets && !state_->interrupted; ++packets) {
    const int code = avcodec_receive_frame(state_->codec.get(), state_->frame.get());
    if (code == 0) return state_->frame.get();
    if (code == AVERROR_EOF) return nullptr;
    if (code != AVERROR(EAGAIN)) ++state_->bad_packets;
    if (!state_->feed() && code == AVERROR(EAGAIN)) return nullptr;
  }
  return nullptr;
}

Result<void> MediaDecoder::restart() {
  const AVStream& source = stream();
  const std::int64_t start = source.start_time == AV_NOPTS_VALUE ? 0 : source.start_time;
  state_->restart_timeout();
  if (av_seek_frame(state_->format.get(), state_->stream_index, start, AVSEEK_FLAG_BACKWARD) < 0) return state_->open();
  avcodec_flush_buffers(state_->codec.get());
  state_->draining = false;
  return {};
}

void MediaDecoder::interrupt() { state_->interrupted = true; }
bool MediaDecoder::interrupted() const { return state_->interrupted; }
const AVStream& MediaDecoder::stream() const { return *state_->format->streams[state_->stream_index]; }
std::uint64_t MediaDecoder::bad_packets() const { return state_->bad_packets; }

}  // namespace counterpoint
