// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/video_file_source.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <vector>

#include "core/base/rng.h"
#include "media/capture/marks.h"
#include "media/capture/video_source_factory.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

class VideoFile : public testing::Test {
 protected:
  [[nodiscard]] Result<std::unique_ptr<VideoSource>> open(const std::string& name, bool loop = false) {
    return open_video_source({.name = folder_ / name, .loop = loop}, steady_now);
  }
  /// At most `count` frames of a file that must open.
  std::vector<VideoFrame> read(const std::string& name, std::size_t count, bool loop = false) {
    auto source = open(name, loop);
    EXPECT_TRUE(source.ok()) << source.error().message;
    std::vector<VideoFrame> frames;
    while (source.ok() && frames.size() < count) {
      auto frame = (*source)->read();
      EXPECT_TRUE(frame.ok()) << frame.error().message;
      if (!frame.ok() || !frame->has_value()) break;
      frames.push_back(**frame);
    }
    return frames;
  }
  /// One second of moving frames, 25 frames/s.
  void make_clip(const std::string& name, const std::string& options) {
    ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc2=size=320x240:rate=25:duration=1 " + options + " " + (folder_ / name)));
  }
  void expect_error(const std::string& name, ErrorKind kind) {
    const auto source = open(name);
    ASSERT_FALSE(source.ok()) << name;
    EXPECT_EQ(source.error().kind, kind) << source.error().message;
    EXPECT_THAT(source.error().message.text(), HasSubstr(name));
    EXPECT_THAT(source.error().message.text(), HasSubstr(";"));  // The error; then the advice.
  }
  static void expect_colour(const FrameBuffer& picture, int y, int cb, int cr) {
    const auto middle_x = static_cast<std::size_t>(picture.size().width / 2);
    const int middle_y = picture.size().height / 2;
    EXPECT_NEAR(picture.row(0, middle_y)[middle_x], y, 3);
    EXPECT_NEAR(picture.row(1, middle_y / 2)[middle_x / 2], cb, 3);
    EXPECT_NEAR(picture.row(2, middle_y / 2)[middle_x / 2], cr, 3);
  }

  TemporaryFolder folder_;
};

TEST_F(VideoFile, AColonInANameMakesNoAddress) {
  make_clip("plain.mkv", "-c:v libx264");
  std::filesystem::rename(folder_ / "plain.mkv", folder_ / "http:clip.mkv");
  EXPECT_EQ(read("http:clip.mkv", 5).size(), 5U);
}

TEST_F(VideoFile, AListOfOtherFilesIsRefused) {
  make_clip("other.ts", "-c:v libx264 -f mpegts");
  std::ofstream(folder_ / "list.ffconcat") << "ffconcat version 1.0\nfile other.ts\n";
  std::ofstream(folder_ / "list.m3u8") << "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nother.ts\n#EXT-X-ENDLIST\n";
  for (const char* name : {"list.ffconcat", "list.m3u8"}) {
    expect_error(name, ErrorKind::kMalformed);
    EXPECT_THAT(open(name).error().message.text(), HasSubstr("list of other files"));
  }
}

TEST_F(VideoFile, GivesEachFrameAtItsTime) {
  make_clip("clip.mp4", "-c:v libx264 -bf 2");
  const auto frames = read("clip.mp4", 100);
  ASSERT_EQ(frames.size(), 25U);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_EQ(frames[i].media_time, static_cast<int>(i) * 40ms);
    EXPECT_EQ(frames[i].buffer->size(), (Resolution{320, 240}));
  }
}

TEST_F(VideoFile, StartsAgainAtItsEndWithTimesThatGoOn) {
  for (const std::string name : {"clip.mp4", "clip.mkv", "clip.avi", "clip.mpg", "clip.gif"}) {
    make_clip(name, "");
    const auto frames = read(name, 60, true);
    ASSERT_EQ(frames.size(), 60U) << name;
    EXPECT_EQ(frames[0].media_time, 0ms) << name;
    for (std::size_t i = 1; i < frames.size(); ++i) {
      EXPECT_NEAR(to_milliseconds(frames[i].media_time - frames[i - 1].media_time), 40, 2) << name << " " << i;
    }
  }
}

TEST_F(VideoFile, KeepsVariableFrameRates) {
  make_clip("slow.mkv", "-vf \"setpts='if(lt(N,10),N*0.04,0.4+(N-10)*0.4)/TB'\" -vsync vfr -c:v ffv1");
  const auto frames = read("slow.mkv", 100);
  ASSERT_EQ(frames.size(), 25U);
  EXPECT_NEAR(to_seconds(frames[9].media_time - frames[8].media_time), 0.04, 0.002);
  EXPECT_NEAR(to_seconds(frames[20].media_time - frames[19].media_time), 0.4, 0.002);
}

