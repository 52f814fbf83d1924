// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/capture/test_card.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <vector>

#include "core/base/rng.h"
#include "media/capture/marks.h"
#include "media/capture/video_source_factory.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

std::vector<VideoFrame> read_frames(VideoSource& source, int count) {
  std::vector<VideoFrame> frames;
  for (int i = 0; i < count; ++i) {
    auto frame = source.read();
    if (!frame.ok() || !frame->has_value()) break;
    frames.push_back(**frame);
  }
  return frames;
}

double mean_difference(const FrameBuffer& a, const FrameBuffer& b) {
  double sum = 0;
  for (int y = 0; y < a.size().height; ++y) {
    for (std::size_t x = 0; x < a.row(0, y).size(); ++x) sum += std::abs(int{a.row(0, y)[x]} - int{b.row(0, y)[x]});
  }
  return sum / static_cast<double>(a.size().area());
}

class TestCardOfSize : public testing::TestWithParam<Resolution> {};

TEST_P(TestCardOfSize, NumbersItsFramesAndFlashesOnceASecond) {
  TestCard card(GetParam(), FrameRate::per_second(30));
  const auto frames = read_frames(card, 65);
  ASSERT_EQ(frames.size(), 65U);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    EXPECT_EQ(frames[i].buffer->size(), GetParam());
    EXPECT_EQ(read_frame_number(*frames[i].buffer), i);
    EXPECT_NEAR(to_seconds(frames[i].media_time), static_cast<double>(i) / 30, 1e-6);
    EXPECT_EQ(flash_is_on(*frames[i].buffer), i % 30 < 3) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TestCardOfSize,
                         testing::Values(Resolution{640, 360}, Resolution{320, 180}, Resolution{1280, 720},
                                         Resolution{321, 181}, Resolution{90, 160}, Resolution{4096, 64}),
                         [](const auto& param_info) {
                           return std::to_string(param_info.param.width) + "x" +
                                  std::to_string(param_info.param.height);
                         });

TEST(TestCard, DrawsTheSmallestFramesToo) {
  for (int side = 16; side < 40; ++side) {
    TestCard card({.width = side, .height = 56 - side}, FrameRate::per_second(60));
    EXPECT_EQ(read_frames(card, 100).size(), 100U);
  }
}

TEST(TestCard, MovesLittleByLittle) {
  TestCard card({.width = 640, .height = 360}, FrameRate::per_second(30));
  const auto frames = read_frames(card, 40);
  for (std::size_t i = 6; i < 29; ++i) {  // No flash goes on or off here.
    const double change = mean_difference(*frames[i].buffer, *frames[i - 1].buffer);
    EXPECT_GT(change, 0.05);
    EXPECT_LT(change, 8);
  }
}

TEST(TestCard, FlashesOnceASecondAtAnyFrameRate) {
  for (const double rate : {1.0, 3.0, 7.5, 12.0, 24.0, 29.97, 60.0}) {
    TestCard card({.width = 64, .height = 48}, FrameRate::per_second(rate));
    int onsets = 0;
    bool on = false;
    for (const VideoFrame& frame : read_frames(card, static_cast<int>(10 * rate))) {
      const bool now_on = flash_is_on(*frame.buffer);
      if (now_on && (!on || rate == 1.0)) {
        ++onsets;
        EXPECT_LT(frame.media_time % 1s, FrameRate::per_second(rate).interval()) << rate;
      }
      on = now_on;
    }
    EXPECT_EQ(onsets, 10) << rate;
  }
}

TEST(TestCard, EndsWhenInterrupted) {
  TestCard card({.width = 64, .height = 48}, FrameRate::per_second(30));
  EXPECT_EQ(read_frames(card, 2).size(), 2U);
  card.interrupt();
  EXPECT_EQ(read_frames(card, 2).size(), 0U);
}

TEST(TestCard, SaysWhatItIs) {
  EXPECT_EQ(TestCard({.width = 640, .height = 360}, FrameRate::per_second(30)).description(),
            "test card 640x360, 30 frames/s");
  EXPECT_EQ(TestCard({.width = 64, .height = 36}, FrameRate::per_second(7.5)).description(),
            "test card 64x36, 7.5 frames/s");
}

FrameBuffer flat_frame(std::uint8_t luma) {
  FrameBuffer picture({.width = 320, .height = 180});
  for (int plane = 0; plane < 3; ++plane) {
    for (int y = 0; y < picture.plane_size(plane).height; ++y) std::ranges::fill(picture.row(plane, y), luma);
  }
  return picture;
}

TEST(Marks, AreReadBackFromAnyFrame) {
  for (const std::uint32_t number : {0U, 1U, 2U, 12345U, 0x555555U, kFrameNumberCount - 1}) {
    for (const bool flash : {false, true}) {
      FrameBuffer picture = flat_frame(200);
      add_marks(picture, number, flash);
      EXPECT_EQ(read_frame_number(picture), number);
      EXPECT_EQ(flash_is_on(picture), flash);
    }
  }
  FrameBuffer picture = flat_frame(30);
  add_marks(picture, kFrameNumberCount + 7, false);
  EXPECT_EQ(read_frame_number(picture), 7U);
}

