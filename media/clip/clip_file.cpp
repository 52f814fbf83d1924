// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include "media/audio/audio_resampler.h"
#include "media/ffmpeg/media_opening.h"
#include "media/frame/picture_scaling.h"

namespace counterpoint {
namespace {

constexpr int kMaxReadErrors = 100;
constexpr AVRational kNanoseconds{.num = 1, .den = 1'000'000'000};
/// No recording's time is later; one that is, is damaged.
constexpr Duration kLatest = 24h * 365 * 10;
/// No packet lasts longer; stated durations are added up.
constexpr Duration kMax = 1min;

bool is_mpeg(AVCodecID codec) { return codec == AV_CODEC_ID_MPEG1VIDEO || codec == AV_CODEC_ID_MPEG2VIDEO; }

std::optional<Duration> time_of(std::int64_t ticks, AVRational base) {
  if (ticks == AV_NOPTS_VALUE) return std::nullopt;
  const Duration time(av_rescale_q(ticks, base, kNanoseconds));
  return time < -kLatest || time > kLatest ? std::nullopt : std::optional(time);
}

}  // namespace

/// Decodes the packets of one stream.
class ClipFile::AudioDecoder {
 public:
  /// Nothing when the stream cannot be decoded.
  [[nodiscard]] static std::unique_ptr<AudioDecoder> open(const AVStream& stream, bool stereo);
  /// Damaged packets give none.
  [[nodiscard]] AudioPiece decode(const AVPacket& packet);
  /// Discards the decoder's state before audio that does not follow the last packet.
  void restart() { avcodec_flush_buffers(codec_.get()); }

 private:
  explicit AudioDecoder(bool stereo) : resampler_(stereo) {}

