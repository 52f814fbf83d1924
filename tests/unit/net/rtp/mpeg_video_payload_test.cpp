// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/payload/mpeg_video_payload.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

constexpr DataSize kUsual = DataSize::bytes(1160);

void append(Bytes& to, const Bytes& what) { to.insert(to.end(), what.begin(), what.end()); }

/// A start code with `size` bytes in all that hold no other.
Bytes unit(std::uint8_t code, std::size_t size) {
  Bytes bytes = {0, 0, 1, code};
  bytes.resize(size, 0x5A);
  return bytes;
}

Bytes picture_headers(bool sequence, const MpegPictureHeader& header) {
  Bytes bytes;
  if (sequence) {
    append(bytes, unit(kMpegSequenceHeader, 12));
    append(bytes, unit(kMpegGroupStart, 8));
  }
  append(bytes, write_mpeg_picture_header(header));
  return bytes;
}

Bytes join(const std::vector<Bytes>& payloads) {
  Bytes joined;
  for (const Bytes& payload : payloads) {
    const auto piece = depacketize_mpeg_video(payload);
    EXPECT_TRUE(piece.ok()) << piece.error().message;
    if (piece) joined.insert(joined.end(), piece->data.begin(), piece->data.end());
  }
  return joined;
}

TEST(MpegVideoPayload, HasTheLayoutOfRfc2250ForMpeg1) {
  const MpegPictureHeader header{.temporal_reference = 0x2A5,
                                 .type = MpegPictureType::kB,
                                 .full_pel_forward_vector = true,
                                 .forward_f_code = 3,
                                 .full_pel_backward_vector = false,
                                 .backward_f_code = 5};
  Bytes picture = picture_headers(false, header);
  append(picture, unit(1, 20));
  const auto payloads = packetize_mpeg_video(picture, kUsual);
  ASSERT_EQ(payloads.size(), 1U);
  // MBZ and T are 0, then TR; AN, N and S are 0, B and E set, P = 3; FBV = 0, BFC = 5, FFV = 1, FFC = 3.
  EXPECT_EQ(Bytes(payloads[0].begin(), payloads[0].begin() + 4), (Bytes{0x02, 0xA5, 0x1B, 0x5B}));
  EXPECT_EQ(Bytes(payloads[0].begin() + 4, payloads[0].end()), picture);
}

TEST(MpegVideoPayload, HasTheLayoutOfRfc2250ForMpeg2) {
  // f_codes 1, 2, F, F; intra DC precision 1; a frame; top field first, frame DCT only; progressive, and D.
  const std::uint32_t extension = 0x12FFU << 14 | 1U << 12 | 3U << 10 | 0b11'0000'0011;
  Bytes picture = picture_headers(true, {.temporal_reference = 9, .coding_extension = extension});
  append(picture, unit(1, 20));
  const auto payloads = packetize_mpeg_video(picture, kUsual);
  ASSERT_EQ(payloads.size(), 1U);
  EXPECT_EQ(Bytes(payloads[0].begin(), payloads[0].begin() + 8),
            (Bytes{0x04, 0x09, 0x39, 0x00, 0x04, 0xBF, 0xDF, 0x02}));  // T, S, B, E, P = 1; D is left out.
  const auto read = depacketize_mpeg_video(payloads[0]);
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->sequence_header && read->picture_start && read->slice_start && read->slice_end);
  EXPECT_EQ(read->picture.temporal_reference, 9);
  EXPECT_EQ(read->picture.type, MpegPictureType::kI);
  EXPECT_EQ(read->picture.coding_extension, extension & ~1U);
}

TEST(MpegVideoPayload, KeepsSlicesWholeWhereTheyFit) {
  Bytes picture = picture_headers(true, {.coding_extension = 0});
  for (std::uint8_t row = 1; row <= 18; ++row) append(picture, unit(row, 400));
  const auto payloads = packetize_mpeg_video(picture, kUsual);
  ASSERT_EQ(payloads.size(), 9U);  // 2 of 400 fit 1152; the last 18 rows in pairs, the headers with the first.
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    const auto piece = depacketize_mpeg_video(payloads[i]);
    ASSERT_TRUE(piece.ok());
    EXPECT_TRUE(piece->slice_start && piece->slice_end) << i;
    EXPECT_EQ(piece->picture_start, i == 0);
    EXPECT_EQ(piece->sequence_header, i == 0);
  }
  EXPECT_EQ(join(payloads), picture);
}

