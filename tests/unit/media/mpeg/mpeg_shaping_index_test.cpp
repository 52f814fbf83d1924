// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/mpeg/index/shaping_index.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "core/base/rng.h"
#include "media/mpeg/shaper.h"
#include "tests/support/shaping_index_of.h"
#include "tests/unit/media/mpeg/mpeg_test_clips.h"

namespace counterpoint::mpeg {
namespace {

using testing::HasSubstr;

struct Shaped {
  Bytes stream;
  std::size_t pictures = 0;
  std::size_t indexed = 0;
};

/// Views `bytes`.
Result<std::shared_ptr<const ShapingIndex>> open(ByteView bytes) {
  auto index = ShapingIndex::open(bytes);
  if (!index) return index.error();
  return std::make_shared<const ShapingIndex>(std::move(*index));
}

Shaped shape(const Bytes& clip, Target target, ByteView index = {}, ShaperConfig config = {}) {
  Shaper shaper(config, target);
  std::shared_ptr<const ShapingIndex> opened;
  if (!index.empty()) {
    opened = open(index).value();
    EXPECT_TRUE(shaper.use_index(opened).ok());
  }
  for (PictureUnit& unit : split(clip, 4096, opened)) shaper.push(std::move(unit));
  shaper.finish();
  Shaped shaped;
  while (const auto picture = shaper.pop()) {
    shaped.stream.insert(shaped.stream.end(), picture->bytes.begin(), picture->bytes.end());
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

/// `bytes` with a few of them changed.
Bytes damaged(Bytes bytes, Rng& rng, std::size_t first) {
  for (int i = 0; i < 3; ++i) {
    bytes[first + rng.next() % (bytes.size() - first)] ^= static_cast<std::uint8_t>(rng.next() % 255 + 1);
  }
  return bytes;
}

class MpegShapingIndex : public MpegClip {};
INSTANTIATE_TEST_SUITE_P(Clips, MpegShapingIndex, testing::ValuesIn(clip_options()), clip_name);

TEST_P(MpegShapingIndex, GivesTheSameBytesAsParsing) {
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

TEST_P(MpegShapingIndex, GivesTheSameBytesAsParsingADamagedStream) {
  Rng rng(4);
  for (int round = 0; round < 10; ++round) {
    const Bytes clip = damaged(clip_, rng, 200);
    const Shaped parsed = shape(clip, Target::share(0.7));
    const Shaped indexed = shape(clip, Target::share(0.7), index_of(clip));
    EXPECT_EQ(indexed.indexed, indexed.pictures);
    EXPECT_TRUE(indexed.stream == parsed.stream) << round;
  }
}

/// Expects the same units of `stream` with the index as without it; gives the number of pictures that were known before
/// their slices were looked for.
std::size_t expect_same_units(const Bytes& stream, const std::shared_ptr<const ShapingIndex>& index) {
  const std::vector<PictureUnit> expected = split(stream);
  std::size_t known = 0;
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{777}, stream.size()}) {
    const std::vector<PictureUnit> units = split(stream, chunk, index);
    EXPECT_EQ(units.size(), expected.size());
    known = 0;
    for (std::size_t i = 0; i < std::min(units.size(), expected.size()); ++i) {
      EXPECT_TRUE(units[i].bytes == expected[i].bytes && units[i].start_codes == expected[i].start_codes) << i;
      EXPECT_EQ(units[i].hash, units[i].has_picture ? bytes_hash(picture_bytes(expected[i])) : 0);
      known += index->find(units[i].hash).has_value() ? 1U : 0U;
    }
  }
  return known;
}

TEST_P(MpegShapingIndex, SparesLookingForSlices) {
  const Bytes bytes = index_of(clip_);
  const auto index = open(bytes).value();
  EXPECT_EQ(index->records().size(), 50U);
  EXPECT_EQ(expect_same_units(clip_, index), 50U);
  Bytes ended = clip_;
  ended.insert(ended.end(), {0, 0, 1, kMpegSequenceEnd});
  ended.insert(ended.end(), clip_.begin(), clip_.end());
  EXPECT_EQ(expect_same_units(ended, index), 100U);
  const std::size_t tail = clip_.size() / 3;
  const Bytes cut_off(clip_.begin(), clip_.end() - static_cast<std::ptrdiff_t>(tail));
  EXPECT_GT(expect_same_units(cut_off, index), 20U);
  Rng rng(8);
  for (int round = 0; round < 5; ++round) EXPECT_GT(expect_same_units(damaged(clip_, rng, 200), index), 30U);
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

TEST_F(MpegBrokenShapingIndex, ChangedBytesAreParsedInstead) {
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
    const auto opened = open(index);
    if (opened.ok()) continue;
    ++refused;
    EXPECT_THAT(opened.error().message.text(), HasSubstr("make it again"));
  }
  EXPECT_GT(refused, index_.size() / 997 / 2);
}

TEST_F(MpegBrokenShapingIndex, OtherWeightsAreRefused) {
  Shaper shaper({.lifetime_weight = 0.1F});
  const auto used = shaper.use_index(open(index_).value());
  ASSERT_FALSE(used.ok());
  EXPECT_EQ(used.error().kind, ErrorKind::kInvalidArgument);
  EXPECT_THAT(used.error().message.text(), HasSubstr("other weights"));
}

/// The format's header and, of each record in the list, its picture's hash and size, its own hash, and its size.
constexpr std::size_t kIndexHeader = 24;
constexpr std::size_t kRecordHeader = 20;

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
    for (std::size_t i = 16; i < kRecordHeader; ++i) size = size << 8 | index_[header + i];
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
      const auto bytes = picture->write(unit, {.lambda = static_cast<int>(rng.next() % 200), .more = 0.5F});
      EXPECT_TRUE(!bytes || bytes->size() <= unit.size);
      ++(bytes ? written : refused);
    }
  }
  EXPECT_EQ(at, index_.size());
  EXPECT_GT(refused, 100U);
  EXPECT_GT(written, 100U);
}

}  // namespace
}  // namespace counterpoint::mpeg
