// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/shaping_index.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "core/base/rng.h"
#include "media/mpeg/shaper.h"
#include "media/mpeg/shaping_index_writer.h"
#include "tests/unit/media/mpeg_test_clips.h"

namespace counterpoint::mpeg {
namespace {

using testing::HasSubstr;

struct Shaped {
  Bytes stream;
  std::size_t pictures = 0;
  std::size_t indexed = 0;
};

Result<void> use_index(Shaper& shaper, ByteView octets) {
  auto index = ShapingIndex::open(octets);
  if (!index) return index.error();
  return shaper.use_index(std::make_shared<const ShapingIndex>(std::move(*index)));
}

Shaped shape(const Bytes& clip, Target target, ByteView index = {}, ShaperConfig config = {}) {
  Shaper shaper(config, target);
  EXPECT_TRUE(index.empty() || use_index(shaper, index).ok());
  push_all(shaper, clip);
  Shaped shaped;
  while (const auto picture = shaper.pop()) {
    shaped.stream.insert(shaped.stream.end(), picture->octets.begin(), picture->octets.end());
    if (!picture->has_picture) continue;
    ++shaped.pictures;
    shaped.indexed += picture->statistics.indexed ? 1U : 0U;
  }
  return shaped;
}

Bytes index_of(const Bytes& clip) {
  auto index = make_shaping_index(clip, {});
  EXPECT_TRUE(index.ok());
  return index.ok() ? std::move(*index) : Bytes();
}

/// `octets` with a few of them changed.
Bytes damaged(Bytes octets, Rng& rng, std::size_t first) {
  for (int i = 0; i < 3; ++i) {
    octets[first + rng.next() % (octets.size() - first)] ^= static_cast<std::uint8_t>(rng.next() % 255 + 1);
  }
  return octets;
}

class MpegShapingIndex : public MpegClip {};
INSTANTIATE_TEST_SUITE_P(Clips, MpegShapingIndex, testing::ValuesIn(clip_options()), clip_name);

TEST_P(MpegShapingIndex, GivesTheSameOctetsAsParsing) {
  const Bytes index = index_of(clip_);
  EXPECT_LT(index.size(), clip_.size() * 2);
  const std::vector<Target> targets = {Target::everything(), Target::share(0.97),
                                       Target::share(0.8),   Target::share(0.5),
                                       Target::share(0.01),  Target::rate(DataRate::kilobits_per_second(400))};
  for (const Target& target : targets) {
    const Shaped parsed = shape(clip_, target);
    const Shaped indexed = shape(clip_, target, index);
    EXPECT_EQ(parsed.indexed, 0U);
    EXPECT_EQ(indexed.indexed, indexed.pictures);
    EXPECT_EQ(indexed.pictures, parsed.pictures);
    EXPECT_TRUE(indexed.stream == parsed.stream) << indexed.stream.size() << " and " << parsed.stream.size();
  }
}

TEST_P(MpegShapingIndex, GivesTheSameOctetsAsParsingADamagedStream) {
  Rng rng(4);
  for (int round = 0; round < 10; ++round) {
    const Bytes clip = damaged(clip_, rng, 200);
    const Shaped parsed = shape(clip, Target::share(0.7));
    const Shaped indexed = shape(clip, Target::share(0.7), index_of(clip));
    EXPECT_EQ(indexed.indexed, indexed.pictures);
    EXPECT_TRUE(indexed.stream == parsed.stream) << round;
  }
}

TEST_P(MpegShapingIndex, LiveShapingByTheIndexHoldsItsShare) {
  const Shaped shaped = shape(clip_, Target::share(0.7), index_of(clip_), {.window = 1});
  EXPECT_EQ(shaped.indexed, shaped.pictures);
  EXPECT_NEAR(static_cast<double>(shaped.stream.size()), 0.7 * static_cast<double>(clip_.size()),
              0.01 * static_cast<double>(clip_.size()));
}

/// One clip for what does not depend on the clip.
class MpegBrokenShapingIndex : public testing::Test {
 protected:
  void SetUp() override {
    clip_ = make_clip(clip_options()[0]);
    ASSERT_FALSE(clip_.empty());
    index_ = index_of(clip_);
    parsed_ = shape(clip_, Target::share(0.7)).stream;
  }
  Bytes clip_;
  Bytes index_;
  Bytes parsed_;
};

TEST_F(MpegBrokenShapingIndex, ChangedOctetsAreParsedInstead) {
  Rng rng(5);
  constexpr std::size_t kHeader = 16;
  std::size_t ignored = 0;
  for (int round = 0; round < 100; ++round) {
    const Bytes index = damaged(index_, rng, kHeader);
    if (!ShapingIndex::open(index).ok()) continue;
    const Shaped shaped = shape(clip_, Target::share(0.7), index);
    ignored += shaped.indexed < shaped.pictures ? 1U : 0U;
    EXPECT_TRUE(shaped.stream == parsed_) << round;
  }
  EXPECT_GT(ignored, 30U);  // The others hit what is cut beyond the target.
}

TEST_F(MpegBrokenShapingIndex, AnotherStreamIsParsed) {
  const Bytes other = make_clip({"other", "-c:v mpeg1video -b:v 600k -g 10 -bf 2 -vf hflip"});
  const Shaped shaped = shape(other, Target::share(0.7), index_);
  EXPECT_EQ(shaped.indexed, 0U);
  EXPECT_TRUE(shaped.stream == shape(other, Target::share(0.7)).stream);
}

TEST_F(MpegBrokenShapingIndex, PicturesAreKnownWhereverTheyStand) {
  const std::vector<PictureUnit> units = split(clip_);
  auto index = ShapingIndex::open(index_);
  ASSERT_TRUE(index.ok());
  std::size_t pictures = 0;
  for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
    EXPECT_EQ(index->find(*unit).has_value(), unit->has_picture);
    pictures += unit->has_picture ? 1U : 0U;
  }
  EXPECT_GE(pictures, 40U);
  // From the middle on, as after a seek, behind a sequence header that was repeated.
  Bytes stream(units.front().view().begin(), units.front().view().end());
  for (std::size_t i = units.size() / 2; i < units.size(); ++i) {
    stream.insert(stream.end(), units[i].view().begin(), units[i].view().end());
  }
  const Shaped shaped = shape(stream, Target::share(0.7), index_);
  EXPECT_GT(shaped.pictures, 20U);
  EXPECT_EQ(shaped.indexed, shaped.pictures);
}

TEST_F(MpegBrokenShapingIndex, TruncationIsOneClearErrorOrParsing) {
  std::size_t refused = 0;
  for (std::size_t size = 0; size < index_.size(); size += 997) {
    const ByteView index = ByteView(index_).first(size);
    Shaper shaper;
    const auto used = use_index(shaper, index);
    if (used.ok()) continue;
    ++refused;
    EXPECT_THAT(used.error().message, HasSubstr("make it again"));
  }
  EXPECT_GT(refused, index_.size() / 997 / 2);
}

TEST_F(MpegBrokenShapingIndex, OtherWeightsAreRefused) {
  Shaper shaper({.lifetime_weight = 0.1F});
  const auto used = use_index(shaper, index_);
  ASSERT_FALSE(used.ok());
  EXPECT_EQ(used.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_THAT(used.error().message, HasSubstr("other weights"));
}

/// The format's header and, of each record in the list, its picture's hash, its own, and its size.
constexpr std::size_t kIndexHeader = 20;
constexpr std::size_t kRecordHeader = 16;

TEST_F(MpegBrokenShapingIndex, RecordsWhoseHashesAreForgedNeverReadOutsideOfTheUnit) {
  Rng rng(6);
  std::vector<PictureUnit> units = split(clip_);
  std::erase_if(units, [](const PictureUnit& unit) { return !unit.has_picture; });
  std::size_t refused = 0;
  std::size_t written = 0;
  std::size_t header = kIndexHeader;
  std::size_t at = kIndexHeader + units.size() * kRecordHeader;
  for (const PictureUnit& unit : units) {
    std::size_t size = 0;
    for (std::size_t i = 12; i < kRecordHeader; ++i) size = size << 8 | index_[header + i];
    header += kRecordHeader;
    const Bytes record(index_.begin() + static_cast<std::ptrdiff_t>(at),
                       index_.begin() + static_cast<std::ptrdiff_t>(at + size));
    at += size;
    for (int round = 0; round < 200; ++round) {
      // Half of the changes hit the counts and the slices.
      Bytes mutant = record;
      const std::size_t room = round % 2 == 0 ? mutant.size() : std::min<std::size_t>(mutant.size(), 80);
      for (int i = 0; i < 2; ++i) mutant[rng.next() % room] = static_cast<std::uint8_t>(rng.next());
      seal_record(mutant);
      const auto picture = IndexedPicture::read(mutant, unit);
      if (!picture) {
        ++refused;
        continue;
      }
      const auto octets = picture->write(unit, {.multiplier = static_cast<int>(rng.next() % 200), .more = 0.5F});
      EXPECT_TRUE(!octets || octets->size() <= unit.size);
      ++(octets ? written : refused);
    }
  }
  EXPECT_EQ(at, index_.size());
  EXPECT_GT(refused, 100U);
  EXPECT_GT(written, 100U);
}

}  // namespace
}  // namespace counterpoint::mpeg
