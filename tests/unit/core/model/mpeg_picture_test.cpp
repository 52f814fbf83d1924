// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/mpeg_picture.h"

#include <gmock/gmock.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

TEST(MpegPicture, FindsStartCodesThatAreWhole) {
  const Bytes data = {0, 0, 0, 1, 0xB3, 1, 0, 1, 0, 0, 1, 0x05, 0, 0, 1};
  EXPECT_EQ(find_mpeg_start_code(data, 0), 1U);
  EXPECT_EQ(find_mpeg_start_code(data, 1), 1U);
  EXPECT_EQ(find_mpeg_start_code(data, 2), 8U);
  EXPECT_EQ(find_mpeg_start_code(data, 9), data.size());
  EXPECT_EQ(find_mpeg_start_code(data, 100), data.size());
  EXPECT_EQ(find_mpeg_start_code({}, 0), 0U);
}

TEST(MpegPicture, ReadsTheHeadersOfRealPictures) {
  // Written by ffmpeg: a P picture of MPEG-1, and a B picture of MPEG-2.
  const Bytes p = {0, 0, 1, 0, 0x00, 0x97, 0xFF, 0xF8, 0x80, 0, 0, 1, 1};
  const MpegPictureHeader mpeg1{.temporal_reference = 2, .type = MpegPictureType::kP, .forward_f_code = 1};
  EXPECT_EQ(read_mpeg_picture_header(p), mpeg1);

  const Bytes b = {0, 0, 1, 0, 0x00, 0x5F, 0xFF, 0xFB, 0xB8, 0, 0, 1, 0xB5, 0x81, 0x11, 0x13, 0x41, 0x80, 0, 0, 1, 1};
  const auto mpeg2 = read_mpeg_picture_header(b);
  ASSERT_TRUE(mpeg2);
  EXPECT_EQ(mpeg2->temporal_reference, 1);
  EXPECT_EQ(mpeg2->type, MpegPictureType::kB);
  EXPECT_EQ(mpeg2->forward_f_code, 7);
  EXPECT_EQ(mpeg2->backward_f_code, 7);
  EXPECT_FALSE(mpeg2->full_pel_forward_vector || mpeg2->full_pel_backward_vector);
  ASSERT_TRUE(mpeg2->coding_extension);
  EXPECT_EQ(*mpeg2->coding_extension >> 14, 0x1111U);  // All four f_codes.
  EXPECT_FALSE(mpeg2->is_field());
}

TEST(MpegPicture, KnowsFieldsByTheirStructure) {
  MpegPictureHeader header{.coding_extension = 3U << 10};
  EXPECT_FALSE(header.is_field());
  header.coding_extension = 1U << 10;
  EXPECT_TRUE(header.is_field());
  header.coding_extension.reset();
  EXPECT_FALSE(header.is_field());
}

TEST(MpegPicture, WhatIsWrittenReadsTheSame) {
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    MpegPictureHeader header{.temporal_reference = static_cast<std::uint16_t>(rng.below(1024)),
                             .type = static_cast<MpegPictureType>(1 + rng.below(4))};
    const bool forward = header.type == MpegPictureType::kP || header.type == MpegPictureType::kB;
    if (forward) {
      header.full_pel_forward_vector = rng.chance(0.5);
      header.forward_f_code = static_cast<std::uint8_t>(rng.below(8));
    }
    if (header.type == MpegPictureType::kB) {
      header.full_pel_backward_vector = rng.chance(0.5);
      header.backward_f_code = static_cast<std::uint8_t>(rng.below(8));
    }
    if (rng.chance(0.5)) header.coding_extension = static_cast<std::uint32_t>(rng.below(1 << 30));
    Bytes written = write_mpeg_picture_header(header);
    EXPECT_EQ(read_mpeg_picture_header(written), header);
    written.insert(written.begin(), {0xFF, 0, 0, 1, 0xB3, 9});
    written.insert(written.end(), {0, 0, 1, 1, 0, 0, 1, 0, 0xFF, 0xFF, 0xFF, 0xFF});  // A slice, then another picture.
    EXPECT_EQ(read_mpeg_picture_header(written), header);
  }
}

TEST(MpegPicture, RefusesWhatIsNoHeader) {
  EXPECT_FALSE(read_mpeg_picture_header({}));
  EXPECT_FALSE(read_mpeg_picture_header(Bytes{0, 0, 1, 0, 0x00, 0x0F, 0xFF}));                    // Cut off.
  EXPECT_FALSE(read_mpeg_picture_header(Bytes{0, 0, 1, 0, 0x00, 0x17, 0xFF, 0xF8}));              // P, cut off.
  EXPECT_FALSE(read_mpeg_picture_header(Bytes{0, 0, 1, 0, 0x00, 0x07, 0xFF, 0xF8, 0}));           // Type 0.
  EXPECT_FALSE(read_mpeg_picture_header(Bytes{0, 0, 1, 1, 0, 0, 1, 0, 0x00, 0x0F, 0xFF, 0xF8}));  // Behind a slice.
}

}  // namespace
}  // namespace counterpoint