  FfmpegHandle<AVCodecContext> codec_;
  FfmpegHandle<AVFrame> frame_{av_frame_alloc()};
  AudioResampler resampler_;
};

std::unique_ptr<ClipFile::AudioDecoder> ClipFile::AudioDecoder::open(const AVStream& stream, bool stereo) {
  const AVCodec* codec = avcodec_find_decoder(stream.codecpar->codec_id);
  if (codec == nullptr) return nullptr;
  std::unique_ptr<AudioDecoder> decoder(new AudioDecoder(stereo));
  AVCodecContext* const context = avcodec_alloc_context3(codec);
  decoder->codec_.reset(context);
  context->thread_count = 1;
  const bool opened =
      avcodec_parameters_to_context(context, stream.codecpar) >= 0 && avcodec_open2(context, codec, nullptr) >= 0;
  return opened ? std::move(decoder) : nullptr;
}

AudioPiece ClipFile::AudioDecoder::decode(const AVPacket& packet) {
  AudioPiece audio;
  if (avcodec_send_packet(codec_.get(), &packet) < 0) return audio;
  while (avcodec_receive_frame(codec_.get(), frame_.get()) >= 0) resampler_.push(*frame_, audio);
  return audio;
}

ClipFile::ClipFile(std::string path, bool stereo) : path_(std::move(path)), stereo_(stereo) {}

ClipFile::~ClipFile() = default;

AudioPiece ClipFile::decode_audio() { return audio_->decode(*packet_); }

Result<std::unique_ptr<ClipFile>> ClipFile::open(const std::string& path, bool stereo) {
  std::unique_ptr<ClipFile> file(new ClipFile(path, stereo));
  if (const auto opened = file->open(); !opened) return opened.error();
  return file;
}

Result<void> ClipFile::open() {
  std::error_code ignored;
  const auto status = std::filesystem::status(path_, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
      !std::filesystem::is_directory(status)) {
    return Error{ErrorKind::kInvalidArgument,
                 message("\"%1\" is not a file that is stored; choose another one", path_)};
  }
  auto opened = open_media(path_, MediaKind::kVideo, {.callback = nullptr, .opaque = nullptr});
  if (!opened) return opened.error();
  format_ = std::move(*opened);
  if (const auto found = find_streams(); !found) return found;
  if (has_times() && format_->duration > 0) info_.duration = time_of(format_->duration, AV_TIME_BASE_Q);
  return {};
}

Result<void> ClipFile::find_streams() {
  std::string other_codec;
  for (unsigned i = 0; i < format_->nb_streams; ++i) {
    const AVCodecParameters& parameters = *format_->streams[i]->codecpar;
    // A stream that is not selected now may later replace a selected one.
    const bool may_be_taken = parameters.codec_type == AVMEDIA_TYPE_AUDIO || is_mpeg(parameters.codec_id);
    format_->streams[i]->discard = may_be_taken ? AVDISCARD_DEFAULT : AVDISCARD_ALL;
    if (parameters.codec_type != AVMEDIA_TYPE_VIDEO) continue;
    if (video_index_ < 0 && is_mpeg(parameters.codec_id)) video_index_ = static_cast<int>(i);
    if (other_codec.empty()) other_codec = avcodec_get_name(parameters.codec_id);
  }
  if (video_index_ < 0) {
    if (other_codec.empty()) {
      return Error{ErrorKind::kMalformed, message("\"%1\" has no video in it; choose another file", path_)};
    }
    return Error{ErrorKind::kMalformed,
                 message("\"%1\" is %2 video, not MPEG-1 or MPEG-2; convert it with \"ffmpeg -i FILE -c:v mpeg2video "
                         "-q:v 3 FILE.mpg\" first",
                         path_, other_codec)};
  }
  const AVStream& video = *format_->streams[video_index_];
  info_.mpeg2 = video.codecpar->codec_id == AV_CODEC_ID_MPEG2VIDEO;
  info_.size = {.width = video.codecpar->width, .height = video.codecpar->height};
  // The peer does not get what the container says of it.
  const AVRational pixel = video.codecpar->sample_aspect_ratio;
  const double width = width_of_square_pixels(info_.size.width, pixel.num > 0 ? av_q2d(pixel) : 0);
  info_.shown_size = {.width = static_cast<int>(std::lround(width)), .height = info_.size.height};
  info_.frame_rate = video.avg_frame_rate.den > 0 ? av_q2d(video.avg_frame_rate) : 0;
  audio_index_ = av_find_best_stream(format_.get(), AVMEDIA_TYPE_AUDIO, -1, video_index_, nullptr, 0);
  if (audio_index_ >= 0) audio_ = AudioDecoder::open(*format_->streams[audio_index_], stereo_);
  if (!audio_) audio_index_ = -1;
  info_.has_audio = audio_ != nullptr;
  return {};
}

/// The earlier of picture and audio; the container's own figure is rounded.
Duration ClipFile::beginning() const {
  if (!has_times()) return Duration::zero();
  Duration earliest = Duration::max();
  for (const int index : {video_index_, audio_index_}) {
    if (index < 0) continue;
    const AVStream& stream = *format_->streams[index];
    earliest = std::min(earliest, time_of(stream.start_time, stream.time_base).value_or(Duration::max()));
  }
  if (earliest < Duration::max()) return earliest;
  return time_of(format_->start_time, AV_TIME_BASE_Q).value_or(Duration::zero());
}

ByteView ClipFile::headers() const {
  const AVCodecParameters& parameters = *format_->streams[video_index_]->codecpar;
  return {parameters.extradata, static_cast<std::size_t>(std::max(parameters.extradata_size, 0))};
}

Result<ClipFile::Kind> ClipFile::read() {
  av_packet_unref(packet_.get());
  int code = av_read_frame(format_.get(), packet_.get());
  for (int errors = 0; code == AVERROR_INVALIDDATA && ++errors <= kMaxReadErrors;) {
    code = av_read_frame(format_.get(), packet_.get());
  }
  if (code == AVERROR_EOF || code == AVERROR_INVALIDDATA) return Kind::kEnd;
  if (code < 0) {
    return Error{ErrorKind::kUnavailable, message("Reading \"%1\" failed: %2; check the disk or choose another file",
                                                  path_, ffmpeg_error_text(code))};
  }
  follow_program();
  if (packet_->stream_index == video_index_) return Kind::kVideo;
  return packet_->stream_index == audio_index_ ? Kind::kAudio : Kind::kOther;
}

void ClipFile::follow_program() {
  video_index_ = successor(video_index_);
  const int index = audio_index_ < 0 ? first_audio() : successor(audio_index_);
  if (index == audio_index_) return;
  if (auto decoder = AudioDecoder::open(*format_->streams[index], stereo_)) {
    audio_ = std::move(decoder);
    audio_index_ = index;
    info_.has_audio = true;
  }
}

/// The stream of the packet at hand, if it is audio that belongs to the video; else -1.
int ClipFile::first_audio() const {
  const int index = packet_->stream_index;
  if (format_->streams[index]->codecpar->codec_type != AVMEDIA_TYPE_AUDIO) return -1;
  if (format_->nb_programs == 0) return index;
  AVProgram* program = nullptr;
  while ((program = av_find_program_from_stream(format_.get(), program, index)) != nullptr) {
    const std::span streams(program->stream_index, program->nb_stream_indexes);
    if (std::ranges::find(streams, static_cast<unsigned>(video_index_)) != streams.end()) return index;
  }
  return -1;
}

/// Number of the stream that replaces `index` when no program lists it any more; else `index`.
int ClipFile::successor(int index) const {
  if (index < 0 || format_->nb_programs == 0) return index;
  if (av_find_program_from_stream(format_.get(), nullptr, index) != nullptr) return index;
  const bool is_audio = index == audio_index_;
  for (const AVProgram* program : std::span(format_->programs, format_->nb_programs)) {
    for (const unsigned other : std::span(program->stream_index, program->nb_stream_indexes)) {
      const AVCodecParameters& parameters = *format_->streams[other]->codecpar;
      if (is_audio ? parameters.codec_type == AVMEDIA_TYPE_AUDIO : is_mpeg(parameters.codec_id)) {
        return static_cast<int>(other);
      }
    }
  }
  return index;
}

std::optional<Duration> ClipFile::to_time(std::int64_t ticks) const {
  return time_of(ticks, format_->streams[packet_->stream_index]->time_base);
}

Duration ClipFile::duration() const {
  return std::clamp(to_time(packet_->duration).value_or(0ns), Duration::zero(), kMax);
}

void ClipFile::go_to_byte(std::int64_t byte) {
  av_seek_frame(format_.get(), -1, byte, AVSEEK_FLAG_BYTE);
  if (audio_) audio_->restart();
}

void ClipFile::go_to(std::optional<Duration> time) {
  AVFormatContext* const context = format_.get();
  int code = -1;
  if (time && has_times()) {
    const AVRational base = format_->streams[video_index_]->time_base;
    const std::int64_t ticks = av_rescale_q(time->count(), kNanoseconds, base);
    code = av_seek_frame(context, video_index_, ticks, AVSEEK_FLAG_BACKWARD);
  }
  // Streams of MPEG begin at their first byte, and their times may not be in order; other files have an index.
  const bool indexed = has_times() && !may_jump();
  if (code < 0 && indexed) code = av_seek_frame(context, -1, context->start_time, AVSEEK_FLAG_BACKWARD);
  if (code < 0) av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE);
  if (audio_) audio_->restart();
}

}  // namespace counterpoint
