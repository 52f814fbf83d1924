// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/clip/frame_splitter.h"

#include <gmock/gmock.h>

#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

constexpr std::uint32_t kFrame = 3U << 10;
constexpr std::uint32_t kTopField = 1U << 10;

Bytes operator+(Bytes a, const Bytes& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Bytes header(MpegPictureType type, std::optional<std::uint32_t> extension = std::nullopt) {
  return write_mpeg_picture_header({.type = type, .coding_extension = extension});
}

const Bytes kSequence = {0, 0, 1, 0xB3, 1, 2, 3, 4};
const Bytes kExtension = {0, 0, 1, 0xB5, 0x14, 5};
const Bytes kUserData = {0, 0, 1, 0xB2, 'h', 'i'};
const Bytes kOpenGroup = {0, 0, 1, 0xB8, 0, 8, 0, 0};
const Bytes kClosedGroup = {0, 0, 1, 0xB8, 0, 8, 0, 0x40};
const Bytes kSlice = {0, 0, 1, 1, 0x77, 0x78};

TEST(FrameSplitter, APictureIsWithItsHeadersAndAllBehindIt) {
  FrameSplitter splitter;
  const Bytes end = {0, 0, 1, 0xB7};
  const Bytes first = kSequence + kUserData + kClosedGroup + header(MpegPictureType::kI) + kSlice + kSlice;
  const Bytes second = header(MpegPictureType::kB) + kSlice + end;
  const auto pictures = splitter.split(first + second);
  ASSERT_EQ(pictures.size(), 2U);
  EXPECT_EQ(bytes_of(pictures[0]), first);
  EXPECT_TRUE(pictures[0].entry && pictures[0].closed_group);
  EXPECT_EQ(bytes_of(pictures[1]), second);
  EXPECT_EQ(pictures[1].type, MpegPictureType::kB);
  EXPECT_FALSE(pictures[1].entry || pictures[1].second_field);
}

TEST(FrameSplitter, TheSequenceHeaderIsRepeatedWhereADecoderCouldBegin) {
  FrameSplitter splitter;
  const Bytes intra = kOpenGroup + header(MpegPictureType::kI, kFrame) + kSlice;
  EXPECT_FALSE(splitter.split(intra).at(0).entry);  // No sequence header has come yet.
  static_cast<void>(splitter.split(kSequence + kExtension + kUserData + intra));
  const auto again = splitter.split(intra);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_TRUE(again[0].entry);
  EXPECT_FALSE(again[0].closed_group);
  EXPECT_EQ(bytes_of(again[0]), kSequence + kExtension + intra);
  const Bytes predicted = header(MpegPictureType::kP, kFrame) + kSlice;
  EXPECT_EQ(bytes_of(splitter.split(predicted).at(0)), predicted);
}

TEST(FrameSplitter, AFrameOfTwoFieldsIsTwoPicturesWithOneEntry) {
  FrameSplitter splitter;
  EXPECT_TRUE(splitter.split(kSequence + kExtension).empty());
  const Bytes top = header(MpegPictureType::kI, kTopField) + kSlice;
  const Bytes bottom = header(MpegPictureType::kI, kTopField << 1) + kSlice;
  const auto fields = splitter.split(top + bottom);
  ASSERT_EQ(fields.size(), 2U);
  EXPECT_TRUE(fields[0].entry && !fields[0].second_field);
  EXPECT_TRUE(!fields[1].entry && fields[1].second_field);
  EXPECT_EQ(bytes_of(fields[1]), bottom);
}

TEST(FrameSplitter, RubbishHoldsNoPicture) {
  FrameSplitter splitter;
  EXPECT_TRUE(splitter.split({}).empty());
  EXPECT_TRUE(splitter.split(Bytes(100, 0x55)).empty());
  EXPECT_TRUE(splitter.split(kSequence + kSlice).empty());
  EXPECT_TRUE(splitter.split(Bytes{0, 0, 1, 0, 0, 0}).empty());  // A header that is cut off.
}

}  // namespace
}  // namespace counterpoint
