// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/limited_gain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

/// A tone of 440 Hz.
std::vector<float> tone(float level, Duration length) {
  std::vector<float> samples(static_cast<std::size_t>(to_seconds(length) * kAudioSampleRate));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] = level * std::sin(2 * std::numbers::pi_v<float> * 440 * static_cast<float>(i) / kAudioSampleRate);
  }
  return samples;
}

/// One channel.
void apply(LimitedGain& gain, std::vector<float>& audio, float factor) {
  std::vector<float> side(audio.size(), 0.0F);
  gain.apply(audio, side, factor);
}

float loudest(std::span<const float> samples) {
  float level = 0;
  for (const float sample : samples) level = std::max(level, std::abs(sample));
  return level;
}

/// The part of `samples` that is no multiple of `tone`, in amplitude.
double distortion(std::span<const float> samples, std::span<const float> tone) {
  double product = 0;
  double power = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    product += static_cast<double>(samples[i]) * tone[i];
    power += static_cast<double>(tone[i]) * tone[i];
  }
  double rest = 0;
  double whole = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    rest += std::pow(samples[i] - product / power * tone[i], 2);
    whole += std::pow(samples[i], 2);
  }
  return std::sqrt(rest / whole);
}

TEST(LimitedGainTest, LeavesAudioAsItIsWithAGainOfOne) {
  LimitedGain gain;
  std::vector<float> audio = tone(1, 100ms);
  apply(gain, audio, 1);
  EXPECT_EQ(audio, tone(1, 100ms));
}

TEST(LimitedGainTest, BlendsAChangeOverOnePiece) {
  LimitedGain gain;
  std::vector<float> audio(480, 0.5F);
  apply(gain, audio, 0);
  for (std::size_t i = 1; i < audio.size(); ++i) {
    ASSERT_LE(std::abs(audio[i] - audio[i - 1]), 0.5F / 480 + 1e-6F) << "a click at " << i;
  }
  EXPECT_EQ(audio.back(), 0);
  std::ranges::fill(audio, 0.5F);
  apply(gain, audio, 0);
  EXPECT_EQ(loudest(audio), 0) << "muted";
}

TEST(LimitedGainTest, TurnsLoudAudioDownRatherThanDistortIt) {
  LimitedGain gain;
  const std::vector<float> loud = tone(0.9F, 1s);
  std::vector<float> audio = loud;
  apply(gain, audio, 2.25F);
  EXPECT_LE(loudest(audio), 1.0F);
  const auto second_half = [](const std::vector<float>& whole) { return std::span(whole).subspan(whole.size() / 2); };
  EXPECT_GT(loudest(second_half(audio)), 0.99F) << "as loud as can be";
  EXPECT_LT(distortion(second_half(audio), second_half(loud)), 0.01) << "cutting its peaks off would make 0.2 of it";
}

TEST(LimitedGainTest, IsAsLoudAsBeforeSoonAfterAPeak) {
  LimitedGain gain;
  std::vector<float> audio(100, 0.9F);
  apply(gain, audio, 2);
  std::vector<float> quiet(kAudioSampleRate / 5, 0.1F);
  apply(gain, quiet, 2);
  EXPECT_LT(quiet.front(), 0.15F);
  EXPECT_FLOAT_EQ(quiet.back(), 0.2F);
}

TEST(LimitedGainTest, TurnsBothChannelsDownAlike) {
  LimitedGain gain;
  // The left channel is 0.9, the right one 0.3.
  std::vector<float> mid(kAudioSampleRate / 10, 0.6F);
  std::vector<float> side(mid.size(), 0.3F);
  gain.apply(mid, side, 2);
  EXPECT_NEAR(mid.back() + side.back(), 1, 1e-5);
  EXPECT_NEAR(mid.back() - side.back(), 1.0 / 3, 1e-5) << "it stays where it was heard";
}

}  // namespace
}  // namespace counterpoint