TEST(MpegVideoPayload, CutsALargeSliceIntoEqualPiecesOfItsOwn) {
  Bytes picture = picture_headers(false, {});
  append(picture, unit(1, 300));
  append(picture, unit(2, 2500));
  append(picture, unit(3, 100));
  append(picture, {0, 0, 1, kMpegSequenceEnd});
  const auto payloads = packetize_mpeg_video(picture, kUsual);
  ASSERT_EQ(payloads.size(), 5U);
  struct Expected {
    bool begins, ends;
  };
  const std::vector<Expected> expected = {{true, true}, {true, false}, {false, false}, {false, true}, {true, true}};
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    const auto piece = depacketize_mpeg_video(payloads[i]);
    ASSERT_TRUE(piece.ok());
    EXPECT_EQ(piece->slice_start, expected[i].begins) << i;
    EXPECT_EQ(piece->slice_end, expected[i].ends) << i;
  }
  EXPECT_LE(payloads[1].size() - payloads[3].size(), 3U);
  EXPECT_EQ(join(payloads), picture);
}

TEST(MpegVideoPayload, AnyPictureSurvivesAnyPacketSize) {
  constexpr std::int64_t kMin = 162;  // The room in a datagram of 200 bytes.
  Rng rng(7);
  for (int i = 0; i < 500; ++i) {
    MpegPictureHeader header{.temporal_reference = static_cast<std::uint16_t>(rng.below(1024)),
                             .type = static_cast<MpegPictureType>(1 + rng.below(4))};
    if (rng.chance(0.5)) header.coding_extension = static_cast<std::uint32_t>(rng.below(1 << 29)) << 1;
    Bytes picture = picture_headers(rng.chance(0.5), header);
    if (rng.chance(0.2)) append(picture, unit(kMpegUserDataStart, 4 + rng.below(3000)));
    const std::uint64_t slices = rng.below(30);
    for (std::uint64_t n = 0; n < slices; ++n)
      append(picture, unit(static_cast<std::uint8_t>(1 + n), 5 + rng.below(2000)));
    const auto max_payload = DataSize::bytes(kMin + static_cast<std::int64_t>(rng.below(1400)));
    const auto payloads = packetize_mpeg_video(picture, max_payload);
    Bytes joined;
    for (const Bytes& payload : payloads) {
      ASSERT_LE(payload.size(), static_cast<std::size_t>(max_payload.bytes()));
      const auto piece = depacketize_mpeg_video(payload);
      ASSERT_TRUE(piece.ok());
      EXPECT_EQ(piece->picture, header);
      EXPECT_EQ(piece->picture_start, joined.empty());
      joined.insert(joined.end(), piece->data.begin(), piece->data.end());
    }
    ASSERT_EQ(joined, picture);
  }
}

TEST(MpegVideoPayload, WhatHasNoPictureHasNoPayload) {
  EXPECT_TRUE(packetize_mpeg_video({}, kUsual).empty());
  EXPECT_TRUE(packetize_mpeg_video(unit(1, 50), kUsual).empty());
  EXPECT_TRUE(packetize_mpeg_video(Bytes(2000, 0x77), kUsual).empty());
}

TEST(MpegVideoPayload, ReadsOverTheExtensionsOfOthers) {
  // T and P = 1; the extension with E and D; composite display information; two words of extensions; the data.
  const Bytes payload = {0x04, 0, 0x01, 0, 0x40, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 1, 0xB5, 0x30, 0, 0, 0xAB};
  const auto read = depacketize_mpeg_video(payload);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(Bytes(read->data.begin(), read->data.end()), (Bytes{0xAB}));
  for (std::size_t size = 0; size < payload.size(); ++size) {
    EXPECT_FALSE(depacketize_mpeg_video(ByteView(payload).first(size)).ok()) << size;
  }
  Bytes no_length = payload;
  no_length[12] = 0;
  EXPECT_FALSE(depacketize_mpeg_video(no_length).ok());
  Bytes no_type = payload;
  no_type[2] = 0;
  EXPECT_FALSE(depacketize_mpeg_video(no_type).ok());
}

}  // namespace
}  // namespace counterpoint
