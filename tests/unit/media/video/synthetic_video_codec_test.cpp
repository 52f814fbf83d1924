// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/codec/synthetic_video_codec.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr OperatingPoint kPoint{.frame_size = DataSize::bytes(2000)};

std::vector<EncodedVideoFrame> encode(SyntheticVideoEncoder& encoder, int frames, int key_frame_interval) {
  std::vector<EncodedVideoFrame> encoded;
  for (int i = 0; i < frames; ++i) {
    auto frame = encoder.encode({}, kPoint, i % key_frame_interval == 0);
    EXPECT_TRUE(frame);
    encoded.push_back(std::move(*frame));
  }
  return encoded;
}

double mean_size(const std::vector<EncodedVideoFrame>& frames) {
  double sum = 0;
  for (const EncodedVideoFrame& frame : frames) sum += static_cast<double>(frame.data.size());
  return sum / static_cast<double>(frames.size());
}

TEST(SyntheticVideoCodec, KeepsTheRateHoweverManyKeyFramesAreAsked) {
  for (const int interval : {10, 30, 100'000}) {
    SyntheticVideoEncoder encoder(3);
    const auto frames = encode(encoder, 3000, interval);
    EXPECT_NEAR(mean_size(frames), 2000, 30) << interval;
    EXPECT_GT(frames[0].data.size(), 5000U);
  }
}

TEST(SyntheticVideoCodec, FramesAreUsefulOnlyWholeAndInOrder) {
  SyntheticVideoEncoder encoder(3);
  SyntheticVideoDecoder decoder;
  auto frames = encode(encoder, 6, 4);
  EXPECT_TRUE(decoder.decode(frames[0]));
  EXPECT_TRUE(decoder.decode(frames[1]));
  EXPECT_FALSE(decoder.decode(frames[3])) << "its reference is missing";
  frames[4].data[100] ^= 1;
  EXPECT_FALSE(decoder.decode(frames[4]));
  EXPECT_FALSE(decoder.decode(frames[5]));
  frames[4].data[100] ^= 1;
  EXPECT_TRUE(decoder.decode(frames[4]));
  EXPECT_TRUE(decoder.decode(frames[5]));
}

TEST(SyntheticVideoCodec, EachOtherFrameOfTwoLayersCanBeLeftOut) {
  SyntheticVideoEncoder encoder(3);
  encoder.set_temporal_layers(true);
  SyntheticVideoDecoder decoder;
  const auto frames = encode(encoder, 8, 100);
  for (std::size_t i = 0; i < frames.size(); ++i) EXPECT_EQ(frames[i].non_reference, i % 2 == 1) << i;
  for (const std::size_t i : {0, 2, 3, 4, 6, 7}) EXPECT_TRUE(decoder.decode(frames[i])) << i;
  EXPECT_FALSE(decoder.decode(frames[2])) << "refers to a frame that another has replaced";
}

}  // namespace
}  // namespace counterpoint
