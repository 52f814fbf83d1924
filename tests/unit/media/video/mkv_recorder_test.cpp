// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/record/mkv_recorder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "core/model/audio_format.h"
#include "media/clip/clip_reader.h"
#include "media/codec/opus_codec.h"
#include "media/codec/vpx_decoder.h"
#include "media/codec/vpx_encoder.h"
#include "tests/support/moving_frame.h"
#include "tests/support/picture_quality.h"
#include "tests/unit/media/media_test_tools.h"

extern "C" {
#include <libavformat/avformat.h>
}

namespace counterpoint {
namespace {

constexpr Resolution kSize = {320, 180};

/// A file's content as a player reads it.
struct ReadBack {
  struct Packet {
    Bytes data;
    Duration time{};
    bool key = false;
  };
  bool opened = false;
  AVCodecID video_codec = AV_CODEC_ID_NONE;
  Resolution size;
  AVColorSpace colours = AVCOL_SPC_UNSPECIFIED;
  Bytes opus_head;
  int channels = 0;
  int initial_padding = 0;
  std::vector<Packet> video;
  std::vector<Packet> audio;
};

ReadBack read_back(const std::string& path) {
  ReadBack result;
  AVFormatContext* format = nullptr;
  if (avformat_open_input(&format, path.c_str(), nullptr, nullptr) < 0) return result;
  result.opened = avformat_find_stream_info(format, nullptr) >= 0;
  for (unsigned i = 0; i < format->nb_streams; ++i) {
    const AVCodecParameters& parameters = *format->streams[i]->codecpar;
    if (parameters.codec_type == AVMEDIA_TYPE_VIDEO) {
      result.video_codec = parameters.codec_id;
      result.size = {parameters.width, parameters.height};
      result.colours = parameters.color_space;
    } else {
      result.opus_head.assign(parameters.extradata, parameters.extradata + parameters.extradata_size);
      result.channels = parameters.ch_layout.nb_channels;
      result.initial_padding = parameters.initial_padding;
    }
  }
  AVPacket* packet = av_packet_alloc();
  while (av_read_frame(format, packet) >= 0) {
    const AVStream& stream = *format->streams[packet->stream_index];
    const std::int64_t nanoseconds = av_rescale_q(packet->pts, stream.time_base, {1, 1'000'000'000});
    auto& packets = stream.codecpar->codec_type == AVMEDIA_TYPE_VIDEO ? result.video : result.audio;
    packets.push_back({.data = Bytes(packet->data, packet->data + packet->size),
                       .time = Duration(nanoseconds),
                       .key = (packet->flags & AV_PKT_FLAG_KEY) != 0});
    av_packet_unref(packet);
  }
  av_packet_free(&packet);
  avformat_close_input(&format);
  return result;
}

/// A peer's frames and audio, compressed.
class Call {
 public:
  explicit Call(VideoCodec codec = VideoCodec::kVp8)
      : video_(make_vpx_encoder({.codec = codec}).value()), audio_(make_opus_encoder().value()) {}

  EncodedVideoFrame next_frame(bool key_frame = false) {
    const auto point = OperatingPoint::from_rate(DataRate::kilobits_per_second(300), FrameRate::per_second(30), kSize);
    return video_->encode({.buffer = scene_.at(frame_++)}, point, key_frame).value();
  }

  Bytes next_packet() {
    std::array<float, kAudioPacketSamples> pcm{};
    for (auto& sample : pcm) sample = 0.2F * std::sin(static_cast<float>(sample_++ % 48'000) * 0.0576F);
    return audio_->encode(pcm).value();
  }

  [[nodiscard]] const MovingFrame& scene() const { return scene_; }

 private:
  MovingFrame scene_{kSize};
  std::unique_ptr<VideoEncoder> video_;
  std::unique_ptr<AudioEncoder> audio_;
  int frame_ = 0;
  int sample_ = 0;
};

class MkvRecorderTest : public testing::TestWithParam<VideoCodec> {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

  /// Records `length` of a whole call whose sender's clock stands at `start`.
  void record(MkvRecorder& recorder, Call& call, Duration start, Duration length) {
    Duration frame{};
    Duration packet{};
    while (frame < length || packet < length) {
      if (frame <= packet) {
        sent_video_.push_back(call.next_frame());
        ASSERT_TRUE(recorder.write_video(sent_video_.back(), start + frame));
        frame += 33ms;
      } else {
        sent_audio_.push_back(call.next_packet());
        ASSERT_TRUE(recorder.write_audio(sent_audio_.back(), start + packet));
        packet += 20ms;
      }
    }
  }

  std::vector<EncodedVideoFrame> sent_video_;
  std::vector<Bytes> sent_audio_;

 private:
  std::filesystem::path path_ =
      std::filesystem::temp_directory_path() / ("counterpoint_recorder_" + std::to_string(::getpid()) + ".mkv");
};
INSTANTIATE_TEST_SUITE_P(Codecs, MkvRecorderTest, testing::Values(VideoCodec::kVp8, VideoCodec::kVp9),
                         [](const auto& codec) { return std::string(to_string(codec.param)); });

TEST_P(MkvRecorderTest, HoldsEveryPacketWithItsTime) {
  auto recorder = MkvRecorder::open(path(), GetParam()).value();
  Call call(GetParam());
  record(*recorder, call, 5000s, 4s);
  ASSERT_TRUE(recorder->close());

  const ReadBack file = read_back(path());
  ASSERT_TRUE(file.opened);
  EXPECT_EQ(file.video_codec, GetParam() == VideoCodec::kVp8 ? AV_CODEC_ID_VP8 : AV_CODEC_ID_VP9);
  EXPECT_EQ(file.size, kSize);
  EXPECT_EQ(file.colours, AVCOL_SPC_BT470BG);
  ASSERT_EQ(file.video.size(), sent_video_.size());
  for (std::size_t i = 0; i < file.video.size(); ++i) {
    ASSERT_EQ(file.video[i].data, sent_video_[i].data);
    ASSERT_EQ(file.video[i].time, static_cast<int>(i) * 33ms);
    ASSERT_EQ(file.video[i].key, i == 0);
  }
  ASSERT_EQ(file.audio.size(), sent_audio_.size());
  for (std::size_t i = 0; i < file.audio.size(); ++i) {
    ASSERT_EQ(file.audio[i].data, sent_audio_[i]);
    // The decoder's output for a packet starts with the pre-skip of 6.5 ms, the end of the audio before.
    ASSERT_NEAR(to_milliseconds(file.audio[i].time), static_cast<double>(i) * 20 - 6.5, 0.6);
  }
}

TEST_P(MkvRecorderTest, HasTwoChannelsWhereStereoMayCome) {
  for (const bool stereo : {false, true}) {
    auto recorder = MkvRecorder::open(path(), GetParam(), {.stereo = stereo}).value();
    Call call(GetParam());
    record(*recorder, call, 0s, 1s);
    ASSERT_TRUE(recorder->close());
    const ReadBack file = read_back(path());
    EXPECT_EQ(file.channels, stereo ? 2 : 1);
    ASSERT_GT(file.opus_head.size(), 9U);
    EXPECT_EQ(file.opus_head[9], stereo ? 2 : 1);
  }
}

TEST_P(MkvRecorderTest, IsForItsOwnerAlone) {
  const auto recorder = MkvRecorder::open(path(), GetParam()).value();
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(path()).permissions(), perms::owner_read | perms::owner_write);
}

TEST_P(MkvRecorderTest, PlaysBackTheFrames) {
  auto recorder = MkvRecorder::open(path(), GetParam()).value();
  Call call(GetParam());
  record(*recorder, call, 0s, 1s);
  ASSERT_TRUE(recorder->close());
  auto decoder = make_vpx_decoder({.codec = GetParam()}).value();
  int index = 0;
  for (const auto& packet : read_back(path()).video) {
    const auto picture = decoder->decode({.data = packet.data, .codec = GetParam()});
    ASSERT_TRUE(picture);
    // A key frame has to keep to the rate, too, so a call is sharp after some frames only.
    EXPECT_GT(luma_psnr(*call.scene().at(index), *picture.value().buffer), index < 5 ? 25 : 28) << "picture " << index;
    ++index;
  }
  EXPECT_EQ(index, 31);
}

TEST_P(MkvRecorderTest, DescribesOpusForPlayers) {
  auto recorder = MkvRecorder::open(path(), GetParam()).value();
  Call call(GetParam());
  record(*recorder, call, 0s, 1s);
  ASSERT_TRUE(recorder->close());
  const ReadBack file = read_back(path());
  const Bytes expected = {'O', 'p', 'u', 's', 'H', 'e', 'a', 'd', 1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0};
  EXPECT_EQ(file.opus_head, expected);
}

TEST_P(MkvRecorderTest, PlaysInAPlayerWithoutAWarning) {
  auto recorder = MkvRecorder::open(path(), GetParam()).value();
  Call call(GetParam());
  record(*recorder, call, -77s, 2s);
  ASSERT_TRUE(recorder->close());
  if (std::system("command -v ffmpeg > /dev/null") != 0) GTEST_SKIP() << "no ffmpeg here";
  std::FILE* player = ::popen(("ffmpeg -nostdin -v warning -i " + path() + " -f null - 2>&1").c_str(), "r");
  std::string output;
  for (int c = std::fgetc(player); c != EOF; c = std::fgetc(player)) output.push_back(static_cast<char>(c));
  EXPECT_EQ(::pclose(player), 0);
  EXPECT_EQ(output, "");
}

TEST_P(MkvRecorderTest, VideoStartsWithTheFirstKeyFrame) {
  auto recorder = MkvRecorder::open(path(), GetParam()).value();
  Call call(GetParam());
  static_cast<void>(call.next_frame());
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(recorder->write_audio(call.next_packet(), i * 20ms));
    ASSERT_TRUE(recorder->write_video(call.next_frame(), i * 20ms));
  }
  ASSERT_TRUE(recorder->write_video(call.next_frame(true), 200ms));
  ASSERT_TRUE(recorder->write_video(call.next_frame(), 233ms));
  ASSERT_TRUE(recorder->close());
  const ReadBack file = read_back(path());
  ASSERT_EQ(file.video.size(), 2U);
  EXPECT_TRUE(file.video[0].key);
  EXPECT_EQ(file.video[0].time, 200ms);
  EXPECT_EQ(file.audio.size(), 10U);
}

TEST_P(MkvRecorderTest, TimesThatGoBackOrBeforeTheStartAreOrdered) {
  auto recorder = MkvRecorder::open(path(), GetParam()).value();
  Call call(GetParam());
  const std::vector<Duration> video = {-1000ms, -967ms, -967ms, -990ms, -900ms, 0ms, 33ms, -5000ms, 66ms};
  for (const Duration time : video) {
    ASSERT_TRUE(recorder->write_audio(call.next_packet(), time - 40ms));
    ASSERT_TRUE(recorder->write_video(call.next_frame(), time));
  }
  ASSERT_TRUE(recorder->close());
  const ReadBack file = read_back(path());
  std::vector<Duration> times;
  for (const auto& packet : file.video) times.push_back(packet.time);
  EXPECT_EQ(times, (std::vector<Duration>{40ms, 73ms, 74ms, 75ms, 140ms, 1040ms, 1073ms, 1074ms, 1106ms}));
  EXPECT_EQ(file.audio.size(), video.size());
}

TEST_P(MkvRecorderTest, AudioOutlivesMissingVideo) {
  auto recorder = MkvRecorder::open(path(), GetParam()).value();
  Call call(GetParam());
  for (int i = 0; i < 400; ++i) ASSERT_TRUE(recorder->write_audio(call.next_packet(), i * 20ms));
  // Video that comes after the header is still recorded.
  ASSERT_TRUE(recorder->write_video(call.next_frame(), 8s));
  ASSERT_TRUE(recorder->close());
  const ReadBack file = read_back(path());
  EXPECT_EQ(file.audio.size(), 400U);
  ASSERT_EQ(file.video.size(), 1U);
  EXPECT_EQ(file.video[0].time, 8s);
}

TEST_P(MkvRecorderTest, ACrashLosesLittle) {
  auto recorder = MkvRecorder::open(path(), GetParam()).value();
  Call call(GetParam());
  record(*recorder, call, 0s, 10s);
  const std::string copy = path() + ".crash";
  std::filesystem::copy_file(path(), copy);  // The disk's content while the recording goes on.
  const ReadBack file = read_back(copy);
  std::filesystem::remove(copy);
  ASSERT_TRUE(file.opened);
  EXPECT_GT(file.video.back().time, 8s);
  EXPECT_GT(file.audio.back().time, 8s);
}

TEST_P(MkvRecorderTest, AudioAloneNeedsNoVideoTrack) {
  auto recorder = MkvRecorder::open(path(), std::nullopt).value();
  Call call(GetParam());
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(recorder->write_audio(call.next_packet(), i * 20ms));
  EXPECT_EQ(recorder->write_video(call.next_frame(), 0s).error().kind, ErrorKind::kInvalidArgument);
  ASSERT_TRUE(recorder->close());
  const ReadBack file = read_back(path());
  EXPECT_EQ(file.video_codec, AV_CODEC_ID_NONE);
  EXPECT_EQ(file.audio.size(), 100U);
}

TEST_P(MkvRecorderTest, AnEmptyCallLeavesNoFile) {
  auto recorder = MkvRecorder::open(path(), GetParam()).value();
  ASSERT_TRUE(recorder->close());
  ASSERT_TRUE(recorder->close());
  EXPECT_EQ(recorder->write_audio(Bytes{1}, 0s).error().kind, ErrorKind::kInvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_P(MkvRecorderTest, BrokenFramesAreLeftOut) {
  auto recorder = MkvRecorder::open(path(), GetParam()).value();
  Call call(GetParam());
  ASSERT_TRUE(recorder->write_video(call.next_frame(), 0s));
  EXPECT_EQ(recorder->write_video({.data = {}, .codec = GetParam()}, 10ms).error().kind, ErrorKind::kMalformed);
  EXPECT_EQ(recorder->write_audio({}, 10ms).error().kind, ErrorKind::kMalformed);
  ASSERT_TRUE(recorder->write_video(call.next_frame(), 33ms));
  ASSERT_TRUE(recorder->close());
  EXPECT_EQ(read_back(path()).video.size(), 2U);
}

/// Each coded frame of a clip that ffmpeg makes with `options`, at its time.
void record_clip(MkvRecorder& recorder, const std::string& name, const std::string& options) {
  const TemporaryFolder folder;
  ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc2=size=176x144:rate=25:duration=2 " + options + " " + (folder / name)));
  const auto reader = ClipReader::open(folder / name);
  ASSERT_TRUE(reader.ok());
  for (auto item = (*reader)->read(); item.ok() && *item != nullptr; item = (*reader)->read()) {
    const auto& picture = std::get<ClipPicture>(**item);
    ASSERT_TRUE(recorder.write_video(
        {.data = bytes_of(picture.coded), .codec = VideoCodec::kMpeg, .size = {.width = 176, .height = 144}},
        5000s + picture.presentation_time));
  }
}

TEST_P(MkvRecorderTest, HoldsAClipInPlaceOfTheCamera) {
  for (const bool mpeg2 : {true, false}) {
    auto recorder = MkvRecorder::open(path(), GetParam()).value();
    EXPECT_TRUE(recorder->takes(VideoCodec::kMpeg)) << "as long as no key frame has settled the codec";
    record_clip(*recorder, mpeg2 ? "clip.m2v" : "clip.m1v", "-g 10 -bf 2");
    EXPECT_FALSE(recorder->takes(GetParam()));
    ASSERT_TRUE(recorder->close());
    const ReadBack file = read_back(path());
    EXPECT_EQ(file.video_codec, mpeg2 ? AV_CODEC_ID_MPEG2VIDEO : AV_CODEC_ID_MPEG1VIDEO);
    EXPECT_EQ(file.size, (Resolution{176, 144}));
    ASSERT_EQ(file.video.size(), 50U);
    std::vector<Duration> times;
    for (const auto& packet : file.video) times.push_back(packet.time);
    EXPECT_FALSE(std::ranges::is_sorted(times));
    std::ranges::sort(times);
    for (int i = 0; i < 50; ++i) EXPECT_EQ(times[static_cast<std::size_t>(i)], i * 40ms);
  }
}

TEST_P(MkvRecorderTest, SaysWhyAFileCannotBeMade) {
  const auto recorder = MkvRecorder::open("/no/such/folder/call.mkv", GetParam());
  ASSERT_FALSE(recorder);
  EXPECT_EQ(recorder.error().kind, ErrorKind::kUnavailable);
  EXPECT_EQ(recorder.error().message, "cannot write the recording /no/such/folder/call.mkv: No such file or directory");
}

TEST_P(MkvRecorderTest, SaysThatTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  auto recorder = MkvRecorder::open("/dev/full", GetParam()).value();
  Call call(GetParam());
  Result<void> written;
  for (int i = 0; i < 100 && written; ++i) written = recorder->write_video(call.next_frame(), i * 33ms);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::kUnavailable);
  EXPECT_NE(written.error().message.text().find("No space left on device"), std::string::npos)
      << written.error().message;
  EXPECT_EQ(recorder->write_audio(call.next_packet(), 4s).error().message, written.error().message);
  EXPECT_EQ(recorder->close().error().message, written.error().message);
}

}  // namespace
}  // namespace counterpoint
