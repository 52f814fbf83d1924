// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/clip_reader.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/format_text.h"
#include "core/model/audio_format.h"
#include "media/audio/mono_resampler.h"
#include "media/capture/ffmpeg_handles.h"
#include "media/capture/media_opening.h"
#include "media/clip/stream_clock.h"

namespace counterpoint {
namespace {

constexpr std::string_view kWhat = "a video";
constexpr int kMostReadErrors = 100;
/// Items held back until the time of a picture is known: far more than lie between two reference pictures.
constexpr std::size_t kMostPending = 256;
/// How far before the time that is looked for a search begins: a group of pictures, and ten.
constexpr std::array<Duration, 2> kSearchMargins = {3s, 20s};

std::optional<Duration> to_time(std::int64_t ticks, AVRational base) {
  if (ticks == AV_NOPTS_VALUE) return std::nullopt;
  return Duration(av_rescale_q(ticks, base, AVRational{.num = 1, .den = 1'000'000'000}));
}

bool is_mpeg(AVCodecID codec) { return codec == AV_CODEC_ID_MPEG1VIDEO || codec == AV_CODEC_ID_MPEG2VIDEO; }

bool is_reference(const CodedPicture& picture) { return picture.type != MpegPictureType::kB; }

std::string describe(const std::string& path, const ClipInfo& info) {
  std::string description = std::filesystem::path(path).filename().string() +
                            format_text(": MPEG-%d, %dx%d, %.4g frames/s", info.mpeg2 ? 2 : 1, info.size.width,
                                        info.size.height, info.frame_rate);
  if (info.duration) description += format_text(", %.1f s", to_seconds(*info.duration));
  return description + (info.has_sound ? ", with sound" : ", without sound");
}

/// Decodes the packets of one stream into 48 kHz mono.
class SoundDecoder {
 public:
  /// False when the stream cannot be decoded.
  bool open(const AVStream& stream) {
    const AVCodec* decoder = avcodec_find_decoder(stream.codecpar->codec_id);
    if (decoder == nullptr) return false;
    codec_.reset(avcodec_alloc_context3(decoder));
    codec_->thread_count = 1;
    return avcodec_parameters_to_context(codec_.get(), stream.codecpar) >= 0 &&
           avcodec_open2(codec_.get(), decoder, nullptr) >= 0;
  }
  [[nodiscard]] std::vector<float> decode(const AVPacket& packet) {
    std::vector<float> samples;
    if (avcodec_send_packet(codec_.get(), &packet) < 0) return samples;
    while (avcodec_receive_frame(codec_.get(), frame_.get()) >= 0) resampler_.push(*frame_, samples);
    for (float& sample : samples)
      sample = sample == sample ? std::clamp(sample, -1.0F, 1.0F) : 0.0F;  // NaN is silence.
    return samples;
  }
  void restart() { avcodec_flush_buffers(codec_.get()); }

 private:
  FfmpegHandle<AVCodecContext> codec_;
  FfmpegHandle<AVFrame> frame_{av_frame_alloc()};
  MonoResampler resampler_;
};

}  // namespace

struct ClipReader::State {
  /// A picture to begin at, in times of the clip.
  struct Entry {
    Duration decoding_time{};
    Duration presentation_time{};
  };
  /// What waits to be read; a reference picture whose time the next one tells holds back all behind it.
  struct Pending {
    std::unique_ptr<ClipItem> item;
    bool time_known = true;
  };

  std::string path;
  ClipInfo info;
  FfmpegHandle<AVFormatContext> format;
  FfmpegHandle<AVPacket> packet{av_packet_alloc()};
  int video_index = -1;
  int sound_index = -1;
  SoundDecoder sound;
  FrameSplitter splitter;
  bool has_times = true;  ///< Not an elementary stream.
  Duration start{};       ///< The file's own time at the beginning of the clip.
  StreamClock video_clock;
  StreamClock sound_clock;
  std::deque<Pending> pending;
  bool begun = false;  ///< A picture at which a decoder can begin has come.
  bool skip_b = false;
  bool at_end = false;
  Duration begin_at = Duration::min();    ///< Pictures decoded before it, by the file's clock, are passed over...
  Duration sound_from = Duration::min();  ///< ... and sound before that.

  [[nodiscard]] Result<void> open();
  [[nodiscard]] Result<void> find_streams();
  [[nodiscard]] Duration beginning() const;
  [[nodiscard]] Result<void> measure();
  [[nodiscard]] Result<void> advance();
  [[nodiscard]] Result<std::unique_ptr<ClipItem>> read();
  void add_frame();
  void add_picture(CodedPicture coded, Duration decoding_time, std::optional<Duration> presentation_time);
  void add_sound();
  void finish();
  [[nodiscard]] bool is_wanted(const CodedPicture& picture, Duration decoding_time);
  void settle_times(Duration presentation_time);
  void go_to(std::optional<Duration> time);
  [[nodiscard]] Result<std::optional<Entry>> find_entry(std::optional<Duration> from, Duration until);
  [[nodiscard]] Result<Duration> seek(Duration time);
};

Result<void> ClipReader::State::open() {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
      !std::filesystem::is_directory(status)) {
    return Error{ErrorKind::kInvalidArgument, "\"" + path + "\" is not a file that is stored; choose another one"};
  }
  auto opened = open_media(path, kWhat, {.callback = nullptr, .opaque = nullptr});
  if (!opened) return opened.error();
  format = std::move(*opened);
  if (const auto found = find_streams(); !found) return found;
  has_times = format->start_time != AV_NOPTS_VALUE;
  if (has_times) start = beginning();
  if (has_times && format->duration > 0) info.duration = Duration(format->duration * 1000);
  return measure();
}

Result<void> ClipReader::State::find_streams() {
  std::string other_codec;
  for (unsigned i = 0; i < format->nb_streams; ++i) {
    const AVCodecParameters& parameters = *format->streams[i]->codecpar;
    format->streams[i]->discard = AVDISCARD_ALL;
    if (parameters.codec_type != AVMEDIA_TYPE_VIDEO) continue;
    if (video_index < 0 && is_mpeg(parameters.codec_id)) video_index = static_cast<int>(i);
    if (other_codec.empty()) other_codec = avcodec_get_name(parameters.codec_id);
  }
  if (video_index < 0) {
    const std::string found = other_codec.empty() ? "has no video in it; choose another file"
                                                  : "is " + other_codec +
                                                        " video, not MPEG-1 or MPEG-2; convert it with \"ffmpeg -i "
                                                        "FILE -c:v mpeg2video -q:v 3 FILE.mpg\" first";
    return Error{ErrorKind::kMalformed, "\"" + path + "\" " + found};
  }
  const AVStream& video = *format->streams[video_index];
  const AVCodecParameters& parameters = *video.codecpar;
  if (parameters.extradata_size > 0) {
    static_cast<void>(splitter.split({parameters.extradata, static_cast<std::size_t>(parameters.extradata_size)}));
  }
  info.mpeg2 = parameters.codec_id == AV_CODEC_ID_MPEG2VIDEO;
  info.size = {.width = parameters.width, .height = parameters.height};
  info.frame_rate = video.avg_frame_rate.den > 0 ? av_q2d(video.avg_frame_rate) : 0;
  format->streams[video_index]->discard = AVDISCARD_DEFAULT;
  sound_index = av_find_best_stream(format.get(), AVMEDIA_TYPE_AUDIO, -1, video_index, nullptr, 0);
  if (sound_index >= 0 && !sound.open(*format->streams[sound_index])) sound_index = -1;
  info.has_sound = sound_index >= 0;
  if (info.has_sound) format->streams[sound_index]->discard = AVDISCARD_DEFAULT;
  return {};
}

/// Of picture and sound the earlier; the container's own figure is rounded.
Duration ClipReader::State::beginning() const {
  Duration earliest = Duration::max();
  for (const int index : {video_index, sound_index}) {
    if (index < 0) continue;
    const AVStream& stream = *format->streams[index];
    earliest = std::min(earliest, to_time(stream.start_time, stream.time_base).value_or(Duration::max()));
  }
  return earliest < Duration::max() ? earliest : Duration(format->start_time * 1000);
}

/// Reads up to the first picture; an elementary stream, which has no times to tell its duration by, to its end.
Result<void> ClipReader::State::measure() {
  go_to(std::nullopt);
  std::optional<MpegPictureType> first;
  while (!at_end && (!has_times || !first)) {
    const auto item = read();
    if (!item) return item.error();
    const auto* picture = std::get_if<ClipPicture>(item->get());
    if (picture != nullptr && !first) first = picture->coded.type;
  }
  if (!first) {
    return Error{ErrorKind::kMalformed,
                 "\"" + path + "\" breaks off before its first whole picture; choose another file"};
  }
  if (first == MpegPictureType::kD) {
    return Error{ErrorKind::kMalformed, "\"" + path +
                                            "\" has D pictures, made for fast search alone, which players cannot "
                                            "show; choose another file"};
  }
  if (!has_times) info.duration = video_clock.expected().value_or(Duration::zero()) - start;
  info.description = describe(path, info);
  go_to(std::nullopt);
  return {};
}

/// Reads one packet of the file.
Result<void> ClipReader::State::advance() {
  for (int errors = 0;;) {
    const int code = av_read_frame(format.get(), packet.get());
    if (code == AVERROR_INVALIDDATA && ++errors <= kMostReadErrors) continue;
    if (code == AVERROR_EOF || code == AVERROR_INVALIDDATA) {
      finish();
      return {};
    }
    if (code < 0) {
      return Error{ErrorKind::kUnavailable, "Reading \"" + path + "\" failed: " + ffmpeg_error_text(code) +
                                                "; check the disk or choose another file"};
    }
    if (packet->stream_index == video_index) add_frame();
    if (packet->stream_index == sound_index) add_sound();
    av_packet_unref(packet.get());
    return {};
  }
}

void ClipReader::State::add_frame() {
  const AVRational base = format->streams[video_index]->time_base;
  const Duration duration = std::max(to_time(packet->duration, base).value_or(0ns), Duration::zero());
  std::optional<Duration> stated_decoding;
  std::optional<Duration> stated_presentation;
  if (has_times) {
    stated_decoding = to_time(packet->dts, base);
    stated_presentation = to_time(packet->pts, base);
  } else if (!video_clock.expected()) {
    video_clock.restart(start - duration);  // The first picture is shown one later than it is decoded.
  }
  const auto decoding_time = video_clock.place(stated_decoding, duration);
  auto pictures = splitter.split({packet->data, static_cast<std::size_t>(packet->size)});
  if (!decoding_time) return;
  for (CodedPicture& coded : pictures) {
    if (!is_wanted(coded, *decoding_time)) continue;
    std::optional<Duration> presentation_time;
    if (stated_presentation) presentation_time = *stated_presentation + video_clock.offset();
    add_picture(std::move(coded), *decoding_time, presentation_time);
  }
}

bool ClipReader::State::is_wanted(const CodedPicture& picture, Duration decoding_time) {
  if (!begun) {
    if (!picture.entry || decoding_time < begin_at) return false;
    begun = true;
    skip_b = !picture.closed_group;
    return true;
  }
  if (is_reference(picture) && !picture.second_field) skip_b = false;
  return !skip_b || is_reference(picture);
}

void ClipReader::State::add_picture(CodedPicture coded, Duration decoding_time,
                                    std::optional<Duration> presentation_time) {
  const bool reference = is_reference(coded);
  // The picture that a decoder holds back is shown when the next reference is decoded.
  if (reference && !coded.second_field) settle_times(decoding_time);
  const bool believed = presentation_time && *presentation_time >= decoding_time &&
                        *presentation_time - decoding_time <= StreamClock::kLongestGap;
  bool known = true;
  Duration shown = decoding_time;
  if (reference && believed) shown = *presentation_time;
  if (reference && !believed) known = false;
  pending.push_back(
      {.item = std::make_unique<ClipItem>(ClipPicture{
           .coded = std::move(coded), .presentation_time = shown - start, .decoding_time = decoding_time - start}),
       .time_known = known});
  if (pending.size() > kMostPending) settle_times(decoding_time);
}

void ClipReader::State::settle_times(Duration presentation_time) {
  for (Pending& waiting : pending) {
    if (waiting.time_known) continue;
    std::get<ClipPicture>(*waiting.item).presentation_time = presentation_time - start;
    waiting.time_known = true;
  }
}

void ClipReader::State::add_sound() {
  const auto stated = to_time(packet->pts, format->streams[sound_index]->time_base);
  std::vector<float> samples = sound.decode(*packet);
  const auto time = sound_clock.place(stated, audio_duration(samples.size()));
  if (!time || samples.empty() || *time + audio_duration(samples.size()) <= sound_from) return;
  pending.push_back(
      {.item = std::make_unique<ClipItem>(ClipSound{.samples = std::move(samples), .time = *time - start})});
  if (pending.size() > kMostPending) settle_times(video_clock.expected().value_or(*time));
}

void ClipReader::State::finish() {
  at_end = true;
  if (const auto end = video_clock.expected()) settle_times(*end);
}

Result<std::unique_ptr<ClipItem>> ClipReader::State::read() {
  for (;;) {
    if (!pending.empty() && pending.front().time_known) {
      std::unique_ptr<ClipItem> item = std::move(pending.front().item);
      pending.pop_front();
      return item;
    }
    if (at_end) return std::unique_ptr<ClipItem>();
    if (const auto advanced = advance(); !advanced) return advanced.error();
  }
}

/// Begins to read at `time` of the clip or somewhat before, if the file knows where that is, else at its beginning.
void ClipReader::State::go_to(std::optional<Duration> time) {
  AVFormatContext* const context = format.get();
  int code = -1;
  if (time && has_times) {
    const AVRational base = format->streams[video_index]->time_base;
    const std::int64_t ticks = av_rescale_q((*time + start).count(), {.num = 1, .den = 1'000'000'000}, base);
    code = av_seek_frame(context, video_index, ticks, AVSEEK_FLAG_BACKWARD);
  }
  // Streams of MPEG begin at their first octet, and their times may not be in order; other files have an index.
  const bool indexed = has_times && (context->iformat->flags & AVFMT_TS_DISCONT) == 0;
  if (code < 0 && indexed) code = av_seek_frame(context, -1, context->start_time, AVSEEK_FLAG_BACKWARD);
  if (code < 0) av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE);
  pending.clear();
  video_clock.restart(std::nullopt);
  sound_clock.restart(std::nullopt);
  if (sound_index >= 0) sound.restart();
  begun = skip_b = at_end = false;
  begin_at = sound_from = Duration::min();
}

/// The last entry that is shown at `until` or before, read from `from` on; from the beginning, at least the first one.
Result<std::optional<ClipReader::State::Entry>> ClipReader::State::find_entry(std::optional<Duration> from,
                                                                              Duration until) {
  go_to(from);
  std::optional<Entry> found;
  for (;;) {
    const auto item = read();
    if (!item) return item.error();
    if (*item == nullptr) return found;
    const auto* picture = std::get_if<ClipPicture>(item->get());
    if (picture == nullptr) continue;
    if (picture->decoding_time > until && (found || from)) return found;
    const bool in_time = picture->presentation_time <= until || (!from && !found);
    if (picture->coded.entry && in_time) found = Entry{picture->decoding_time, picture->presentation_time};
  }
}

Result<Duration> ClipReader::State::seek(Duration time) {
  std::optional<Duration> from;
  std::optional<Entry> entry;
  for (const Duration margin : kSearchMargins) {
    if (entry || !has_times || time <= margin) continue;
    from = time - margin;
    const auto found = find_entry(from, time);
    if (!found) return found.error();
    entry = *found;
  }
  if (!entry) {
    from.reset();
    const auto found = find_entry(from, time);
    if (!found) return found.error();
    entry = found->value_or(Entry{});
  }
  go_to(from);
  begin_at = entry->decoding_time + start;
  sound_from = entry->presentation_time + start;
  return entry->presentation_time;
}

Result<std::unique_ptr<ClipReader>> ClipReader::open(const std::string& path) {
  av_log_set_level(AV_LOG_QUIET);
  auto state = std::make_unique<State>();
  state->path = path;
  if (const auto opened = state->open(); !opened) return opened.error();
  return std::unique_ptr<ClipReader>(new ClipReader(std::move(state)));
}

ClipReader::ClipReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
ClipReader::~ClipReader() = default;

const ClipInfo& ClipReader::info() const { return state_->info; }
Result<std::unique_ptr<ClipItem>> ClipReader::read() { return state_->read(); }
Result<Duration> ClipReader::seek(Duration time) { return state_->seek(time); }

}  // namespace counterpoint