TEST(Marks, AreNotFoundWhereThereAreNone) {
  for (const int luma : {0, 16, 128, 235, 255}) {
    EXPECT_EQ(read_frame_number(flat_frame(static_cast<std::uint8_t>(luma))), std::nullopt);
  }
  EXPECT_EQ(read_frame_number(FrameBuffer({.width = 1, .height = 1})), std::nullopt);
}

void invert_cell(FrameBuffer& picture, int cell) {
  for (int y = cell / 16 * 11; y < cell / 16 * 11 + 11; ++y) {
    for (int x = cell % 16 * 20; x < cell % 16 * 20 + 20; ++x) {
      auto& sample = picture.row(0, y)[static_cast<std::size_t>(x)];
      sample = sample > 128 ? 16 : 235;
    }
  }
}

TEST(Marks, WithOneOrTwoWrongCellsAreRefused) {
  Rng rng(7);
  for (int trial = 0; trial < 200; ++trial) {
    FrameBuffer picture = flat_frame(100);
    add_marks(picture, static_cast<std::uint32_t>(rng.below(kFrameNumberCount)), false);
    const auto first = static_cast<int>(1 + rng.below(30));
    const auto second = static_cast<int>(1 + rng.below(30));
    for (const int cell : std::set{first, second}) invert_cell(picture, cell);
    EXPECT_EQ(read_frame_number(picture), std::nullopt) << first << " " << second;
  }
}

/// A call at its worst: VP8 at 100 kbit/s in real time, then half the size.
TEST(Marks, SurviveCodingAt100KilobitsAndHalvingTheSize) {
  const TemporaryFolder folder;
  const std::string path = folder / "marks.mkv";
  const std::string command =
      "ffmpeg -v error -y -f rawvideo -pix_fmt yuv420p -s 640x360 -r 30 -i - -c:v libvpx -deadline realtime -cpu-used "
      "8 "
      "-b:v 100k -maxrate 100k -bufsize 50k -vf scale=320:180 " +
      path;
  FILE* pipe = popen(command.c_str(), "w");
  ASSERT_NE(pipe, nullptr);
  TestCard card({.width = 640, .height = 360}, FrameRate::per_second(30));
  for (const VideoFrame& frame : read_frames(card, 150)) {
    for (int plane = 0; plane < 3; ++plane) {
      for (int y = 0; y < frame.buffer->plane_size(plane).height; ++y) {
        const auto row = frame.buffer->row(plane, y);
        ASSERT_EQ(fwrite(row.data(), 1, row.size(), pipe), row.size());
      }
    }
  }
  ASSERT_EQ(pclose(pipe), 0);
  auto source = open_video_source({.name = path, .loop = false}, steady_now);
  ASSERT_TRUE(source.ok()) << source.error().message;
  int frames = 0;
  int read = 0;
  int flashes = 0;
  for (const VideoFrame& frame : read_frames(**source, 1000)) {
    const auto number = read_frame_number(*frame.buffer);
    const auto expected = static_cast<std::uint32_t>(std::lround(to_seconds(frame.media_time) * 30));
    if (number) {
      ++read;
      EXPECT_EQ(*number, expected);
      // The flash comes on in time; an encoder short of bits may let it fade for a few frames.
      const std::uint32_t since = expected % 30;
      if (since < 3 || since > 6) {
        EXPECT_EQ(flash_is_on(*frame.buffer), since < 3) << expected;
      }
      if (flash_is_on(*frame.buffer)) ++flashes;
    }
    ++frames;
  }
  EXPECT_GT(frames, 60);
  EXPECT_GT(read, frames * 95 / 100);
  EXPECT_GT(flashes, 3);
}

TEST(VideoSourceFactory, RefusesWhatMakesNoSense) {
  const std::vector<VideoSourceConfig> configs = {
      {.size = {.width = 0, .height = 360}},
      {.size = {.width = 640, .height = 5000}},
      {.frame_rate = FrameRate::per_second(0)},
      {.frame_rate = FrameRate::per_second(1000)},
      {.name = "camera:two"},
      {.name = "camera:"},
  };
  for (const VideoSourceConfig& config : configs) {
    const auto source = open_video_source(config, steady_now);
    ASSERT_FALSE(source.ok()) << config.name;
    EXPECT_EQ(source.error().kind, ErrorKind::kInvalidArgument) << config.name;
  }
}

TEST(VideoSourceFactory, NamesTheCameraThatIsNotThere) {
  for (const std::string name : {"/dev/video987", "camera:987"}) {
    const auto source = open_video_source({.name = name}, steady_now);
    ASSERT_FALSE(source.ok());
    EXPECT_EQ(source.error().kind, ErrorKind::kUnavailable);
    EXPECT_THAT(source.error().message.text(), testing::HasSubstr("/dev/video987"));
  }
}

}  // namespace
}  // namespace counterpoint
