// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/record/mkv_recorder.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/model/audio_format.h"
#include "core/model/mpeg_picture.h"
#include "media/codec/opus_codec.h"
#include "media/codec/vpx_frame_header.h"
#include "media/record/private_file.h"

extern "C" {
#include <libavformat/avformat.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
}

namespace counterpoint {
namespace {

/// Bounds what is held before the header whatever the times say: ten seconds of audio and 60 frames/s.
constexpr std::size_t kMaxHeldPackets = 1100;
/// RFC 7845 section 4.6: a player that seeks decodes 80 ms before.
constexpr int kOpusSeekPreroll = kAudioSampleRate * 80 / 1000;
constexpr int kTicksPerSecond = 1000;  ///< Matroska's time stamps are in milliseconds.

struct CloseFormat {
  void operator()(AVFormatContext* format) const {
    if (format->pb != nullptr) avio_closep(&format->pb);
    avformat_free_context(format);
  }
};
struct FreePacket {
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
};

std::string av_error_text(int status) {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  av_strerror(status, text.data(), text.size());
  return text.data();
}

/// RFC 7845 section 5.1. Packets of one channel may stand in a stream of two: players then play it in both.
Bytes make_opus_head(std::uint8_t channels) {
  // "OpusHead", version 1, channels, pre-skip 312, 48000 Hz, gain 0, mapping family 0; little-endian.
  return {'O',
          'p',
          'u',
          's',
          'H',
          'e',
          'a',
          'd',
          1,
          channels,
          kOpusPreSkipSamples & 0xff,
          kOpusPreSkipSamples >> 8,
          kAudioSampleRate & 0xff,
          kAudioSampleRate >> 8 & 0xff,
          kAudioSampleRate >> 16 & 0xff,
          0,
          0,
          0,
          0};
}

struct Held {
  bool video = false;
  bool key_frame = false;
  Bytes data;
  Duration time{};
};

/// B frames are shown before what is written before them, by less than this.
constexpr std::int64_t kMaxReordering = 300;
constexpr std::array kMpegSequenceStart = {0x00, 0x00, 0x01, 0xB3};

AVCodecID codec_id(VideoCodec codec, bool mpeg2) {
  switch (codec) {
    case VideoCodec::kVp8:
      return AV_CODEC_ID_VP8;
    case VideoCodec::kVp9:
      return AV_CODEC_ID_VP9;
    case VideoCodec::kMpeg:
      return mpeg2 ? AV_CODEC_ID_MPEG2VIDEO : AV_CODEC_ID_MPEG1VIDEO;
  }
  return AV_CODEC_ID_NONE;
}

bool copy_to_extradata(AVCodecParameters& parameters, const Bytes& data) {
  parameters.extradata = static_cast<std::uint8_t*>(av_mallocz(data.size() + AV_INPUT_BUFFER_PADDING_SIZE));
  if (parameters.extradata == nullptr) return false;
  std::memcpy(parameters.extradata, data.data(), data.size());
  parameters.extradata_size = static_cast<int>(data.size());
  return true;
}

}  // namespace

struct MkvRecorder::Impl {
  struct Track {
    AVStream* stream = nullptr;
    std::int64_t next_dts = 0;
    bool started = false;
  };

  std::string path;
  std::optional<VideoCodec> codec;
  MkvRecorderConfig config;
  std::unique_ptr<AVFormatContext, CloseFormat> format;
  std::unique_ptr<AVPacket, FreePacket> packet{av_packet_alloc()};
  std::vector<Held> held;  ///< They wait until the header is written.
  std::optional<Resolution> size;
  bool mpeg2 = false;
  std::optional<Held> first_field;  ///< Used for MPEG: a block has both fields of a frame.
  Track video;
  Track audio;
  Duration origin = Duration::max();  ///< The start of the file.
  bool header_written = false;
  bool closed = false;
  std::optional<Error> failure;

  Result<void> fail(const std::string& what, int status) {
    failure = Error{ErrorKind::kUnavailable, "recording to " + path + " failed: cannot " + what + " (" +
                                                 av_error_text(status) + "); free space or record elsewhere"};
    return *failure;
  }

  Result<void> create() {
    AVFormatContext* context = nullptr;
    if (avformat_alloc_output_context2(&context, nullptr, "matroska", nullptr) < 0 || !packet) {
      return Error{ErrorKind::kInternal, "libavformat has no Matroska writer"};
    }
    format.reset(context);
    make_private_file(path);
    // The protocol's name keeps a colon in the path from being taken for one.
    const int status = avio_open(&format->pb, ("file:" + path).c_str(), AVIO_FLAG_WRITE);
    if (status < 0) {
      return Error{ErrorKind::kUnavailable, "cannot write the recording " + path + ": " + av_error_text(status)};
    }
    return {};
  }

