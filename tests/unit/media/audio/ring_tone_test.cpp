// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/ring_tone.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

/// `seconds` of it, in blocks as devices want them.
std::vector<float> played(RingTone::Kind kind, double seconds) {
  RingTone tone(kind);
  std::vector<float> samples(static_cast<std::size_t>(seconds * kAudioSampleRate));
  for (std::size_t at = 0; at < samples.size(); at += kAudioBlockSamples) {
    tone.read(std::span(samples).subspan(at, kAudioBlockSamples));
  }
  return samples;
}

float loudest(const std::vector<float>& samples, double from, double to) {
  float most = 0;
  for (auto i = static_cast<std::size_t>(from * kAudioSampleRate); i < static_cast<std::size_t>(to * kAudioSampleRate);
       ++i) {
    most = std::max(most, std::abs(samples[i]));
  }
  return most;
}

TEST(RingTone, SomebodyWhoCallsIsHeardQuietlyWithAPauseAgainAndAgain) {
  const std::vector<float> ring = played(RingTone::Kind::kIncoming, 8);
  EXPECT_GT(loudest(ring, 0, 2), 0.1F);
  EXPECT_LT(loudest(ring, 0, 8), 0.4F);
  EXPECT_LT(loudest(ring, 3, 4), 0.01F);
  EXPECT_FLOAT_EQ(loudest(ring, 4, 6), loudest(ring, 0, 2));
}

TEST(RingTone, TheCallerHearsWhatTelephonesSay) {
  const std::vector<float> ring = played(RingTone::Kind::kRingBack, 10);
  EXPECT_NEAR(loudest(ring, 0, 1), 0.06F, 0.001F);
  EXPECT_EQ(loudest(ring, 1, 5), 0);
  EXPECT_NEAR(loudest(ring, 5, 6), 0.06F, 0.001F);
  int crossings = 0;
  for (std::size_t i = 1; i < kAudioSampleRate; ++i) crossings += ring[i - 1] < 0 && ring[i] >= 0;
  EXPECT_NEAR(crossings, 425, 1);
}

TEST(RingTone, NothingClicks) {
  for (const auto kind : {RingTone::Kind::kIncoming, RingTone::Kind::kRingBack}) {
    const std::vector<float> ring = played(kind, 10);
    float step = std::abs(ring[0]);
    for (std::size_t i = 1; i < ring.size(); ++i) step = std::max(step, std::abs(ring[i] - ring[i - 1]));
    EXPECT_LT(step, 0.05F);
  }
}

}  // namespace
}  // namespace counterpoint
