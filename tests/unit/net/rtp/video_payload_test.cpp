// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/payload/video_payload.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "core/base/rng.h"
#include "core/model/mpeg_picture.h"

namespace counterpoint {
namespace {

/// A frame of `size` bytes whose first has the VP8 "not a key frame" bit as it should be.
EncodedVideoFrame make_frame(VideoCodec codec, bool key_frame, std::size_t size) {
  EncodedVideoFrame frame{
      .data = Bytes(size), .codec = codec, .key_frame = key_frame, .size = {.width = 640, .height = 360}};
  std::iota(frame.data.begin(), frame.data.end(), std::uint8_t{0});
  if (!frame.data.empty()) frame.data[0] = key_frame ? 0x10 : 0x11;
  return frame;
}

TEST(VideoPayload, Vp8HasTheLayoutOfRfc7741) {
  EncodedVideoFrame frame = make_frame(VideoCodec::kVp8, true, 100);
  const auto payloads = packetize_video(frame, {.picture_id = 0x1234, .base_index = 0x56}, DataSize::bytes(64));
  ASSERT_EQ(payloads.size(), 2U);
  // X and S; I, L and T; the picture id, TL0PICIDX, and a TID of 0.
  EXPECT_EQ(Bytes(payloads[0].begin(), payloads[0].begin() + 7), (Bytes{0x90, 0xE0, 0x92, 0x34, 0x56, 0x00, 0x10}));
  EXPECT_EQ(Bytes(payloads[1].begin(), payloads[1].begin() + 7), (Bytes{0x80, 0xE0, 0x92, 0x34, 0x56, 0x00, 50}));

  frame = make_frame(VideoCodec::kVp8, false, 1);
  frame.non_reference = true;
  // N as well; a TID of 1, and Y.
  EXPECT_EQ(packetize_video(frame, {.picture_id = 1, .base_index = 0xFF}, DataSize::bytes(64)),
            (std::vector<Bytes>{{0xB0, 0xE0, 0x80, 0x01, 0xFF, 0x60, 0x11}}));
}

TEST(VideoPayload, Vp9HasTheLayoutOfRfc9628) {
  const auto key = packetize_video(make_frame(VideoCodec::kVp9, true, 80), {.picture_id = 0x1234}, DataSize::bytes(64));
  ASSERT_EQ(key.size(), 2U);
  // I, B and V; the picture id; then one layer of 640x360 whose frames refer to the one before.
  EXPECT_EQ(Bytes(key[0].begin(), key[0].begin() + 12),
            (Bytes{0x8A, 0x92, 0x34, 0x18, 0x02, 0x80, 0x01, 0x68, 0x01, 0x04, 0x01, 0x10}));
  EXPECT_EQ(Bytes(key[1].begin(), key[1].begin() + 4), (Bytes{0x84, 0x92, 0x34, 40}));

  const auto inter =
      packetize_video(make_frame(VideoCodec::kVp9, false, 2), {.picture_id = 0x7FFF}, DataSize::bytes(64));
  EXPECT_EQ(inter, (std::vector<Bytes>{{0xCC, 0xFF, 0xFF, 0x11, 0x01}}));
}

TEST(VideoPayload, ABodyIsFullAndTheTailIsWhatIsLeft) {
  const EncodedVideoFrame frame = make_frame(VideoCodec::kVp8, false, 150);
  const auto payloads = packetize_video(frame, {.picture_id = 1}, DataSize::bytes(64), FrameCut::kBodyAndTail);
  ASSERT_EQ(payloads.size(), 3U);
  Bytes joined;
  for (const Bytes& payload : payloads) {
    const auto piece = depacketize_video(VideoCodec::kVp8, payload);
    ASSERT_TRUE(piece.ok());
    joined.insert(joined.end(), piece->data.begin(), piece->data.end());
  }
  EXPECT_EQ(joined, frame.data);
  EXPECT_EQ(payloads[0].size(), 64U);
  EXPECT_EQ(payloads[1].size(), 64U);
  EXPECT_EQ(payloads[2].size(), 40U);  // 150 - 2 x 58, and a descriptor of 6.
}

TEST(VideoPayload, FramesSurviveAnyPacketSize) {
  Rng rng(1);
  for (int i = 0; i < 2000; ++i) {
    const auto codec = rng.chance(0.5) ? VideoCodec::kVp8 : VideoCodec::kVp9;
    const EncodedVideoFrame frame = make_frame(codec, rng.chance(0.3), 1 + rng.below(20'000));
    const auto picture_id = static_cast<std::uint16_t>(rng.below(0x8000));
    const auto max_payload = DataSize::bytes(static_cast<std::int64_t>(64 + rng.below(1400)));
    const auto payloads = packetize_video(frame, {.picture_id = picture_id}, max_payload);
    Bytes joined;
    std::size_t smallest = frame.data.size();
    std::size_t largest = 0;
    for (std::size_t n = 0; n < payloads.size(); ++n) {
      ASSERT_LE(payloads[n].size(), static_cast<std::size_t>(max_payload.bytes()));
      const auto payload = depacketize_video(codec, payloads[n]);
      ASSERT_TRUE(payload.ok()) << payload.error().message;
      EXPECT_EQ(payload->frame_start, n == 0);
      if (payload->frame_start) {
        EXPECT_EQ(payload->key_frame, frame.key_frame);
      }
      EXPECT_EQ(payload->picture_id, picture_id);
      joined.insert(joined.end(), payload->data.begin(), payload->data.end());
      smallest = std::min(smallest, payload->data.size());
      largest = std::max(largest, payload->data.size());
    }
    ASSERT_EQ(joined, frame.data);
    ASSERT_LE(largest - smallest, 1U);
    ASSERT_LE(payloads.size(), (frame.data.size() - 1) / static_cast<std::size_t>(max_payload.bytes() - 11) + 1);
  }
}

TEST(VideoPayload, EachMpegPieceWithABeginningOfASliceSaysHowToGoOnThere) {
  EncodedVideoFrame frame{.codec = VideoCodec::kMpeg};
  const MpegPictureHeader header{.temporal_reference = 5, .coding_extension = 0x1234'5678 & ~1U};
  frame.data = Bytes{0, 0, 1, kMpegSequenceHeader, 9, 9};
  const Bytes written = write_mpeg_picture_header(header);
  frame.data.insert(frame.data.end(), written.begin(), written.end());
  for (const std::size_t size : {200U, 200U, 1500U}) {
    const std::size_t end = frame.data.size() + size;
    frame.data.insert(frame.data.end(), {0, 0, 1, 1});
    frame.data.resize(end, 0x5A);
  }
  const auto payloads = packetize_video(frame, {.picture_id = 7}, DataSize::bytes(300));
  ASSERT_EQ(payloads.size(), 8U);
  Bytes joined;
  for (std::size_t i = 0; i < payloads.size(); ++i) {
    const auto piece = depacketize_video(VideoCodec::kMpeg, payloads[i]);
    ASSERT_TRUE(piece.ok());
    EXPECT_EQ(piece->frame_start, i == 0);
    EXPECT_EQ(piece->key_frame, i == 0);
    EXPECT_EQ(piece->picture_id, std::nullopt);
    EXPECT_EQ(piece->resumption.has_value(), i == 1 || i == 2) << i;  // The second slice; the third's beginning.
    if (piece->resumption) {
      EXPECT_EQ(read_mpeg_picture_header(*piece->resumption), header);
    }
    joined.insert(joined.end(), piece->data.begin(), piece->data.end());
  }
  EXPECT_EQ(joined, frame.data);
}

TEST(VideoPayload, AnEmptyFrameHasNoPayload) {
  EXPECT_TRUE(
      packetize_video(make_frame(VideoCodec::kVp8, false, 0), {.picture_id = 1}, DataSize::bytes(1200)).empty());
}

TEST(VideoPayload, ReadsEveryVp8Descriptor) {
  struct Case {
    Bytes payload;
    bool frame_start;
    bool key_frame;
    std::optional<std::uint16_t> picture_id;
    std::optional<TemporalLayer> layer;
  };
  const std::vector<Case> cases = {
      {{0x10, 0x00}, true, true, std::nullopt},              // S alone, key frame
      {{0x10, 0x01}, true, false, std::nullopt},             // S alone, inter frame
      {{0x30, 0x01}, true, false, std::nullopt},             // N: not a reference
      {{0x00, 0x00}, false, false, std::nullopt},            // Within a partition
      {{0x11, 0x00}, false, false, std::nullopt},            // Start of the second partition
      {{0x90, 0x80, 0x7F, 0x00}, true, true, std::nullopt},  // 7-bit picture id
      {{0x90, 0x80, 0x81, 0x02, 0x00}, true, true, 0x0102},  // 15-bit picture id
      {{0x90, 0xF0, 0x81, 0x02, 0x33, 0x44, 0x01}, true, false, 0x0102, TemporalLayer{1, 0x33}},        // All fields
      {{0xB0, 0x60, 0x33, 0xA0, 0x01}, true, false, std::nullopt, TemporalLayer{2, 0x33, true, true}},  // N, L, T and Y
      {{0x90, 0x40, 0x33, 0x01}, true, false, std::nullopt},                                            // L
      {{0x90, 0x20, 0x33, 0x01}, true, false, std::nullopt},                                            // T
      {{0x90, 0x10, 0x33, 0x01}, true, false, std::nullopt},                                            // K
  };
  for (const Case& c : cases) {
    const auto payload = depacketize_video(VideoCodec::kVp8, c.payload);
    ASSERT_TRUE(payload.ok()) << ::testing::PrintToString(c.payload);
    EXPECT_EQ(payload->frame_start, c.frame_start) << ::testing::PrintToString(c.payload);
    EXPECT_EQ(payload->key_frame, c.key_frame) << ::testing::PrintToString(c.payload);
    EXPECT_EQ(payload->picture_id, c.picture_id) << ::testing::PrintToString(c.payload);
    EXPECT_EQ(payload->temporal_layer, c.layer) << ::testing::PrintToString(c.payload);
    EXPECT_EQ(payload->data.size(), 1U) << ::testing::PrintToString(c.payload);
    for (std::size_t size = 0; size < c.payload.size(); ++size) {
      EXPECT_FALSE(depacketize_video(VideoCodec::kVp8, ByteView(c.payload).first(size)).ok());
    }
  }
}

TEST(VideoPayload, ReadsEveryVp9Descriptor) {
  struct Case {
    Bytes payload;
    bool frame_start;
    bool key_frame;
    std::optional<std::uint16_t> picture_id;
  };
  const std::vector<Case> cases = {
      {{0x08, 9}, true, true, std::nullopt},                                // B
      {{0x48, 9}, true, false, std::nullopt},                               // P
      {{0x04, 9}, false, false, std::nullopt},                              // E
      {{0x88, 0x7F, 9}, true, true, std::nullopt},                          // 7-bit picture id
      {{0x88, 0x81, 0x02, 9}, true, true, 0x0102},                          // 15-bit picture id
      {{0xA8, 0x81, 0x02, 0x20, 5, 9}, true, true, 0x0102},                 // Layers with TL0PICIDX
      {{0xA8, 0x81, 0x02, 0x22, 5, 9}, false, false, 0x0102},               // Upper spatial layer: same frame
      {{0xB8, 0x81, 0x02, 0x20, 9}, true, true, 0x0102},                    // Flexible: no TL0PICIDX
      {{0xD8, 0x81, 0x02, 0x03, 0x05, 0x04, 9}, true, false, 0x0102},       // Three references
      {{0x0A, 0x00, 9}, true, true, std::nullopt},                          // Empty scalability structure
      {{0x0A, 0x30, 1, 2, 3, 4, 5, 6, 7, 8, 9}, true, true, std::nullopt},  // Two layers with sizes
      {{0x0A, 0x08, 2, 0x04, 1, 0x08, 1, 2, 9}, true, true, std::nullopt},  // Two frames in the group
  };
  for (const Case& c : cases) {
    const auto payload = depacketize_video(VideoCodec::kVp9, c.payload);
    ASSERT_TRUE(payload.ok()) << ::testing::PrintToString(c.payload);
    EXPECT_EQ(payload->frame_start, c.frame_start) << ::testing::PrintToString(c.payload);
    EXPECT_EQ(payload->key_frame, c.key_frame) << ::testing::PrintToString(c.payload);
    EXPECT_EQ(payload->picture_id, c.picture_id) << ::testing::PrintToString(c.payload);
    EXPECT_EQ(payload->data.size(), 1U) << ::testing::PrintToString(c.payload);
    for (std::size_t size = 0; size < c.payload.size(); ++size) {
      EXPECT_FALSE(depacketize_video(VideoCodec::kVp9, ByteView(c.payload).first(size)).ok());
    }
  }
}

TEST(VideoPayload, RefusesAVp9PacketWithFourReferences) {
  EXPECT_FALSE(depacketize_video(VideoCodec::kVp9, Bytes{0x58, 0x03, 0x05, 0x07, 0x08, 9, 9, 9}).ok());
}

TEST(VideoPayload, AnyBytesAreRefusedOrGiveAPieceOfThem) {
  Rng rng(5);
  for (int i = 0; i < 50'000; ++i) {
    Bytes bytes(rng.below(40));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(rng.next());
    const auto payload = depacketize_video(i % 2 == 0 ? VideoCodec::kVp8 : VideoCodec::kVp9, bytes);
    if (!payload.ok()) continue;
    ASSERT_FALSE(payload->data.empty());
    ASSERT_LT(payload->data.size(), bytes.size());
    ASSERT_EQ(payload->data.data() + payload->data.size(), bytes.data() + bytes.size());
  }
}

}  // namespace
}  // namespace counterpoint
