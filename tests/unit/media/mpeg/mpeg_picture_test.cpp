// SPDX-License-Identifier: GPL-3.0-or-later
// Streams parsed into pictures and written again, whole and cut.
#include <algorithm>

#include "core/base/rng.h"
#include "media/mpeg/cut/picture_writer.h"
#include "media/mpeg/cut/slice_parser.h"
#include "tests/unit/media/mpeg/mpeg_test_clips.h"

namespace counterpoint::mpeg {
namespace {

class MpegPictures : public MpegClip {};
INSTANTIATE_TEST_SUITE_P(Clips, MpegPictures, testing::ValuesIn(clip_options()), clip_name);

struct Written {
  Bytes stream;
  std::size_t pictures = 0;
  std::size_t damaged = 0;
  std::size_t cut_bits = 0;
};

Written write(const std::vector<PictureUnit>& units, Cut cut) {
  Written written;
  PictureCodes codes;
  for (const PictureUnit& unit : units) {
    codes = parse_picture(unit, {}, likely_first_lambda(unit), std::move(codes));
    written.pictures += unit.has_picture ? 1U : 0U;
    for (const Slice& slice : codes.slices) written.damaged += slice.damaged ? 1U : 0U;
    for (std::size_t i = 0; i < codes.block_count; ++i) written.cut_bits += codes.blocks[i].cut_bits;
    const Bytes bytes = write_picture(unit, codes, cut);
    written.stream.insert(written.stream.end(), bytes.begin(), bytes.end());
  }
  return written;
}

TEST_P(MpegPictures, ComeOutAsTheyWentIn) {
  const Written written = write(split(clip_), Cut::nothing());
  EXPECT_EQ(written.stream, clip_);
  EXPECT_EQ(written.pictures, 50U);
  EXPECT_EQ(written.damaged, 0U);
  EXPECT_GT(written.cut_bits, clip_.size() * 8 / 4) << "most bits of such a stream can be cut";
}

TEST_P(MpegPictures, AreTheSameWhateverTheChunks) {
  for (const std::size_t chunk : {std::size_t{1}, std::size_t{3}, std::size_t{1000}, clip_.size()}) {
    EXPECT_EQ(write(split(clip_, chunk), Cut::nothing()).stream, clip_) << "chunks of " << chunk;
  }
}

TEST_P(MpegPictures, CutToTheFloorStillDecodeWithoutAComplaint) {
  const Written floor = write(split(clip_), Cut::at_minimum());
  EXPECT_LT(floor.stream.size(), clip_.size() * 3 / 4);
  const Decoded decoded = decode(floor.stream);
  EXPECT_EQ(decoded.messages, "");
  EXPECT_EQ(std::ranges::count(decoded.frames, '\n'), std::ranges::count(decode(clip_).frames, '\n'));
  EXPECT_EQ(write(split(floor.stream), Cut::nothing()).cut_bits, 0U) << "nothing is left to cut";
}

TEST_P(MpegPictures, LargerMultipliersKeepLess) {
  PictureCodes codes;
  std::size_t blocks = 0;
  for (const PictureUnit& unit : split(clip_)) {
    const LambdaIndex first = likely_first_lambda(unit);
    codes = parse_picture(unit, {}, first, std::move(codes));
    for (LambdaIndex index = first - 1; index <= first + kLambdas; ++index) {
      std::uint64_t sum = 0;
      for (std::size_t block = 0; block < codes.block_count; ++block) {
        ASSERT_LE(codes.kept_at(block, index + 1), codes.kept_at(block, index)) << "block " << block;
        sum += codes.kept_at(block, index);
      }
      ASSERT_EQ(codes.kept_at(index), sum);
    }
    blocks += codes.block_count;
  }
  EXPECT_GT(blocks, 1000U);
}

TEST(MpegFullBlocks, KeepNothingAtTheLargestMultiplier) {
  const Bytes clip = make_clip({"full", "-c:v mpeg2video -q:v 1 -qmin 1 -g 1 -vf noise=alls=100"});
  ASSERT_FALSE(clip.empty());
  PictureCodes codes;
  std::size_t blocks = 0;
  for (const PictureUnit& unit : split(clip)) {
    codes = parse_picture(unit, {}, kLambdaGrid, std::move(codes));
    EXPECT_EQ(codes.kept_bits_sum[kLambdas - 1], 0U);
    blocks += codes.block_count;
  }
  EXPECT_GT(blocks, 1000U);
}

TEST_P(MpegPictures, TakeAsManyBitsAsTheCutSays) {
  PictureCodes codes;
  for (const PictureUnit& unit : split(clip_)) {
    const LambdaIndex first = likely_first_lambda(unit);
    codes = parse_picture(unit, {}, first, std::move(codes));
    for (const float more : {0.0F, 0.25F, 1.0F}) {
      const LambdaIndex index = first + 4;
      const double few = static_cast<double>(codes.kept_at(index));
      const double many = static_cast<double>(codes.kept_at(index - 1));
      const double cut = static_cast<double>(codes.cut_bits) - (few + more * (many - few));
      const double saved = static_cast<double>(unit.size * 8) -
                           static_cast<double>(write_picture(unit, codes, {index, more}).size() * 8);
      const double rounding = 8.0 * static_cast<double>(codes.slices.size()) + 64 * 28;
      EXPECT_NEAR(saved, cut, rounding);
    }
  }
}

TEST_P(MpegPictures, DamagedSlicesAreCopiedAndTheOthersCut) {
  std::vector<PictureUnit> units = split(clip_);
  Rng rng(7);
  std::size_t broken_bytes = 0;
  for (PictureUnit& unit : units) {
    for (std::size_t i = 0; i < unit.start_codes.size(); ++i) {
      const StartCode code = unit.start_codes[i];
      if (!is_mpeg_slice(code.value) || rng.next() % 4 != 0) continue;
      // No code of a macroblock starts with eleven zeros, and none of what follows makes a start code.
      std::fill_n(unit.bytes.begin() + code.offset + 5, 3, std::uint8_t{0});
      unit.bytes[code.offset + 8] = 0xFF;
      broken_bytes += unit.end_of(i) - code.offset;
    }
  }
  ASSERT_GT(broken_bytes, 0U);
  const Written whole = write(units, Cut::nothing());
  const Written floor = write(units, Cut::at_minimum());
  EXPECT_GT(whole.damaged, 0U);
  EXPECT_EQ(whole.damaged, floor.damaged);
  EXPECT_GE(floor.stream.size(), broken_bytes);
  Bytes original;
  for (const PictureUnit& unit : units) original.insert(original.end(), unit.view().begin(), unit.view().end());
  EXPECT_EQ(whole.stream, original);
}

TEST(MpegStuffing, IsLeftOut) {
  const Bytes clip = make_clip(clip_options()[0]);
  const Bytes stuffed = with_stuffing(clip, 100);
  ASSERT_GT(stuffed.size(), clip.size());
  EXPECT_EQ(write(split(stuffed), Cut::nothing()).stream, clip);
}

}  // namespace
}  // namespace counterpoint::mpeg