  Result<void> hold(Held item) {
    held.push_back(std::move(item));
    const auto [first, last] =
        std::minmax_element(held.begin(), held.end(), [](const Held& a, const Held& b) { return a.time < b.time; });
    const Duration span = last->time - first->time;
    const Duration window = size || !codec ? config.start_window : config.key_frame_patience;
    if (span < window && held.size() < kMaxHeldPackets) return {};
    return start();
  }

  /// Writes the header and what was held back.
  Result<void> start() {
    if (codec && !add_video()) return fail("set up the picture", AVERROR(ENOMEM));
    if (!add_audio()) return fail("set up the sound", AVERROR(ENOMEM));
    format->flags |= AVFMT_FLAG_FLUSH_PACKETS;
    format->avoid_negative_ts = AVFMT_AVOID_NEG_TS_DISABLED;
    // When only one of audio and frame comes, it is not held back for the other.
    format->max_interleave_delta = std::chrono::microseconds(500ms).count();
    av_opt_set_int(format->priv_data, "cluster_time_limit", config.flush_interval / 1ms, 0);
    const int status = avformat_write_header(format.get(), nullptr);
    if (status < 0) return fail("write the header", status);
    header_written = true;

    for (const Held& item : held) origin = std::min(origin, item.time);
    const std::vector<Held> items = std::exchange(held, {});
    for (const Held& item : items) {
      if (auto written = write(item); !written) return written;
    }
    return {};
  }

  bool add_video() {
    video.stream = avformat_new_stream(format.get(), nullptr);
    if (video.stream == nullptr) return false;
    AVCodecParameters& parameters = *video.stream->codecpar;
    parameters.codec_type = AVMEDIA_TYPE_VIDEO;
    parameters.codec_id = codec_id(*codec, mpeg2);
    parameters.format = AV_PIX_FMT_YUV420P;
    parameters.width = size.value_or(config.expected_size).width;
    parameters.height = size.value_or(config.expected_size).height;
    // All frames are of this kind; players guess BT.709 for high definition that does not say.
    parameters.color_space = AVCOL_SPC_BT470BG;
    parameters.color_range = AVCOL_RANGE_MPEG;
    video.stream->time_base = {1, kTicksPerSecond};
    return true;
  }

  bool add_audio() {
    audio.stream = avformat_new_stream(format.get(), nullptr);
    if (audio.stream == nullptr) return false;
    AVCodecParameters& parameters = *audio.stream->codecpar;
    parameters.codec_type = AVMEDIA_TYPE_AUDIO;
    parameters.codec_id = AV_CODEC_ID_OPUS;
    parameters.sample_rate = kAudioSampleRate;
    const int channels = config.stereo ? 2 : 1;
    av_channel_layout_default(&parameters.ch_layout, channels);
    parameters.initial_padding = static_cast<int>(kOpusPreSkipSamples);
    parameters.seek_preroll = kOpusSeekPreroll;
    parameters.frame_size = static_cast<int>(kAudioPacketSamples);
    audio.stream->time_base = {1, kTicksPerSecond};
    return copy_to_extradata(parameters, make_opus_head(static_cast<std::uint8_t>(channels)));
  }

  Result<void> write(const Held& item) {
    Track& track = item.video ? video : audio;
    if (av_new_packet(packet.get(), static_cast<int>(item.data.size())) < 0) {
      return fail("hold a packet", AVERROR(ENOMEM));
    }
    std::memcpy(packet->data, item.data.data(), item.data.size());
    const std::int64_t time = std::max<std::int64_t>((item.time - origin) / 1ms, 0);
    const bool reordered = item.video && codec == VideoCodec::kMpeg;
    const std::int64_t earliest = reordered ? time - kMaxReordering : time;
    const std::int64_t dts = track.started ? std::max(earliest, track.next_dts) : earliest;
    track.started = true;
    track.next_dts = dts + 1;
    // A player takes the pre-skip off the audio's times, which is when the decoder's late output belongs.
    packet->stream_index = track.stream->index;
    packet->pts = std::max(time, dts);
    packet->dts = dts;
    packet->duration = item.video ? 0 : opus_packet_duration(item.data) / 1ms;
    if (item.key_frame || !item.video) packet->flags |= AV_PKT_FLAG_KEY;
    const int status = av_interleaved_write_frame(format.get(), packet.get());
    return status < 0 ? fail("write", status) : Result<void>();
  }

