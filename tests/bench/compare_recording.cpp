// SPDX-License-Identifier: GPL-3.0-or-later
// Quality and continuity of a call's recording.
//
//   compare_recording RECORDING.mkv [SOURCE]
//
// SOURCE is the video that was sent, again and again. Each recorded frame is compared with the source's at its time,
// and with three on either side, since a camera's pace and a codec's time stamps round; the best match counts. When
// the recording shows the marks of the test card, and its audio has beeps, lip-sync is measured by them. Prints JSON.
extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
}

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "core/model/audio_format.h"
#include "media/capture/marks.h"
#include "media/capture/video_source_factory.h"
#include "media/ffmpeg/media_decoder.h"
#include "media/frame/picture_converter.h"
#include "media/frame/picture_scaling.h"
#include "tests/support/beep_finder.h"
#include "tests/support/picture_quality.h"

namespace counterpoint {
namespace {

constexpr int kSearch = 3;            ///< Frames on either side of the expected one.
constexpr double kAudioGap = 0.0015;  ///< Seconds: Matroska's times are whole milliseconds.

struct Source {
  std::vector<std::shared_ptr<const FrameBuffer>> pictures;
  double frames_per_second = 0;
};

struct Video {
  std::vector<double> psnr;  ///< dB, of each frame.
  std::vector<double> times;
  std::vector<double> flashes;  ///< Times at which a flash came on.
  std::uint64_t bad_packets = 0;
};

struct Audio {
  std::vector<double> times;  ///< Times of the packets.
  std::vector<double> gaps;   ///< Seconds without audio between two packets.
  std::vector<double> beeps;
};

double seconds(std::int64_t ticks, AVRational base) { return static_cast<double>(ticks) * av_q2d(base); }

Result<Source> read_source(const std::string& name) {
  auto opened = open_video_source({.name = name, .loop = false}, {});
  if (!opened) return opened.error();
  Source source;
  Duration last{};
  while (true) {
    auto frame = (*opened)->read();
    if (!frame) return frame.error();
    if (!*frame) break;
    last = (*frame)->media_time;
    source.pictures.push_back((*frame)->buffer);
  }
  if (source.pictures.size() > 1) {
    source.frames_per_second = static_cast<double>(source.pictures.size() - 1) / to_seconds(last);
  }
  return source;
}

/// Follows the source's frames as they come by in the recording.
class Matcher {
 public:
  explicit Matcher(const Source& source) : source_(source) {}

  /// The PSNR of the best match for what was recorded `time` seconds after the first frame.
  double match(const FrameBuffer& picture, double time) {
    const auto expected = std::llround(time * source_.frames_per_second) + drift_;
    double best = -1;
    std::int64_t found = 0;
    for (int i = 0; i <= 2 * kSearch; ++i) {
      const int shift = i % 2 == 0 ? i / 2 : -(i + 1) / 2;  // 0, -1, 1, -2, ...
      const double psnr = luma_psnr(*at(expected + shift, picture.size()), picture);
      if (psnr <= best) continue;
      best = psnr;
      found = shift;
    }
    drift_ += found;
    return best;
  }

 private:
  [[nodiscard]] std::shared_ptr<const FrameBuffer> at(std::int64_t index, Resolution size) const {
    const auto count = static_cast<std::int64_t>(source_.pictures.size());
    return scale_to_fit(source_.pictures[static_cast<std::size_t>((index % count + count) % count)], size);
  }

