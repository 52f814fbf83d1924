// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings of broadcasts, which begin anywhere in a group of pictures.
#include <algorithm>

#include "media/mpeg/config/variants.h"
#include "tests/unit/media/mpeg/mpeg_test_clips.h"

namespace counterpoint::mpeg {
namespace {

/// `clip` from the middle of its second picture on.
Bytes recording_of(const Bytes& clip) {
  const std::vector<PictureUnit> units = split(clip);
  const std::size_t first = units[0].size + units[1].size / 2;
  return {clip.begin() + static_cast<std::ptrdiff_t>(first), clip.end()};
}

/// Number of units before the first sequence header.
std::size_t leading_units(const std::vector<PictureUnit>& units) {
  return static_cast<std::size_t>(std::ranges::find(units, true, &PictureUnit::starts_group) - units.begin());
}

std::vector<PictureStatistics> shape(const Bytes& recording, Target target, const ShaperConfig& config = {}) {
  Shaper shaper(config, target);
  push_all(shaper, recording);
  std::vector<PictureStatistics> pictures;
  while (const auto picture = shaper.pop()) {
    if (picture->has_picture) pictures.push_back(picture->statistics);
  }
  return pictures;
}

class LeadingPictures : public MpegClip {
 protected:
  void SetUp() override {
    MpegClip::SetUp();
    recording_ = recording_of(clip_);
  }
  Bytes recording_;
};
INSTANTIATE_TEST_SUITE_P(Clips, LeadingPictures, testing::ValuesIn(clip_options()), clip_name);

TEST_P(LeadingPictures, AreUnderstoodByTheSequenceHeaderThatFollows) {
  const std::vector<PictureUnit> whole = split(clip_);
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{777}, recording_.size()}) {
    const std::vector<PictureUnit> units = split(recording_, chunk);
    ASSERT_EQ(units.size() + 1, whole.size());
    EXPECT_TRUE(units[0].is_headless());
    ASSERT_GT(leading_units(units), 3U);
    for (std::size_t i = 1; i < units.size(); ++i) {
      EXPECT_EQ(units[i].size, whole[i + 1].size);
      EXPECT_EQ(units[i].headers.can_parse_slices(), whole[i + 1].headers.can_parse_slices());
      EXPECT_EQ(units[i].seconds(), whole[i + 1].seconds());
      EXPECT_EQ(units[i].headers.picture().picture_coding_type, whole[i + 1].headers.picture().picture_coding_type);
    }
  }
}

TEST_P(LeadingPictures, AreShapedAndLeaveTheOthersTheirShare) {
  for (const char* variant : {"group", "automatic"}) {
    double before = 0;
    double after = 0;
    const auto expect_share = [&] {
      if (before > 0) {
        EXPECT_NEAR(after / before, 0.6, 0.02) << variant;
      }
      before = after = 0;
    };
    for (const PictureStatistics& picture : shape(recording_, Target::share(0.6), find_variant(variant)->config)) {
      if (picture.starts_group) expect_share();
      EXPECT_TRUE(picture.understood());
      EXPECT_EQ(picture.damaged_slices, 0U);
      before += static_cast<double>(picture.original_size.bits());
      after += static_cast<double>(picture.size.bits());
    }
    expect_share();
  }
}

TEST_P(LeadingPictures, HoldTheRate) {
  const DataRate rate = DataSize::bytes(static_cast<std::int64_t>(clip_.size())) / Duration(2s) * 0.7;
  double bits = 0;
  double seconds = 0;
  for (const PictureStatistics& picture : shape(recording_, Target::rate(rate))) {
    bits += static_cast<double>(picture.size.bits());
    seconds += picture.seconds;
  }
  EXPECT_LT(bits, static_cast<double>(rate.bits_per_second()) * seconds * 1.005);
}

TEST(LeadingPicturesLive, DoNotWaitWhenFlushed) {
  const Bytes recording = recording_of(make_clip(clip_options()[1]));
  PictureSplitter splitter;
  ASSERT_TRUE(splitter.push(ByteView(recording).first(recording.size() / 20)).ok());
  EXPECT_FALSE(splitter.pop().has_value());
  splitter.flush();
  EXPECT_TRUE(splitter.pop().has_value());
}

}  // namespace
}  // namespace counterpoint::mpeg
