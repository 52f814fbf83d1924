// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shape/parallel_shaper.h"

#include <gmock/gmock.h>

#include "media/mpeg/config/variants.h"
#include "media/mpeg/group_shares.h"
#include "tests/unit/media/mpeg/mpeg_test_clips.h"

namespace counterpoint {
namespace {

using mpeg::MpegClip;
using mpeg::ShapedPicture;
using mpeg::Target;

struct Shaped {
  Bytes stream;
  std::vector<ShapedPicture> pictures;
};

Shaped shape(const Bytes& clip, const RateSchedule& schedule, ParallelShaperConfig config, std::size_t chunk = 3000) {
  ParallelShaper shaper(config, schedule);
  Shaped shaped;
  const auto pop_all = [&] {
    while (auto picture = shaper.pop()) {
      shaped.stream.insert(shaped.stream.end(), picture->bytes.begin(), picture->bytes.end());
      if (picture->has_picture) shaped.pictures.push_back(std::move(*picture));
    }
  };
  for (std::size_t at = 0; at < clip.size(); at += chunk) {
    EXPECT_TRUE(shaper.push(ByteView(clip).subspan(at, std::min(chunk, clip.size() - at))).ok());
    pop_all();
  }
  EXPECT_TRUE(shaper.finish().ok());
  pop_all();
  return shaped;
}

/// `clip` with no sequence header but the first.
Bytes without_later_sequence_headers(const Bytes& clip) {
  Bytes result;
  bool first = true;
  for (const mpeg::PictureUnit& unit : mpeg::split(clip)) {
    const bool has_group = unit.starts_group && !first;
    const auto group = std::ranges::find(unit.start_codes, kMpegGroupStart, &mpeg::StartCode::value);
    const std::size_t from = has_group ? group->offset : 0;
    const ByteView bytes = unit.view().subspan(from);
    result.insert(result.end(), bytes.begin(), bytes.end());
    first = false;
  }
  return result;
}

class Parallel : public MpegClip {};
INSTANTIATE_TEST_SUITE_P(Clips, Parallel, testing::ValuesIn(mpeg::clip_options()), mpeg::clip_name);

TEST_P(Parallel, GivesTheSameWithAnyNumberOfThreads) {
  const RateSchedule schedule(Target::share(0.6));
  const Shaped one = shape(clip_, schedule, {.threads = 1, .groups = 1});
  EXPECT_EQ(one.pictures.size(), 50U);
  EXPECT_TRUE(shape(clip_, schedule, {.threads = 2, .groups = 1}, 100).stream == one.stream);
  EXPECT_TRUE(shape(clip_, schedule, {.threads = 7, .groups = 1}, clip_.size()).stream == one.stream);
  std::int64_t original = 0;
  for (const ShapedPicture& picture : one.pictures) original += picture.statistics.original_size.bytes();
  EXPECT_EQ(original, static_cast<std::int64_t>(clip_.size()));
  EXPECT_NEAR(static_cast<double>(one.stream.size()) / static_cast<double>(clip_.size()), 0.6, 0.005);
  EXPECT_EQ(mpeg::decode(one.stream).messages, "");
}

TEST_P(Parallel, MakesAnIndexThatSparesParsing) {
  const RateSchedule schedule(Target::share(0.6));
  ParallelShaper maker({.threads = 2, .groups = 1, .make_index = true}, schedule);
  ASSERT_TRUE(maker.push(clip_).ok());
  ASSERT_TRUE(maker.finish().ok());
  Bytes stream;
  while (auto picture = maker.pop()) stream.insert(stream.end(), picture->bytes.begin(), picture->bytes.end());
  EXPECT_TRUE(stream == shape(clip_, schedule, {.groups = 1}).stream);
  const Bytes bytes = maker.take_index();
  auto index = mpeg::ShapingIndex::open(bytes);
  ASSERT_TRUE(index.ok());
  const auto shared = std::make_shared<const mpeg::ShapingIndex>(std::move(*index));
  const RateSchedule other(Target::share(0.8));
  const Shaped indexed = shape(clip_, other, {.threads = 2, .groups = 1, .index = shared});
  EXPECT_TRUE(indexed.stream == shape(clip_, other, {.groups = 1}).stream);
  for (const ShapedPicture& picture : indexed.pictures) EXPECT_TRUE(picture.statistics.indexed);
}

TEST_P(Parallel, PartsNeedNoSequenceHeaderOfTheirOwn) {
  const Bytes clip = without_later_sequence_headers(clip_);
  ASSERT_LT(clip.size(), clip_.size());
  const RateSchedule schedule(Target::share(0.6));
  const Shaped parts = shape(clip, schedule, {.threads = 2, .groups = 1});
  EXPECT_NEAR(static_cast<double>(parts.stream.size()) / static_cast<double>(clip.size()), 0.6, 0.01);
  EXPECT_EQ(mpeg::decode(parts.stream).messages, "");
  EXPECT_TRUE(shape(clip, RateSchedule(Target::everything()), {.groups = 1}).stream == clip);
}

TEST_P(Parallel, ShapesAllThatCameWhenFlushed) {
  const std::vector<mpeg::PictureUnit> units = mpeg::split(clip_);
  ParallelShaper shaper({.threads = 2}, RateSchedule(Target::share(0.6)));
  Bytes stream;
  std::size_t pictures = 0;
  for (const mpeg::PictureUnit& unit : units) {
    ASSERT_TRUE(shaper.push(unit.view()).ok());
    if (++pictures == 31) {
      ASSERT_TRUE(shaper.flush().ok());
    }
    std::size_t popped = 0;
    while (const auto picture = shaper.pop()) {
      ++popped;
      stream.insert(stream.end(), picture->bytes.begin(), picture->bytes.end());
    }
    EXPECT_EQ(popped, pictures == 31 ? 31U : 0U);
  }
  ASSERT_TRUE(shaper.finish().ok());
  while (const auto picture = shaper.pop()) stream.insert(stream.end(), picture->bytes.begin(), picture->bytes.end());
  EXPECT_EQ(mpeg::decode(stream).messages, "");
  EXPECT_NEAR(static_cast<double>(stream.size()) / static_cast<double>(clip_.size()), 0.6, 0.02);
}

TEST_P(Parallel, FollowsASchedule) {
  const auto rate = static_cast<std::int64_t>(clip_.size()) * 8 / 2;
  const auto schedule = RateSchedule::parse("0.96 " + std::to_string(rate * 7 / 10) + " # half way\n1.44 unlimited\n");
  ASSERT_TRUE(schedule.ok()) << schedule.error().message;
  const Shaped shaped = shape(clip_, *schedule, {.threads = 2, .groups = 1});
  ASSERT_EQ(shaped.pictures.size(), 50U);
  std::int64_t gone = 0;
  for (std::size_t i = 0; i < 50; ++i) {
    const auto& statistics = shaped.pictures[i].statistics;
    if (i < 24 || i >= 36) {
      EXPECT_EQ(statistics.size, statistics.original_size) << "picture " << i;
    }
    gone += (statistics.original_size - statistics.size).bytes();
  }
  EXPECT_GT(gone, 0);
}

TEST_P(Parallel, OnceShapedTheRateVariesToTheEnd) {
  constexpr int kConstant = 0x1234;
  Bytes clip = clip_;
  const auto for_each_picture = [](Bytes& bytes, const auto& visit) {
    for (std::size_t i = 0; i + 8 < bytes.size(); ++i) {
      if (bytes[i] == 0 && bytes[i + 1] == 0 && bytes[i + 2] == 1 && bytes[i + 3] == 0) visit(&bytes[i + 5]);
    }
  };
  for_each_picture(clip, [](std::uint8_t* field) {
    field[0] = static_cast<std::uint8_t>((field[0] & ~7) | kConstant >> 13);
    field[1] = static_cast<std::uint8_t>(kConstant >> 5 & 0xFF);
    field[2] = static_cast<std::uint8_t>((field[2] & 7) | (kConstant << 3 & 0xF8));
  });
  const auto schedule = RateSchedule::parse("0.96 100k\n1.44 unlimited\n");
  ASSERT_TRUE(schedule.ok()) << schedule.error().message;
  Shaped shaped = shape(clip, *schedule, {.threads = 2, .groups = 1});
  int picture = 0;
  for_each_picture(shaped.stream, [&picture](const std::uint8_t* field) {
    const int vbv_delay = (field[0] & 7) << 13 | field[1] << 5 | field[2] >> 3;
    EXPECT_EQ(vbv_delay, picture < 24 ? kConstant : 0xFFFF) << picture;
    ++picture;
  });
  EXPECT_EQ(picture, 50);
}

TEST_P(Parallel, AStartCodeThatIsDamageCostsOneSlice) {
  Bytes damaged = clip_;
  const std::vector<mpeg::PictureUnit> units = mpeg::split(clip_);
  constexpr std::size_t kIndex = 31;
  std::size_t middle = units[kIndex].size - 20;
  for (std::size_t i = 0; i < kIndex; ++i) middle += units[i].size;
  std::ranges::copy(Bytes{0, 0, 1, 0xBB}, damaged.begin() + static_cast<std::ptrdiff_t>(middle));
  const Shaped shaped = shape(damaged, RateSchedule(Target::share(0.6)), {.threads = 2, .groups = 1});
  ASSERT_EQ(shaped.pictures.size(), 50U);
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(shaped.pictures[i].statistics.damaged_slices, i == kIndex ? 1U : 0U) << "picture " << i;
  }
  EXPECT_LT(shaped.stream.size(), clip_.size() * 65 / 100);
}

/// Bits of the pictures from `first` up to `end`: those that came, and the fewest that could stay.
mpeg::GroupSize size_of(const Shaped& shaped, std::size_t first, std::size_t end) {
  mpeg::GroupSize size;
  for (std::size_t i = first; i < end; ++i) {
    const mpeg::PictureStatistics& statistics = shaped.pictures[i].statistics;
    size.original_bits += static_cast<double>(statistics.size.bits());
    size.smallest_bits += static_cast<double>(statistics.smallest_size.bits());
  }
  return size;
}

TEST(ParallelFloor, GroupsThatCanHardlyBeSmallerGetBitsOfTheOthers) {
  const Bytes coarse = mpeg::make_clip({"coarse", "-c:v mpeg2video -q:v 20 -g 12 -bf 2"});
  Bytes clip = mpeg::make_clip({"fine", "-c:v mpeg2video -q:v 3 -g 12 -bf 2"});
  clip.insert(clip.begin(), coarse.begin(), coarse.end());
  for (const char* variant : {"group", "automatic"}) {
    const ParallelShaperConfig config = {.shaper = mpeg::find_variant(variant)->config, .threads = 2, .groups = 20};
    const mpeg::GroupSize all = size_of(shape(clip, RateSchedule(Target::share(1)), config), 0, 50);
    const double floor = size_of(shape(clip, RateSchedule(Target::share(0.01)), config), 0, 50).smallest_bits;
    const double share = floor / all.original_bits;
    const Shaped shaped = shape(clip, RateSchedule(Target::share(share)), config);
    const mpeg::GroupSize first = size_of(shaped, 0, 50);
    EXPECT_GT(first.original_bits - floor, 0.12 * (all.original_bits - floor)) << variant;
    EXPECT_NEAR(static_cast<double>(shaped.stream.size()) / static_cast<double>(clip.size()), share, 0.005) << variant;
    for (const ShapedPicture& picture : shaped.pictures) EXPECT_TRUE(picture.statistics.target_reached) << variant;
  }
}

TEST(ParallelFloor, PartsThatFollowPayForOneThatCannotReachTheShare) {
  Bytes clip = mpeg::make_clip({"coarse", "-c:v mpeg2video -q:v 20 -g 12 -bf 2"});
  const Bytes fine = mpeg::make_clip({"fine", "-c:v mpeg2video -q:v 4 -g 12 -bf 2"});
  clip.insert(clip.end(), fine.begin(), fine.end());
  // The coarse clip is a part of its own.
  const ParallelShaperConfig config = {.threads = 2, .groups = 5};
  const mpeg::GroupSize coarse = size_of(shape(clip, RateSchedule(Target::share(0.01)), config), 0, 50);
  const mpeg::GroupSize all = size_of(shape(clip, RateSchedule(Target::share(1)), config), 0, 50);
  const double share = 0.9 * coarse.smallest_bits / all.original_bits;
  const Shaped shaped = shape(clip, RateSchedule(Target::share(share)), config);
  EXPECT_NEAR(static_cast<double>(shaped.stream.size()) / static_cast<double>(clip.size()), share, 0.005);
  EXPECT_TRUE(shape(clip, RateSchedule(Target::share(share)), {.threads = 7, .groups = 5}, 777).stream ==
              shaped.stream);
}

TEST(ParallelErrors, AreThoseOfTheShaper) {
  ParallelShaper shaper({.threads = 2}, RateSchedule(Target::share(0.5)));
  ASSERT_TRUE(shaper.push(Bytes(100, 'x')).ok());
  const auto finished = shaper.finish();
  ASSERT_FALSE(finished.ok());
  EXPECT_THAT(finished.error().message.text(), testing::HasSubstr("no MPEG-1 or MPEG-2 picture"));
}

TEST(Schedule, HoldsFromEachLineOn) {
  const auto schedule = RateSchedule::parse("# a comment\n\n 2 1M\n 3.5   300k # slower\n");
  ASSERT_TRUE(schedule.ok()) << schedule.error().message;
  EXPECT_EQ(schedule->at(0), Target::everything());
  EXPECT_EQ(schedule->at(1.99), Target::everything());
  EXPECT_EQ(schedule->at(2), Target::rate(DataRate::kilobits_per_second(1000)));
  EXPECT_EQ(schedule->at(100), Target::rate(DataRate::kilobits_per_second(300)));
}

TEST(Schedule, NamesTheLineThatIsWrong) {
  for (const char* text :
       {"0 1M\n1 fast", "0 1M\n0 2M", "0 1M\n-1 2M", "0 1M\nsoon 2M", "0 1M\n1", "0 1M\n1 2M 3M", "0 1M\n1 0M"}) {
    const auto schedule = RateSchedule::parse(text);
    ASSERT_FALSE(schedule.ok()) << text;
    EXPECT_THAT(schedule.error().message.text(), testing::HasSubstr("line 2: expected SECONDS RATE"));
  }
  EXPECT_FALSE(RateSchedule::parse("# nothing\n").ok());
}

}  // namespace
}  // namespace counterpoint
