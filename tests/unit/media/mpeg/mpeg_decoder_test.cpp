// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/mpeg_decoder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>

#include "core/base/rng.h"
#include "media/capture/video_source_factory.h"
#include "media/clip/clip_reader.h"
#include "tests/support/picture_quality.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

using Pictures = std::vector<ClipPicture>;
using Shown = std::map<Duration, std::shared_ptr<const FrameBuffer>>;

EncodedVideoFrame to_frame(const ClipPicture& picture, Bytes data) {
  return {.data = std::move(data), .codec = VideoCodec::kMpeg, .captured_at = Timestamp(picture.presentation_time)};
}

/// The frames shown, by the time at which they become visible.
Shown decode(const Pictures& pictures) {
  Shown shown;
  auto decoder = make_mpeg_decoder();
  EXPECT_TRUE(decoder.ok());
  for (const ClipPicture& picture : pictures) {
    const auto frame = (*decoder)->decode(to_frame(picture, bytes_of(picture.coded)));
    EXPECT_TRUE(frame.ok()) << frame.error().message;
    if (frame.ok() && frame->buffer) shown[frame->at.time_since_epoch()] = frame->buffer;
  }
  return shown;
}

/// Takes the `which`-th slice out, counted from the end when negative.
void drop_slice(Bytes& data, int which) {
  std::vector<std::size_t> starts;
  for (std::size_t at = find_mpeg_start_code(data, 0); at < data.size(); at = find_mpeg_start_code(data, at + 3)) {
    if (is_mpeg_slice(data[at + 3])) starts.push_back(at);
  }
  const int count = static_cast<int>(starts.size());
  ASSERT_GT(count, 2);
  starts.push_back(data.size());
  const auto index = static_cast<std::size_t>(which < 0 ? count + which : which);
  data.erase(data.begin() + static_cast<std::ptrdiff_t>(starts[index]),
             data.begin() + static_cast<std::ptrdiff_t>(starts[index + 1]));
}

class MpegDecoderTest : public testing::Test {
 protected:
  Pictures make(const std::string& name, const std::string& options) {
    EXPECT_TRUE(ffmpeg("-f lavfi -i testsrc2=size=176x144:rate=25:duration=2 " + options + " " + (folder_ / name)));
    auto reader = ClipReader::open(folder_ / name);
    EXPECT_TRUE(reader.ok()) << reader.error().message;
    Pictures pictures;
    while (reader.ok()) {
      auto item = (*reader)->read();
      if (!item.ok() || *item == nullptr) break;
      if (auto* picture = std::get_if<ClipPicture>(item->get())) pictures.push_back(std::move(*picture));
    }
    return pictures;
  }
  TemporaryFolder folder_;
};

const std::string kMpeg2 = "-c:v mpeg2video -b:v 400k -bf 2 -g 12 -f mpeg2video";

TEST_F(MpegDecoderTest, ShowsTheSamePicturesAsAFilePlayer) {
  const std::map<std::string, std::string> files = {
      {"mpeg1.m1v", "-c:v mpeg1video -b:v 400k -bf 2 -g 12 -f mpeg1video"},
      {"mpeg2.m2v", kMpeg2},
      {"interlaced.m2v", "-c:v mpeg2video -b:v 800k -bf 2 -g 12 -flags +ildct+ilme -f mpeg2video"},
      {"422.m2v", "-c:v mpeg2video -b:v 800k -pix_fmt yuv422p -bf 0 -g 12 -f mpeg2video"},
      {"wide.m2v", "-c:v mpeg2video -b:v 400k -aspect 16:9 -f mpeg2video"}};
  for (const auto& [name, options] : files) {
    SCOPED_TRACE(name);
    const Shown shown = decode(make(name, options));
    ASSERT_EQ(shown.size(), 50U);
    auto player = open_video_source({.name = folder_ / name, .loop = false}, steady_now);
    ASSERT_TRUE(player.ok());
    for (const auto& [time, picture] : shown) {
      const auto expected = (*player)->read();
      ASSERT_TRUE(expected.ok() && expected->has_value());
      ASSERT_EQ(picture->size(), (*expected)->buffer->size());
      EXPECT_EQ(luma_psnr(*(*expected)->buffer, *picture), kIdenticalPsnr) << to_seconds(time);
    }
  }
}

