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
  explicit RecordingEncoder(std::vector<std::vector<float>>& packets, std::vector<DataRate>* rates = nullptr)
      : packets_(packets), rates_(rates) {}
  Result<Bytes> encode(std::span<const float> pcm) override {
    packets_.emplace_back(pcm.begin(), pcm.end());
    return Bytes{0};
  }
  void set_channels(int) override {}
  void set_rate(DataRate rate) override {
    if (rates_ != nullptr) rates_->push_back(rate);
  }
  void set_expected_loss(double) override {}

 private:
  std::vector<std::vector<float>>& packets_;
  std::vector<DataRate>* rates_;
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

/// The rates that the encoder is set to when the packets of a call that agreed upon `agreed` have these durations, one
/// after another.
std::vector<DataRate> rates(Duration agreed, DataRate usual, const std::vector<Duration>& times) {
  std::vector<std::vector<float>> packets;
  std::vector<DataRate> rates;
  PacketEncoder encoder({.packet_time = agreed, .rate = {.mono = usual}},
                        std::make_unique<RecordingEncoder>(packets, &rates));
  for (const Duration time : times) {
    encoder.set_packet_time(time);
    while (!encoder.push({})) {
    }
  }
  return rates;
}

TEST(PacketEncoder, PacketsThatANarrowPathMakesLongerHaveTheRateOfWideBandSpeech) {
  const DataRate usual = DataRate::kilobits_per_second(32);
  EXPECT_THAT(rates(20ms, usual, {20ms, 20ms}), testing::IsEmpty());
  EXPECT_THAT(rates(20ms, usual, {20ms, 40ms, 60ms, 20ms}), testing::ElementsAre(kWideBandRate, usual));
  EXPECT_THAT(rates(10ms, usual, {10ms, 20ms}), testing::IsEmpty()) << "these are the usual ones";
  EXPECT_THAT(rates(60ms, usual, {60ms}), testing::IsEmpty()) << "it is what the user wants";
  EXPECT_THAT(rates(20ms, DataRate::kilobits_per_second(12), {20ms, 60ms}), testing::IsEmpty()) << "less is enough";
}

}  // namespace
}  // namespace counterpoint
