// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/audio/packet_encoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

/// Keeps what it is to encode.
class RecordingEncoder final : public AudioEncoder {
 public:
  explicit RecordingEncoder(std::vector<std::vector<float>>& packets) : packets_(packets) {}
  Result<Bytes> encode(std::span<const float> pcm) override {
    packets_.emplace_back(pcm.begin(), pcm.end());
    return Bytes{0};
  }
  void set_channels(int) override {}
  void set_rate(DataRate) override {}
  void set_expected_loss(double) override {}

 private:
  std::vector<std::vector<float>>& packets_;
};

TEST(PacketEncoder, ChangesThePacketTimeWithoutLosingASample) {
  std::vector<std::vector<float>> packets;
  PacketEncoder encoder({}, std::make_unique<RecordingEncoder>(packets));
  std::vector<float> heard;
  std::vector<int> times;
  for (int i = 0; i < 60; ++i) {
    // Changes come in the middle of packets as well.
    if (i == 11) encoder.set_packet_time(60ms);
    if (i == 33) encoder.set_packet_time(10ms);
    AudioBlock captured{.at = kStart + i * kAudioBlockDuration};
    captured.samples.fill(static_cast<float>(i));
    const std::size_t before = heard.size();
    if (const auto packet = encoder.push(captured)) {
      EXPECT_EQ(packet->captured_at, kStart + audio_duration(before));
      heard.insert(heard.end(), packets.back().begin(), packets.back().end());
      times.push_back(static_cast<int>(audio_duration(packets.back().size()) / 1ms));
    }
  }
  for (std::size_t i = 0; i < heard.size(); ++i) {
    const std::size_t block = i / kAudioBlockSamples;
    ASSERT_EQ(heard[i], static_cast<float>(block)) << i;
  }
  EXPECT_EQ(heard.size(), 60 * kAudioBlockSamples);
  EXPECT_THAT(std::vector<int>(times.begin(), times.begin() + 10),
              testing::ElementsAre(20, 20, 20, 20, 20, 20, 60, 60, 60, 60));
  EXPECT_THAT(std::vector<int>(times.begin() + 10, times.end()), testing::Each(10));
}

}  // namespace
}  // namespace counterpoint