  const Source& source_;
  std::int64_t drift_ = 0;  ///< A camera that fell behind for good.
};

Result<Video> measure_video(const std::string& recording, const Source& source) {
  auto decoder = MediaDecoder::open(recording, MediaKind::kVideo, {});
  if (!decoder) return decoder.error();
  PictureConverter converter({});
  Matcher matcher(source);
  Video video;
  bool flash_was_on = true;  // The first may have begun before the recording.
  while (const AVFrame* frame = (*decoder)->next()) {
    const auto picture = converter.convert(*frame);
    if (!picture) continue;
    const double time = seconds(frame->best_effort_timestamp, (*decoder)->stream().time_base);
    video.times.push_back(time);
    if (!source.pictures.empty()) video.psnr.push_back(matcher.match(*picture, time - video.times.front()));
    if (read_frame_number(*picture)) {
      const bool on = flash_is_on(*picture);
      if (on && !flash_was_on) video.flashes.push_back(time);
      flash_was_on = on;
    }
  }
  video.bad_packets = (*decoder)->bad_packets();
  return video;
}

Result<Audio> measure_audio(const std::string& recording) {
  auto decoder = MediaDecoder::open(recording, MediaKind::kAudio, {});
  if (!decoder) return decoder.error();
  Audio audio;
  std::vector<float> samples;
  while (const AVFrame* frame = (*decoder)->next()) {
    if (frame->format != AV_SAMPLE_FMT_FLTP || frame->sample_rate != kAudioSampleRate) {
      return Error{ErrorKind::kInvalidArgument, "the sound of \"" + recording + "\" is not 48 kHz Opus"};
    }
    const double time = seconds(frame->best_effort_timestamp, (*decoder)->stream().time_base);
    // Times are those of packets: the decoder takes the pre-skip off the first one's samples.
    const double gap = audio.times.empty() ? 0 : time - audio.times.back() - to_seconds(kAudioPacketDuration);
    if (gap > kAudioGap) audio.gaps.push_back(gap);
    audio.times.push_back(time);
    const auto position = static_cast<std::size_t>(std::max(0L, std::lround(time * kAudioSampleRate)));
    const auto count = static_cast<std::size_t>(frame->nb_samples);
    if (samples.size() < position + count) samples.resize(position + count);
    const auto* pcm = reinterpret_cast<const float*>(frame->data[0]);
    std::copy_n(pcm, count, samples.begin() + static_cast<std::ptrdiff_t>(position));
  }
  for (const Duration beep : find_beeps(samples)) audio.beeps.push_back(to_seconds(beep));
  return audio;
}

/// Beep less flash, of each flash that has a beep within half a second, in seconds.
std::vector<double> lip_sync(const Video& video, const Audio& audio) {
  std::vector<double> skews;
  for (const double flash : video.flashes) {
    const auto nearest = std::ranges::min_element(audio.beeps, {}, [&](double b) { return std::abs(b - flash); });
    if (nearest != audio.beeps.end() && std::abs(*nearest - flash) < 0.5) skews.push_back(*nearest - flash);
  }
  return skews;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double longest_step(const std::vector<double>& times) {
  double longest = 0;
  for (std::size_t i = 1; i < times.size(); ++i) longest = std::max(longest, times[i] - times[i - 1]);
  return longest;
}

void print(const Video& video, const Audio& audio) {
  const double span = video.times.size() > 1 ? video.times.back() - video.times.front() : 0;
  const double rate = span > 0 ? static_cast<double>(video.times.size() - 1) / span : 0;
  std::printf(
      "{\"frames\": %zu, \"seconds\": %.3f, \"framesPerSecond\": %.3f, \"longestFrameMs\": %.0f, "
      "\"badPackets\": %llu,\n",
      video.times.size(), span, rate, 1000 * longest_step(video.times),
      static_cast<unsigned long long>(video.bad_packets));
  if (!video.psnr.empty()) {
    std::printf(" \"psnrMean\": %.2f, \"psnrP5\": %.2f, \"psnrMin\": %.2f,\n", mean(video.psnr),
                percentile(video.psnr, 0.05), percentile(video.psnr, 0));
  }
  std::vector<double> skews = lip_sync(video, audio);
  if (!skews.empty()) {
    const auto largest = *std::ranges::max_element(skews, {}, [](double s) { return std::abs(s); });
    std::printf(" \"lipSyncMarks\": %zu, \"lipSyncMedianMs\": %.1f, \"lipSyncWorstMs\": %.1f,\n", skews.size(),
                1000 * percentile(skews, 0.5), 1000 * largest);
  }
  std::printf(" \"audioPackets\": %zu, \"audioGaps\": %zu, \"audioGapMs\": %.0f}\n", audio.times.size(),
              audio.gaps.size(), 1000 * mean(audio.gaps) * static_cast<double>(audio.gaps.size()));
}

int complain(const Error& error) {
  std::fprintf(stderr, "compare_recording: %s\n", error.message.text().c_str());
  return 1;
}

int run(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: compare_recording RECORDING.mkv [SOURCE]\n");
    return 2;
  }
  Source source;
  if (argc == 3) {
    Result<Source> read = read_source(argv[2]);
    if (!read) return complain(read.error());
    source = std::move(*read);
  }
  const Result<Video> video = measure_video(argv[1], source);
  if (!video) return complain(video.error());
  const Result<Audio> audio = measure_audio(argv[1]);
  if (!audio) return complain(audio.error());
  print(*video, *audio);
  return 0;
}

}  // namespace
}  // namespace counterpoint

int main(int argc, char** argv) { return counterpoint::run(argc, argv); }
