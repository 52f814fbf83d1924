// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/payload/opus_packet.h"

#include <gtest/gtest.h>

#include "core/base/rng.h"

namespace counterpoint {
namespace {

constexpr std::uint8_t toc(int configuration, int code) { return static_cast<std::uint8_t>(configuration << 3 | code); }

TEST(OpusPacket, HasTheDurationOfItsFrames) {
  EXPECT_EQ(opus_packet_samples(Bytes{toc(0, 0)}), 480) << "SILK";
  EXPECT_EQ(opus_packet_samples(Bytes{toc(11, 0)}), 2880);
  EXPECT_EQ(opus_packet_samples(Bytes{toc(14, 0)}), 480) << "hybrid";
  EXPECT_EQ(opus_packet_samples(Bytes{toc(15, 1)}), 1920) << "two frames";
  EXPECT_EQ(opus_packet_samples(Bytes{toc(15, 2)}), 1920);
  EXPECT_EQ(opus_packet_samples(Bytes{toc(16, 0)}), 120) << "CELT";
  EXPECT_EQ(opus_packet_samples(Bytes{toc(31, 3), 3}), 2880);
  EXPECT_EQ(opus_packet_samples(Bytes{toc(31, 3), 0xC6}), 5760) << "flags are not of the count";
  EXPECT_EQ(opus_packet_samples(Bytes{toc(31, 3), 7}), 0) << "more than 120 ms";
  EXPECT_EQ(opus_packet_samples(Bytes{toc(31, 3)}), 0) << "no count";
  EXPECT_EQ(opus_packet_samples({}), 0);
  EXPECT_EQ(opus_frame_samples(Bytes{toc(31, 3), 3}), 960) << "of one of three frames";
  EXPECT_EQ(opus_frame_samples(Bytes{toc(11, 0)}), 2880);
  EXPECT_EQ(opus_frame_samples({}), 0);
}

TEST(OpusPacket, FecIsToldFromTheFirstFrame) {
  EXPECT_TRUE(opus_packet_has_fec(Bytes{0x48, 0xc0}));
  EXPECT_FALSE(opus_packet_has_fec(Bytes{0x48, 0x80}));
  EXPECT_FALSE(opus_packet_has_fec(Bytes{0xf8, 0xff})) << "CELT only";
  EXPECT_FALSE(opus_packet_has_fec(Bytes{0x48}));
  EXPECT_FALSE(opus_packet_has_fec({}));
  // The flag stands behind a bit of voice activity for each 20 ms.
  EXPECT_TRUE(opus_packet_has_fec(Bytes{toc(10, 0), 0x20})) << "40 ms";
  EXPECT_FALSE(opus_packet_has_fec(Bytes{toc(10, 0), 0xC0}));
  EXPECT_TRUE(opus_packet_has_fec(Bytes{toc(11, 0), 0x10})) << "60 ms";
  EXPECT_FALSE(opus_packet_has_fec(Bytes{toc(11, 0), 0xE0}));
}

TEST(OpusPacket, FecOfSeveralFramesIsFoundBehindTheirLengths) {
  EXPECT_TRUE(opus_packet_has_fec(Bytes{toc(15, 1), 0x40, 0}));
  EXPECT_TRUE(opus_packet_has_fec(Bytes{toc(15, 2), 1, 0x40, 0}));
  EXPECT_FALSE(opus_packet_has_fec(Bytes{toc(15, 2), 0, 0x40})) << "the first frame is empty";
  EXPECT_TRUE(opus_packet_has_fec(Bytes{toc(15, 3), 3, 0x40, 0, 0})) << "of equal lengths";
  EXPECT_TRUE(opus_packet_has_fec(Bytes{toc(15, 3), 0x83, 1, 1, 0x40, 0, 0})) << "of other lengths";
  EXPECT_TRUE(opus_packet_has_fec(Bytes{toc(15, 3), 0x82, 252, 0, 0x40})) << "a length of two bytes";
  EXPECT_FALSE(opus_packet_has_fec(Bytes{toc(15, 3), 0x83, 0, 1, 0x40, 0}));
  EXPECT_TRUE(opus_packet_has_fec(Bytes{toc(15, 3), 0x43, 2, 0x40, 0, 0, 0, 0})) << "with padding";
  EXPECT_TRUE(opus_packet_has_fec(Bytes{toc(15, 3), 0x43, 255, 2, 0x40, 0, 0})) << "with much";
}

TEST(OpusPacket, BrokenOnesAreReadWithinTheirBytes) {
  Rng rng(1);
  for (int i = 0; i < 100'000; ++i) {
    Bytes packet(rng.below(8));
    for (auto& byte : packet) byte = static_cast<std::uint8_t>(rng.below(3) == 0 ? 255 : rng.next());
    EXPECT_LE(opus_packet_samples(packet), kMaxOpusPacketSamples);
    EXPECT_LE(opus_frame_samples(packet), 2880);
    (void)opus_packet_has_fec(packet);
  }
}

}  // namespace
}  // namespace counterpoint
