// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/shaper.h"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>

#include "tests/unit/media/mpeg/mpeg_test_clips.h"

namespace counterpoint::mpeg {
namespace {

using testing::HasSubstr;

struct Shaped {
  Bytes stream;
  std::vector<PictureStatistics> pictures;
};

void pop_all(Shaper& shaper, Shaped& shaped) {
  while (const auto picture = shaper.pop()) {
    shaped.stream.insert(shaped.stream.end(), picture->bytes.begin(), picture->bytes.end());
    if (picture->has_picture) shaped.pictures.push_back(picture->statistics);
  }
}

Shaped shape(const Bytes& clip, Target target, ShaperConfig config = {}, std::size_t chunk = 4096) {
  Shaper shaper(config, target);
  Shaped shaped;
  for (PictureUnit& unit : split(clip, chunk)) {
    shaper.push(std::move(unit));
    pop_all(shaper, shaped);
  }
  shaper.finish();
  pop_all(shaper, shaped);
  return shaped;
}

struct GroupOfPictures {
  double bits = 0;
  double seconds = 0;
  bool target_reached = true;
};

std::vector<GroupOfPictures> groups(const std::vector<PictureStatistics>& pictures) {
  std::vector<GroupOfPictures> groups;
  for (const PictureStatistics& picture : pictures) {
    if (picture.starts_group) groups.emplace_back();
    groups.back().bits += static_cast<double>(picture.size.bits());
    groups.back().seconds += picture.seconds;
    groups.back().target_reached &= picture.target_reached;
  }
  return groups;
}

class MpegShaper : public MpegClip {
 protected:
  [[nodiscard]] DataRate own_rate() const {
    return DataSize::bytes(static_cast<std::int64_t>(clip_.size())) / Duration(2s);
  }
};
INSTANTIATE_TEST_SUITE_P(Clips, MpegShaper, testing::ValuesIn(clip_options()), clip_name);

TEST_P(MpegShaper, ChangesNothingWithoutATarget) {
  EXPECT_EQ(shape(clip_, Target::everything()).stream, clip_);
  EXPECT_EQ(shape(clip_, Target::share(1)).stream, clip_);
}

TEST_P(MpegShaper, GivesEachGroupItsShareToAThousandth) {
  for (const double share : {0.9, 0.7}) {
    const Shaped shaped = shape(clip_, Target::share(share));
    double asked = 0;
    double given = 0;
    for (const PictureStatistics& picture : shaped.pictures) {
      asked += static_cast<double>(picture.original_size.bits()) * share;
      given += static_cast<double>(picture.size.bits());
      EXPECT_TRUE(picture.target_reached);
    }
    EXPECT_NEAR(given / asked, 1, 1e-3);
    const Decoded decoded = decode(shaped.stream);
    EXPECT_EQ(decoded.messages, "");
    EXPECT_EQ(std::ranges::count(decoded.frames, '\n'), std::ranges::count(decode(clip_).frames, '\n'));
  }
}

TEST_P(MpegShaper, HoldsARateInEveryGroup) {
  const DataRate rate = own_rate() * 0.6;
  for (const GroupOfPictures& group : groups(shape(clip_, Target::rate(rate)).pictures)) {
    if (!group.target_reached) continue;
    const double asked = static_cast<double>(rate.bits_per_second()) * group.seconds;
    // A thousandth may come from the group before; the last picture's slices end at whole bytes.
    constexpr double kSlices = 6;
    EXPECT_LT(group.bits, asked * 1.001 + kSlices * 8) << "of " << group.seconds << " s";
  }
}

TEST_P(MpegShaper, DoesNotDependOnTheChunks) {
  const Target target = Target::share(0.6);
  const Bytes whole = shape(clip_, target, {}, clip_.size()).stream;
  EXPECT_EQ(shape(clip_, target, {}, 1).stream, whole);
  EXPECT_EQ(shape(clip_, target, {}, 777).stream, whole);
  const ShaperConfig live = {.window = 1};
  EXPECT_EQ(shape(clip_, target, live, 777).stream, shape(clip_, target, live, clip_.size()).stream);
}

TEST_P(MpegShaper, HoldsNothingBeyondItsWindow) {
  Shaper shaper({.window = 1}, Target::share(0.6));
  for (PictureUnit& unit : split(clip_)) {
    shaper.push(std::move(unit));
    ASSERT_TRUE(shaper.pop().has_value());
    EXPECT_FALSE(shaper.pop().has_value());
  }
}

TEST_P(MpegShaper, TellsWhatItDidToEachPicture) {
  const Shaped shaped = shape(clip_, Target::share(0.01));
  std::int64_t bytes = 0;
  for (const PictureStatistics& picture : shaped.pictures) {
    EXPECT_FALSE(picture.target_reached);
    EXPECT_NEAR(static_cast<double>(picture.size.bytes()), static_cast<double>(picture.smallest_size.bytes()), 12);
    EXPECT_GT(picture.slices, 0U);
    EXPECT_EQ(picture.damaged_slices, 0U);
    EXPECT_TRUE(picture.understood());
    bytes += picture.original_size.bytes();
  }
  EXPECT_EQ(bytes, static_cast<std::int64_t>(clip_.size()));
  EXPECT_EQ(shaped.pictures.size(), 50U);
  EXPECT_DOUBLE_EQ(shaped.pictures[0].seconds, 0.04);
  EXPECT_EQ(decode(shaped.stream).messages, "");
}

TEST(MpegShaperCopies, WhatItDoesNotUnderstandIsNoDamage) {
  Bytes clip = make_clip(clip_options()[0]);
  constexpr Bytes::value_type kD = 4;
  std::size_t pictures = 0;
  for (std::size_t i = 0; i + 5 < clip.size(); ++i) {
    if (clip[i] != 0 || clip[i + 1] != 0 || clip[i + 2] != 1 || clip[i + 3] != kMpegPictureStart) continue;
    clip[i + 5] = static_cast<std::uint8_t>((clip[i + 5] & 0xC7) | kD << 3);
    ++pictures;
  }
  ASSERT_EQ(pictures, 50U);
  for (const PictureStatistics& picture : shape(clip, Target::share(0.5)).pictures) {
    EXPECT_EQ(picture.damaged_slices, 0U);
    EXPECT_FALSE(picture.understood());
    EXPECT_EQ(picture.size, picture.original_size);
  }
}

TEST(MpegShaperCopies, APictureWhoseHeaderIsBrokenAlone) {
  constexpr int kBroken = 10;
  Bytes clip = make_clip(clip_options()[1]);
  const Shaped audio = shape(clip, Target::share(0.5));
  int pictures = 0;
  for (std::size_t i = 0; i + 5 < clip.size(); ++i) {
    if (clip[i] != 0 || clip[i + 1] != 0 || clip[i + 2] != 1 || clip[i + 3] != kMpegPictureStart) continue;
    if (pictures++ == kBroken) clip[i + 5] &= 0xC7;
  }
  const Shaped shaped = shape(clip, Target::share(0.5));
  ASSERT_EQ(shaped.pictures.size(), audio.pictures.size());
  for (std::size_t i = 0; i < shaped.pictures.size(); ++i) {
    EXPECT_EQ(shaped.pictures[i].understood(), i != kBroken) << i;
    EXPECT_EQ(shaped.pictures[i].starts_group, audio.pictures[i].starts_group) << i;
    EXPECT_EQ(shaped.pictures[i].seconds, audio.pictures[i].seconds) << i;
  }
}

TEST(MpegShaperTimes, AnUnknownFrameRateCountsAs25) {
  const Bytes clip = make_clip(clip_options()[1]);
  const Target target = Target::rate(DataRate::kilobits_per_second(500));
  const Shaped audio = shape(clip, target);
  for (const int code : {0, 9, 15}) {
    Bytes unknown = clip;
    for (std::size_t i = 0; i + 7 < clip.size(); ++i) {
      if (clip[i] != 0 || clip[i + 1] != 0 || clip[i + 2] != 1 || clip[i + 3] != kMpegSequenceHeader) continue;
      unknown[i + 7] = static_cast<std::uint8_t>((clip[i + 7] & 0xF0) | code);
    }
    const Shaped shaped = shape(unknown, target);
    EXPECT_EQ(shaped.stream.size(), audio.stream.size()) << code;
    EXPECT_TRUE(shaped.pictures.back().seconds_assumed) << code;
    EXPECT_FALSE(audio.pictures.back().seconds_assumed);
  }
}

TEST(MpegShaperLive, ObeysANewTargetAtTheNextPicture) {
  const Bytes clip = make_clip(clip_options()[1]);
  ASSERT_FALSE(clip.empty());
  for (const std::size_t window : {std::size_t{1}, std::size_t{64}}) {
    Shaper shaper({.window = window}, Target::everything());
    push_all(shaper, clip);
    for (int i = 0; i < 30; ++i) {
      const auto picture = shaper.pop();
      ASSERT_TRUE(picture.has_value());
      if (picture->statistics.starts_group) continue;
      EXPECT_EQ(picture->statistics.size, picture->statistics.original_size);
    }
    shaper.set_target(Target::share(0.5));
    const auto next = shaper.pop();
    ASSERT_TRUE(next.has_value());
    EXPECT_LT(next->statistics.size / next->statistics.original_size, 0.75) << "window " << window;
    Shaped rest;
    pop_all(shaper, rest);
    double asked = 0;
    double given = 0;
    for (const PictureStatistics& picture : rest.pictures) {
      asked += static_cast<double>(picture.original_size.bits()) / 2;
      given += static_cast<double>(picture.size.bits());
    }
    // Without a window, it cannot know that the stream ends within a group.
    EXPECT_NEAR(given / asked, 1, window == 1 ? 0.1 : 0.01) << "window " << window;
  }
}

TEST(MpegShaperLive, PicturesThatWereNotSentLeaveTheirBitsToOthers) {
  const Bytes clip = make_clip(clip_options()[1]);
  const auto sent_bytes = [&](bool return_unsent_bits) {
    Shaper shaper({}, Target::share(0.5));
    push_all(shaper, clip);
    std::int64_t sent = 0;
    while (const auto picture = shaper.pop()) {
      const DataSize size = picture->statistics.size;
      if (picture->statistics.picture_coding_type != MpegPictureType::kB) {
        sent += size.bytes();
      } else if (return_unsent_bits) {
        shaper.return_unsent_bits(size);
      }
    }
    return static_cast<double>(sent) / static_cast<double>(clip.size());
  };
  const double without = sent_bytes(false);
  const double with = sent_bytes(true);
  EXPECT_GT(with, without + 0.02);
  EXPECT_LT(with, 0.51);
}

TEST(MpegShaperLive, ALongDeficitDoesNotStarveWhatFollows) {
  const Bytes clip = make_clip(clip_options()[1]);
  const Target enough = Target::rate(DataRate::kilobits_per_second(500));
  // The bytes of the fourth group but its first picture, with which the target changes.
  const auto fourth_group = [&](Target before) {
    Shaper shaper({}, before);
    push_all(shaper, clip);
    std::size_t groups = 0;
    std::int64_t bytes = 0;
    while (const auto picture = shaper.pop()) {
      groups += picture->statistics.starts_group ? 1U : 0U;
      EXPECT_TRUE(groups > 3 || picture->statistics.target_reached == (before == enough));
      if (groups == 4 && !picture->statistics.starts_group) bytes += picture->statistics.size.bytes();
      if (groups == 4) shaper.set_target(enough);
    }
    return static_cast<double>(bytes);
  };
  const double starved = fourth_group(Target::rate(DataRate::kilobits_per_second(10)));
  EXPECT_GT(starved, 0.9 * fourth_group(enough));
}

/// The bytes of the second group's pictures but its first three, when `target_of(n)` holds for the n-th of them and
/// `target_of(0)` before.
double rest_of_second_group(const Bytes& clip, std::size_t window, const std::function<Target(int)>& target_of) {
  Shaper shaper({.window = window}, target_of(0));
  push_all(shaper, clip);
  int groups = 0;
  int in_group = 0;
  double bytes = 0;
  while (const auto picture = shaper.pop()) {
    groups += picture->statistics.starts_group ? 1 : 0;
    in_group = picture->statistics.starts_group ? 1 : in_group + 1;
    if (groups == 2 && in_group > 3) bytes += static_cast<double>(picture->statistics.size.bytes());
    EXPECT_TRUE(picture->statistics.target_reached) << "picture " << in_group << " of group " << groups;
    if (groups == 2 && in_group >= 3) shaper.set_target(target_of(in_group - 2));
  }
  return bytes;
}

TEST(MpegShaperLive, ASmallerTargetMeetsTheRestOfItsGroupAsItMeetsTheWhole) {
  const Bytes clip = make_clip(clip_options()[1]);
  const DataRate before = DataRate::kilobits_per_second(800);
  for (const std::size_t window : {std::size_t{1}, std::size_t{64}}) {
    const double plan = rest_of_second_group(clip, window, [&](int) { return Target::rate(before); });
    for (const double step : {0.8, 0.65}) {
      const double rest =
          rest_of_second_group(clip, window, [&](int n) { return Target::rate(before * (n == 0 ? 1 : step)); });
      EXPECT_NEAR(rest / (plan * step), 1, 0.05) << "window " << window << ", down to " << step;
    }
  }
}

TEST(MpegShaperLive, ATargetThatWaversForgivesNoDebt) {
  const Bytes clip = make_clip(clip_options()[1]);
  const DataRate rate = DataRate::kilobits_per_second(800);
  const double steady = rest_of_second_group(clip, 64, [&](int) { return Target::rate(rate); });
  const double wavering =
      rest_of_second_group(clip, 64, [&](int n) { return Target::rate(rate * (n % 2 == 0 ? 1 : 0.9)); });
  EXPECT_NEAR(wavering / (steady * 0.95), 1, 0.03);
}

TEST(MpegShaperLive, WhatATargetCouldNotSpendIsNotLeftToASmallerOne) {
  const Bytes clip = make_clip(clip_options()[1]);
  const double rest = rest_of_second_group(
      clip, 64, [](int n) { return Target::rate(DataRate::kilobits_per_second(n == 0 ? 100'000 : 500)); });
  constexpr double kPictures = 9;
  EXPECT_NEAR(rest / (500e3 / 8 * kPictures / 25), 1, 0.02);
}

TEST(MpegShaperLive, SaysThatTheRateVariesOnceItShapes) {
  const Bytes clip = make_clip(clip_options()[0]);
  Shaper shaper({}, Target::share(0.8));
  push_all(shaper, clip);
  int pictures = 0;
  while (const auto picture = shaper.pop()) {
    const auto& bytes = picture->bytes;
    for (std::size_t i = 0; i + 8 < bytes.size(); ++i) {
      if (bytes[i] != 0 || bytes[i + 1] != 0 || bytes[i + 2] != 1 || bytes[i + 3] != kMpegPictureStart) continue;
      EXPECT_EQ((bytes[i + 5] & 7) << 13 | bytes[i + 6] << 5 | bytes[i + 7] >> 3, 0xFFFF);
      ++pictures;
    }
  }
  EXPECT_EQ(pictures, 50);
}

TEST(MpegShaperLongGroup, DoesNotFadeBehindTheWindow) {
  const Bytes clip = make_clip({"endless", "-c:v mpeg2video -b:v 900k -g 9999 -bf 2 -sc_threshold 1000000000"});
  const std::vector<PictureStatistics> pictures = shape(clip, Target::share(0.7), {.window = 20}).pictures;
  ASSERT_EQ(pictures.size(), 50U);
  const auto kept = [&](std::size_t first, std::size_t end) {
    double before = 0;
    double after = 0;
    for (std::size_t i = first; i < end; ++i) {
      if (pictures[i].picture_coding_type != MpegPictureType::kP) continue;
      before += static_cast<double>(pictures[i].original_size.bits());
      after += static_cast<double>(pictures[i].size.bits());
    }
    return after / before;
  };
  EXPECT_GT(kept(25, 50), kept(1, 20) - 0.1);
}

TEST(MpegShaperLongGroup, KeepsThePicturesOfAChainAlike) {
  const Bytes clip = make_clip({"chain", "-c:v mpeg2video -b:v 900k -g 25 -bf 0 -sc_threshold 1000000000"});
  const std::vector<PictureStatistics> pictures = shape(clip, Target::share(0.7)).pictures;
  ASSERT_EQ(pictures.size(), 50U);
  std::vector<double> kept;
  for (std::size_t i = 2; i < 19; ++i) kept.push_back(pictures[i].size / pictures[i].original_size);
  const auto [least, most] = std::ranges::minmax(kept);
  EXPECT_LT(most - least, 0.2) << ::testing::PrintToString(kept);
}

TEST(PictureSplitterErrors, SayInOneLineWhatIsWrong) {
  const auto error_of = [](const Bytes& bytes) {
    PictureSplitter splitter;
    const auto pushed = splitter.push(bytes);
    const auto finished = splitter.finish();
    EXPECT_FALSE(pushed.ok() && finished.ok());
    const Error error = !pushed.ok() ? pushed.error() : finished.error();
    EXPECT_EQ(error.kind, ErrorKind::kMalformed);
    EXPECT_EQ(error.message.text().find('\n'), std::string::npos);
    return error.message.text();
  };
  EXPECT_THAT(error_of({}), HasSubstr("no MPEG-1 or MPEG-2 picture"));
  EXPECT_THAT(error_of(Bytes(100, 'x')), HasSubstr("no MPEG-1 or MPEG-2 picture"));
  EXPECT_THAT(error_of(Bytes(17 << 20, 'x')), HasSubstr("no MPEG-1 or MPEG-2 sequence header in the first 16 MiB"));
  Bytes late = {0, 0, 1, kMpegPictureStart, 0, 8, 0, 0, 0, 0, 1, 1, 0xFF};
  EXPECT_THAT(error_of(late), HasSubstr("no MPEG-1 or MPEG-2 sequence header in front of its pictures"));
  late.resize(15 << 20, 0xFF);
  EXPECT_TRUE(PictureSplitter().push(late).ok());
  EXPECT_THAT(error_of({9, 0, 0, 1, 0xBA, 0x44, 0}), HasSubstr("byte 1 starts a system stream"));
  Bytes endless = {0, 0, 1, kMpegSequenceHeader};
  endless.resize(std::size_t{33} << 20, 0xFF);
  EXPECT_THAT(error_of(endless), HasSubstr("more than 32 MiB"));
}

}  // namespace
}  // namespace counterpoint::mpeg