TEST_F(VideoFile, RepairsTimesThatJumpOrAreMissing) {
  make_clip("plain.mkv", "-c:v mjpeg");
  const std::string from = "-i " + (folder_ / "plain.mkv") + " -c copy ";
  ASSERT_TRUE(ffmpeg(from + "-bsf:v \"setts=ts='(N*0.04+gte(N,10)*3600)/TB'\" " + (folder_ / "jump.mkv")));
  ASSERT_TRUE(ffmpeg(from + "-f mjpeg " + (folder_ / "bare.mjpeg")));
  for (const std::string name : {"jump.mkv", "bare.mjpeg"}) {
    const auto frames = read(name, 100);
    ASSERT_EQ(frames.size(), 25U) << name;
    for (std::size_t i = 1; i < frames.size(); ++i) {
      EXPECT_NEAR(to_milliseconds(frames[i].media_time - frames[i - 1].media_time), 40, 2) << name << " " << i;
    }
  }
}

TEST_F(VideoFile, RepeatsAPhotograph) {
  make_clip("photo.png", "-frames:v 1");
  const auto frames = read("photo.png", 50, true);
  ASSERT_EQ(frames.size(), 50U);
  EXPECT_EQ(frames[49].buffer, frames[1].buffer);
  EXPECT_NEAR(to_seconds(frames[49].media_time - frames[1].media_time), 48.0 / 30, 1e-6);
}

TEST_F(VideoFile, KeepsColoursWhateverTheirCoding) {
  const std::string red = "-f lavfi -i color=red:size=1280x720:rate=25:duration=0.2 ";
  const std::string hd = "-vf scale=out_color_matrix=bt709:out_range=limited,format=yuv420p -c:v ffv1 ";
  const std::string full = "-vf scale=out_color_matrix=bt601:out_range=full,format=yuvj444p -c:v mjpeg -q:v 1 ";
  ASSERT_TRUE(ffmpeg(red + hd + "-colorspace bt709 " + (folder_ / "tagged.mkv")));
  ASSERT_TRUE(ffmpeg(red + hd + (folder_ / "untagged.mkv")));
  ASSERT_TRUE(ffmpeg(red + full + "-colorspace bt470bg " + (folder_ / "full.mkv")));
  ASSERT_TRUE(ffmpeg(red + "-frames:v 1 " + (folder_ / "rgb.png")));
  ASSERT_TRUE(ffmpeg(red + "-vf scale=640:480:out_color_matrix=bt601,format=yuv422p10le -c:v ffv1 " +
                     (folder_ / "ten_bit.mkv")));
  for (const std::string name : {"tagged.mkv", "untagged.mkv", "full.mkv", "rgb.png", "ten_bit.mkv"}) {
    SCOPED_TRACE(name);
    const auto frames = read(name, 1);
    ASSERT_EQ(frames.size(), 1U);
    expect_colour(*frames[0].buffer, 81, 90, 240);
  }
}

TEST_F(VideoFile, TurnsFramesUpright) {
  // A telephone held upright tells players to turn what it filmed by a quarter.
  ASSERT_TRUE(
      ffmpeg("-f lavfi -i \"color=black:size=160x90:rate=25:duration=0.2,drawbox=0:0:160:30:white:fill\" "
             "-c:v libx264 -qp 10 " +
             (folder_ / "flat.mp4")));
  ASSERT_TRUE(ffmpeg("-i " + (folder_ / "flat.mp4") + " -c copy -metadata:s:v rotate=90 " + (folder_ / "turned.mp4")));
  // The ffmpeg program turns frames by itself: it is the witness.
  ASSERT_TRUE(ffmpeg("-i " + (folder_ / "turned.mp4") + " -c:v ffv1 " + (folder_ / "witness.mkv")));
  const auto frames = read("turned.mp4", 1);
  const auto witness = read("witness.mkv", 1);
  ASSERT_EQ(frames.size(), 1U);
  ASSERT_EQ(witness.size(), 1U);
  EXPECT_EQ(frames[0].buffer->size(), (Resolution{90, 160}));
  ASSERT_EQ(witness[0].buffer->size(), (Resolution{90, 160}));
  for (int y = 0; y < 160; ++y) {
    EXPECT_THAT(frames[0].buffer->row(0, y), testing::Pointwise(testing::Eq(), witness[0].buffer->row(0, y)));
  }
  EXPECT_GT(std::abs(frames[0].buffer->row(0, 80)[85] - frames[0].buffer->row(0, 80)[5]), 150);
}