TEST_F(MpegDecoderTest, ConcealsSlicesThatAreMissing) {
  const Pictures whole = make("clip.m2v", kMpeg2);
  const Shown expected = decode(whole);
  for (const int which : {0, 4, -1}) {
    SCOPED_TRACE(which);
    Pictures damaged = whole;
    for (ClipPicture& picture : damaged) {
      if (picture.coded.type != MpegPictureType::kP) continue;
      Bytes& bytes = picture.coded.unit.bytes = bytes_of(picture.coded);
      drop_slice(bytes, which);
      picture.coded.unit.size = bytes.size();
    }
    const Shown shown = decode(damaged);
    ASSERT_EQ(shown.size(), expected.size());
    int harmed = 0;
    for (const auto& [time, picture] : shown) {
      const double quality = luma_psnr(*expected.at(time), *picture);
      EXPECT_GT(quality, 15) << to_seconds(time);
      harmed += quality < kIdenticalPsnr ? 1 : 0;
    }
    EXPECT_GT(harmed, 5);
    // An I picture makes all good again.
    for (const ClipPicture& picture : damaged) {
      if (!picture.coded.entry) continue;
      EXPECT_EQ(luma_psnr(*expected.at(picture.presentation_time), *shown.at(picture.presentation_time)),
                kIdenticalPsnr);
    }
  }
}

TEST_F(MpegDecoderTest, APictureThatIsMissingDoesNotStopIt) {
  Pictures pictures = make("clip.m2v", kMpeg2);
  const std::size_t before = pictures.size();
  std::erase_if(pictures, [](const ClipPicture& picture) {
    return picture.coded.type == MpegPictureType::kP && picture.presentation_time > 1s;
  });
  ASSERT_LT(pictures.size(), before);
  EXPECT_EQ(decode(pictures).size(), pictures.size());
}

TEST_F(MpegDecoderTest, SaysWhenNothingCanBeShown) {
  const Pictures pictures = make("clip.m2v", kMpeg2);
  auto decoder = make_mpeg_decoder();
  ASSERT_TRUE(decoder.ok());
  const auto fails = [&](const EncodedVideoFrame& frame, ErrorKind kind) {
    const auto result = (*decoder)->decode(frame);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, kind);
  };
  fails(to_frame(pictures[1], bytes_of(pictures[1].coded)), ErrorKind::kMalformed);  // Nothing before it.
  fails(to_frame(pictures[0], {}), ErrorKind::kMalformed);
  fails(to_frame(pictures[0], Bytes(500, 0x42)), ErrorKind::kMalformed);
  fails({.data = bytes_of(pictures[0].coded), .codec = VideoCodec::kVp8}, ErrorKind::kInvalidArgument);
  Bytes huge = bytes_of(pictures[0].coded);
  huge[4] = huge[5] = huge[6] = 0xFF;  // 4095x4095 by the sequence header.
  fails(to_frame(pictures[0], huge), ErrorKind::kMalformed);
  const auto good = (*decoder)->decode(to_frame(pictures[0], bytes_of(pictures[0].coded)));
  ASSERT_TRUE(good.ok());
  EXPECT_TRUE(good->buffer);
  EXPECT_EQ(good->at, Timestamp(pictures[0].presentation_time));
}

TEST_F(MpegDecoderTest, SurvivesWhateverComes) {
  const Pictures pictures = make("clip.m2v", kMpeg2);
  auto decoder = make_mpeg_decoder();
  ASSERT_TRUE(decoder.ok());
  Rng rng(3);
  int shown = 0;
  for (int round = 0; round < 60; ++round) {
    for (const ClipPicture& picture : pictures) {
      Bytes data = bytes_of(picture.coded);
      for (std::uint64_t n = rng.below(10); n > 0; --n)
        data[rng.below(data.size())] = static_cast<std::uint8_t>(rng.next());
      if (rng.chance(0.1)) data.resize(rng.below(data.size()));
      const auto frame = (*decoder)->decode(to_frame(picture, data));
      if (!frame.ok() || !frame->buffer) continue;
      ++shown;
      EXPECT_LE(frame->buffer->size().width, kMaxPictureSide);
      EXPECT_LE(frame->buffer->size().height, kMaxPictureSide);
    }
  }
  EXPECT_GT(shown, 1000);
  EXPECT_EQ(decode(pictures).size(), 50U);
}

}  // namespace
}  // namespace counterpoint
