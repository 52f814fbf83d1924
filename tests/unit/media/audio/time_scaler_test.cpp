// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/time_scaler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/base/rng.h"
#include "core/model/audio_format.h"

namespace counterpoint {
namespace {

constexpr double kRate = kAudioSampleRate;

std::vector<float> tone(double hertz, std::size_t samples, std::size_t from = 0, double amplitude = 0.5) {
  std::vector<float> audio;
  for (std::size_t i = 0; i < samples; ++i) {
    const double phase = 2 * std::numbers::pi * hertz * static_cast<double>(from + i) / kRate;
    audio.push_back(static_cast<float>(amplitude * std::sin(phase)));
  }
  return audio;
}

/// Something like a vowel: harmonics of `hertz` that get weaker.
std::vector<float> vowel(double hertz, std::size_t samples, std::size_t from) {
  std::vector<float> audio(samples, 0.0F);
  for (int harmonic = 1; harmonic <= 12; ++harmonic) {
    const std::vector<float> part = tone(hertz * harmonic, samples, from, 0.3 / harmonic);
    for (std::size_t i = 0; i < samples; ++i) audio[i] += part[i];
  }
  return audio;
}

double frequency(const std::vector<float>& audio) {
  // Between the first and the last upward zero crossing, to a fraction of a sample.
  double first = -1;
  double last = -1;
  int periods = -1;
  for (std::size_t i = 1; i < audio.size(); ++i) {
    if (audio[i - 1] >= 0 || audio[i] < 0) continue;
    const double at = static_cast<double>(i) - static_cast<double>(audio[i] / (audio[i] - audio[i - 1]));
    if (first < 0) first = at;
    last = at;
    ++periods;
  }
  return periods * kRate / (last - first);
}

float steepest_step(const std::vector<float>& audio) {
  float steepest = 0;
  for (std::size_t i = 1; i < audio.size(); ++i) steepest = std::max(steepest, std::abs(audio[i] - audio[i - 1]));
  return steepest;
}

std::vector<float> shorter_mono(const TimeScaler& scaler, const std::vector<float>& audio, bool forced = false) {
  return scaler.shorten({.samples = audio, .side = {}}, forced).samples;
}
std::vector<float> longer_mono(const TimeScaler& scaler, const std::vector<float>& audio, bool forced = false) {
  return scaler.lengthen({.samples = audio, .side = {}}, forced).samples;
}

/// A second of audio in pieces of 20 ms, each put through `scale`.
template <typename Make, typename Scale>
std::vector<float> scaled_second(Make make, Scale scale) {
  std::vector<float> all;
  for (std::size_t from = 0; from < 48'000; from += kAudioPacketSamples) {
    const std::vector<float> piece = scale(make(from));
    all.insert(all.end(), piece.begin(), piece.end());
  }
  return all;
}

TEST(TimeScaler, TakesOutNoMoreThanIsAllowed) {
  const TimeScaler scaler;
  const AudioPiece voice{.samples = vowel(120, kAudioPacketSamples, 0), .side = {}};
  EXPECT_EQ(scaler.shorten(voice, false, 8ms).samples, voice.samples) << "its period is longer";
  EXPECT_NEAR(static_cast<double>(scaler.shorten(voice, false, 10ms).samples.size()), 960 - 400, 8);
  const AudioPiece pause{.samples = std::vector<float>(kAudioPacketSamples), .side = {}};
  EXPECT_GE(scaler.shorten(pause, false, 3ms).samples.size(), 960U - 144);
  EXPECT_LT(scaler.shorten(pause, false, 3ms).samples.size(), 960U);
}

TEST(TimeScaler, ToneKeepsItsPitchAndHasNoClicks) {
  const TimeScaler scaler;
  for (const double hertz : {150.0, 440.0, 1000.0}) {
    const auto make = [&](std::size_t from) { return tone(hertz, kAudioPacketSamples, from); };
    const auto shorter = scaled_second(make, [&](const auto& x) { return shorter_mono(scaler, x); });
    const auto longer = scaled_second(make, [&](const auto& x) { return longer_mono(scaler, x); });
    EXPECT_LT(shorter.size(), 43'000U) << hertz;
    EXPECT_GT(longer.size(), 53'000U) << hertz;
    EXPECT_NEAR(frequency(shorter), hertz, hertz / 100);
    EXPECT_NEAR(frequency(longer), hertz, hertz / 100);
    const float natural_step = steepest_step(tone(hertz, 48'000));
    EXPECT_LE(steepest_step(shorter), natural_step * 1.1F) << hertz;
    EXPECT_LE(steepest_step(longer), natural_step * 1.1F) << hertz;
  }
}

TEST(TimeScaler, VoiceKeepsItsLoudnessAndLosesOnePeriod) {
  const TimeScaler scaler;
  for (const double hertz : {80.0, 120.0, 230.0}) {
    const std::vector<float> audio = vowel(hertz, kAudioPacketSamples, 1234);
    const std::vector<float> shorter = shorter_mono(scaler, audio);
    const double periods = static_cast<double>(audio.size() - shorter.size()) * hertz / kRate;
    EXPECT_GE(periods, 0.9) << hertz;
    EXPECT_NEAR(periods, std::round(periods), 0.05) << hertz;
    EXPECT_LE(steepest_step(shorter), steepest_step(audio) * 1.2F) << hertz;
  }
}

TEST(TimeScaler, PiecesStillFitToTheirNeighbours) {
  const TimeScaler scaler;
  const std::vector<float> audio = vowel(200, kAudioPacketSamples, 0);
  for (const std::vector<float>& scaled : {shorter_mono(scaler, audio), longer_mono(scaler, audio)}) {
    ASSERT_NE(scaled.size(), audio.size());
    EXPECT_EQ(scaled.front(), audio.front());
    EXPECT_EQ(scaled.back(), audio.back());
  }
}

TEST(TimeScaler, NoiseIsLeftAloneUnlessForced) {
  const TimeScaler scaler;
  Rng rng(1);
  std::vector<float> noise;
  for (std::size_t i = 0; i < kAudioPacketSamples; ++i) noise.push_back(static_cast<float>(rng.gaussian() * 0.2));
  EXPECT_EQ(shorter_mono(scaler, noise), noise);
  EXPECT_EQ(longer_mono(scaler, noise), noise);
  EXPECT_LT(shorter_mono(scaler, noise, true).size(), noise.size());
  EXPECT_GT(longer_mono(scaler, noise, true).size(), noise.size());
}

TEST(TimeScaler, SilenceAndQuietNoiseAreAlwaysScaled) {
  const TimeScaler scaler;
  const std::vector<float> silence(kAudioPacketSamples, 0.0F);
  EXPECT_LT(shorter_mono(scaler, silence).size(), silence.size());
  EXPECT_GT(longer_mono(scaler, silence).size(), silence.size());
}

TEST(TimeScaler, PiecesTooShortComeBackAsTheyAre) {
  const TimeScaler scaler;
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{100}, std::size_t{150}}) {
    const std::vector<float> audio = tone(440, size);
    EXPECT_EQ(shorter_mono(scaler, audio, true), audio);
    EXPECT_EQ(longer_mono(scaler, audio, true), audio);
  }
}

TEST(TimeScaler, ChannelsStayTogether) {
  const TimeScaler scaler;
  const std::vector<float> left = tone(200, kAudioPacketSamples);
  const std::vector<float> right = tone(400, kAudioPacketSamples);
  AudioPiece audio{.samples = left, .side = left};
  for (std::size_t i = 0; i < left.size(); ++i) {
    audio.samples[i] = (left[i] + right[i]) / 2;
    audio.side[i] = (left[i] - right[i]) / 2;
  }
  for (const AudioPiece& scaled : {scaler.shorten(audio), scaler.lengthen(audio)}) {
    ASSERT_NE(scaled.samples.size(), left.size());
    ASSERT_EQ(scaled.side.size(), scaled.samples.size());
    std::vector<float> heard_right;
    for (std::size_t i = 0; i < scaled.samples.size(); ++i) heard_right.push_back(scaled.samples[i] - scaled.side[i]);
    EXPECT_NEAR(frequency(heard_right), 400, 8);
    EXPECT_LE(steepest_step(heard_right), steepest_step(right) * 1.1F) << "a seam that is not its own is smooth";
  }
}

}  // namespace
}  // namespace counterpoint