  Result<void> add(Held item) { return header_written ? write(item) : hold(std::move(item)); }

  Result<void> add_mpeg(const EncodedVideoFrame& frame, Duration time) {
    const auto header = read_mpeg_picture_header(frame.data);
    if (!header) return Error{ErrorKind::kMalformed, "a picture without a header was left out of the recording"};
    Held item{.video = true,
              .key_frame = std::ranges::equal(ByteView(frame.data).first(std::min<std::size_t>(4, frame.data.size())),
                                              kMpegSequenceStart),
              .data = frame.data,
              .time = time};
    if (header->is_field()) {
      std::optional<Held> first = std::exchange(first_field, std::nullopt);
      if (!first || first->time != time) {
        first_field = std::move(item);
        return {};
      }
      first->data.insert(first->data.end(), item.data.begin(), item.data.end());
      item = std::move(*first);
    }
    if (!size && !video.started) {
      if (!item.key_frame || frame.size.width == 0) return {};
      size = frame.size;
      codec = VideoCodec::kMpeg;
      mpeg2 = header->coding_extension.has_value();
    }
    return add(std::move(item));
  }

  /// Leaves no file without anything in it.
  Result<void> discard() {
    format.reset();
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
    return {};
  }

  Result<void> close() {
    if (closed || failure) return failure ? Result<void>(*failure) : Result<void>();
    closed = true;
    if (!header_written && held.empty()) return discard();
    if (!header_written) {
      if (!size) codec.reset();  // A track that shows nothing only puzzles players.
      if (auto started = start(); !started) return started;
    }
    int status = av_write_trailer(format.get());
    if (status < 0) return fail("finish the file", status);
    status = avio_closep(&format->pb);
    return status < 0 ? fail("finish the file", status) : Result<void>();
  }
};

Result<std::unique_ptr<MkvRecorder>> MkvRecorder::open(const std::filesystem::path& path,
                                                       std::optional<VideoCodec> codec,
                                                       const MkvRecorderConfig& config) {
  const auto within = [](Duration value, Duration low, Duration high) { return value >= low && value <= high; };
  if (!within(config.flush_interval, 100ms, 10s) || !within(config.start_window, 0s, 10s) ||
      !within(config.key_frame_patience, 0s, 10s)) {
    return Error{ErrorKind::kInvalidArgument, "a recording's intervals must be at most 10 s, and 100 ms to flush"};
  }
  auto impl = std::make_unique<Impl>();
  impl->path = path.string();
  impl->codec = codec;
  impl->config = config;
  if (const auto created = impl->create(); !created) return created.error();
  return std::unique_ptr<MkvRecorder>(new MkvRecorder(std::move(impl)));
}

MkvRecorder::MkvRecorder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

MkvRecorder::~MkvRecorder() { static_cast<void>(close()); }

bool MkvRecorder::takes(VideoCodec codec) const {
  return impl_->codec == codec || (impl_->codec && !impl_->size && !impl_->header_written);
}

Result<void> MkvRecorder::write_video(const EncodedVideoFrame& frame, Duration time) {
  if (impl_->failure) return *impl_->failure;
  if (impl_->closed || !takes(frame.codec)) {
    return Error{ErrorKind::kInvalidArgument, "the recording is closed or of another video codec"};
  }
  if (frame.codec == VideoCodec::kMpeg) return impl_->add_mpeg(frame, time);
  const auto header = parse_vpx_frame_header(frame.codec, frame.data);
  if (!header) return header.error();
  if (!impl_->size && !impl_->video.started) {
    if (!header->key_frame) return {};
    impl_->size = header->size;
    impl_->codec = frame.codec;
  }
  return impl_->add({.video = true, .key_frame = header->key_frame, .data = frame.data, .time = time});
}

Result<void> MkvRecorder::write_audio(ByteView packet, Duration time) {
  if (impl_->failure) return *impl_->failure;
  if (impl_->closed) return Error{ErrorKind::kInvalidArgument, "the recording is closed"};
  if (packet.empty()) return Error{ErrorKind::kMalformed, "an empty audio packet was left out of the recording"};
  return impl_->add({.video = false, .key_frame = true, .data = Bytes(packet.begin(), packet.end()), .time = time});
}

Result<void> MkvRecorder::close() { return impl_->close(); }

}  // namespace counterpoint