TEST_F(VideoFile, TakesOddSizesAndStretchesOblongPixels) {
  make_clip("odd.mkv", "-vf scale=321:181,setsar=1 -c:v ffv1");
  EXPECT_EQ(read("odd.mkv", 1)[0].buffer->size(), (Resolution{321, 181}));
  make_clip("oblong.mkv", "-vf setsar=2/1 -c:v ffv1");
  EXPECT_EQ(read("oblong.mkv", 1)[0].buffer->size(), (Resolution{640, 240}));
}

TEST_F(VideoFile, ScalesDownWhatIsTooLarge) {
  make_clip("wide.png", "-vf scale=6000:300,setsar=1 -frames:v 1");
  EXPECT_EQ(read("wide.png", 1)[0].buffer->size(), (Resolution{4096, 205}));
}

TEST_F(VideoFile, SkipsWhatIsDamaged) {
  make_clip("whole.ts", "-c:v mpeg2video -g 5");
  std::string data = read_file(folder_ / "whole.ts");
  Rng rng(3);
  for (std::size_t i = data.size() / 4; i < data.size(); i += 2000) data[i] = static_cast<char>(rng.next());
  write_file(folder_ / "damaged.ts", data);
  const auto frames = read("damaged.ts", 100);
  EXPECT_GE(frames.size(), 10U);
  for (std::size_t i = 1; i < frames.size(); ++i) EXPECT_GT(frames[i].media_time, frames[i - 1].media_time);
}

TEST_F(VideoFile, PlaysWhatIsThereOfATruncatedFile) {
  make_clip("whole.mkv", "-c:v libx264 -g 5");
  const std::string data = read_file(folder_ / "whole.mkv");
  write_file(folder_ / "half.mkv", data.substr(0, data.size() / 2));
  const auto once = read("half.mkv", 100);
  EXPECT_GE(once.size(), 5U);
  EXPECT_LT(once.size(), 25U);
  EXPECT_EQ(read("half.mkv", 60, true).size(), 60U);
}

TEST_F(VideoFile, RefusesWhatIsNoVideo) {
  write_file(folder_ / "notes.txt", "These are a few lines of text,\nnot pictures.\n");
  write_file(folder_ / "notes.mp4", "These are a few lines of text,\nnot pictures.\n");
  write_file(folder_ / "empty.mp4", "");
  make_clip("whole.mp4", "-c:v libx264");
  write_file(folder_ / "header.mp4", read_file(folder_ / "whole.mp4").substr(0, 200));
  ASSERT_TRUE(ffmpeg("-f lavfi -i sine=duration=1 " + (folder_ / "sound.wav")));
  std::filesystem::create_directory(folder_ / "folder");
  for (const std::string name : {"notes.txt", "notes.mp4", "empty.mp4", "header.mp4", "sound.wav"}) {
    expect_error(name, ErrorKind::kMalformed);
  }
  expect_error("folder", ErrorKind::kInvalidArgument);
  expect_error("missing.mp4", ErrorKind::kUnavailable);
}

TEST_F(VideoFile, RefusesRubbishWithinBoundedTime) {
  Rng rng(11);
  std::string rubbish;
  for (int i = 0; i < 300'000; ++i) rubbish.push_back(static_cast<char>(rng.next()));
  for (const std::string name : {"rubbish", "rubbish.mp4", "rubbish.mpg", "rubbish.h264", "rubbish.yuv"}) {
    write_file(folder_ / name, rubbish);
    const auto source = open(name);
    const std::string message = source.ok() ? name : source.error().message.text();
    EXPECT_THAT(message, HasSubstr(name));
  }
}

TEST_F(VideoFile, EndsWhenInterrupted) {
  make_clip("clip.mkv", "-c:v ffv1");
  auto source = open("clip.mkv", true);
  ASSERT_TRUE(source.ok());
  ASSERT_TRUE((*source)->read()->has_value());
  (*source)->interrupt();
  const auto frame = (*source)->read();
  ASSERT_TRUE(frame.ok());
  EXPECT_FALSE(frame.value().has_value());
}

TEST_F(VideoFile, SaysWhatItIs) {
  make_clip("clip.mkv", "-c:v ffv1");
  auto source = open("clip.mkv");
  ASSERT_TRUE(source.ok());
  EXPECT_EQ((*source)->description(), "clip.mkv, 320x240 pixels");
  EXPECT_FALSE((*source)->is_live());
}

}  // namespace
}  // namespace counterpoint
