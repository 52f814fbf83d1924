// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pipelines/audio/clip_mixer.h"

#include <gtest/gtest.h>

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

/// `length` of audio whose every sample is its number in the clip, in millionths.
ClipAudio ramp(Duration from, Duration length) {
  ClipAudio audio{.samples = {}, .side = {}, .time = from};
  const auto first = static_cast<std::size_t>(from * 48 / 1ms);
  for (std::size_t i = 0; i < static_cast<std::size_t>(length * 48 / 1ms); ++i) {
    audio.samples.push_back(static_cast<float>(first + i) * 1e-6F);
  }
  return audio;
}

AudioBlock mixed(ClipMixer& mixer, Timestamp at, float microphone = 0) {
  AudioBlock block{.at = at};
  block.samples.fill(microphone);
  mixer.mix_into(block);
  return block;
}

TEST(ClipMixer, AddsWhatIsDueToTheMicrophone) {
  ClipMixer mixer;
  mixer.add({ramp(0ms, 25ms), ramp(25ms, 75ms)});
  EXPECT_EQ(mixed(mixer, kStart).samples[100], 0) << "before the clip has its place";
  mixer.set_start_time(kStart + 5ms);
  const AudioBlock begin = mixed(mixer, kStart, 0.5F);
  EXPECT_FLOAT_EQ(begin.samples[239], 0.5F) << "not begun yet";
  EXPECT_FLOAT_EQ(begin.samples[241], 0.5F + 1e-6F);
  const AudioBlock joint = mixed(mixer, kStart + 30ms);
  for (std::size_t i = 0; i < joint.samples.size(); ++i) {
    EXPECT_FLOAT_EQ(joint.samples[i], static_cast<float>(1200 + i) * 1e-6F);
  }
  EXPECT_EQ(mixed(mixer, kStart + 200ms).samples[0], 0) << "at its end";
}

TEST(ClipMixer, FollowsAWaveringClockWithoutAGap) {
  ClipMixer mixer;
  mixer.add({ramp(0ms, 1s)});
  mixer.set_start_time(kStart);
  const float last = mixed(mixer, kStart).samples.back();
  EXPECT_NEAR(mixed(mixer, kStart + 14ms).samples.front(), last + 1e-6F, 1e-7F);
  EXPECT_NEAR(mixed(mixer, kStart + 16ms).samples.front(), last + 481e-6F, 1e-7F);
  EXPECT_NEAR(mixed(mixer, kStart + 500ms).samples.front(), 24'000e-6F, 1e-7F) << "but jumps over a long one";
}

TEST(ClipMixer, ForgetsWhatItIsToldTo) {
  ClipMixer mixer;
  mixer.add({ramp(0ms, 1s)});
  mixer.set_start_time(std::nullopt);
  EXPECT_EQ(mixed(mixer, kStart + 100ms).samples[0], 0);
  mixer.set_start_time(kStart);
  EXPECT_GT(mixed(mixer, kStart + 100ms).samples[0], 0);
  mixer.clear();
  EXPECT_EQ(mixed(mixer, kStart + 110ms).samples[0], 0);
}

/// A second of the same sample, due from kStart on.
ClipMixer& place_steady(ClipMixer& mixer, float sample) {
  mixer.add({ClipAudio{.samples = std::vector<float>(48'000, sample), .side = {}, .time = 0ms}});
  mixer.set_start_time(kStart);
  return mixer;
}

TEST(ClipMixer, ChangesItsVolumeWithoutAClick) {
  ClipMixer mixer;
  place_steady(mixer, 0.8F);
  EXPECT_FLOAT_EQ(mixed(mixer, kStart).samples.back(), 0.8F);
  mixer.set_levels({.volume = 0.5});
  const AudioBlock change = mixed(mixer, kStart + 10ms);
  EXPECT_NEAR(change.samples.front(), 0.8, 0.002);
  EXPECT_NEAR(change.samples.back(), 0.2, 0.002) << "half of a slider is a quarter";
  EXPECT_NEAR(mixed(mixer, kStart + 20ms, 0.1F).samples.front(), 0.3, 0.002) << "the microphone stays as it is";
  mixer.set_levels({.volume = 0.5, .to_peer = false});
  (void)mixed(mixer, kStart + 30ms);
  EXPECT_FLOAT_EQ(mixed(mixer, kStart + 40ms, 0.1F).samples.front(), 0.1F) << "muted";
}

TEST(ClipMixer, IsHeardHereToo) {
  ClipMixer mixer;
  place_steady(mixer, 0.5F);
  const auto heard = [&mixer] {
    AudioBlock block;
    block.samples.fill(0.1F);
    mixer.monitor_into(block.samples, block.side);
    return block.samples.back();
  };
  (void)mixed(mixer, kStart);
  EXPECT_FLOAT_EQ(heard(), 0.1F) << "not unless it is wanted";
  mixer.set_levels({.to_peer = false, .to_us = true});
  (void)mixed(mixer, kStart + 10ms);
  EXPECT_FLOAT_EQ(heard(), 0.1F) << "it begins when a second block is there to fall back on";
  (void)mixed(mixer, kStart + 20ms);
  EXPECT_FLOAT_EQ(heard(), 0.6F) << "whatever the peer hears";
  EXPECT_FLOAT_EQ(heard(), 0.6F);
  EXPECT_FLOAT_EQ(heard(), 0.1F) << "at its end";
  for (int i = 3; i < 40; ++i) (void)mixed(mixer, kStart + i * 10ms);
  int blocks = 0;
  while (heard() > 0.3F && blocks < 40) ++blocks;
  EXPECT_LE(blocks, 6) << "a loudspeaker that stood still must not lag for good";
  EXPECT_GE(blocks, 2);
}

TEST(ClipMixer, LeavesTheVoiceInTheMiddleOfAStereoClip) {
  ClipMixer mixer;
  // Left 0.4, right 0.
  mixer.add(
      {ClipAudio{.samples = std::vector<float>(48'000, 0.2F), .side = std::vector<float>(48'000, 0.2F), .time = 0ms}});
  mixer.set_start_time(kStart);
  mixer.set_levels({.to_us = true});
  (void)mixed(mixer, kStart);
  const AudioBlock block = mixed(mixer, kStart + 10ms, 0.3F);
  EXPECT_FLOAT_EQ(block.samples[7] + block.side[7], 0.7F);
  EXPECT_FLOAT_EQ(block.samples[7] - block.side[7], 0.3F);
  const AudioBlock loud = mixed(mixer, kStart + 20ms, 0.9F);
  EXPECT_FLOAT_EQ(loud.samples[7] + loud.side[7], 1) << "each channel by itself";
  EXPECT_FLOAT_EQ(loud.samples[7] - loud.side[7], 0.9F);
  AudioBlock heard;
  mixer.monitor_into(heard.samples, heard.side);
  mixer.monitor_into(heard.samples, heard.side);
  EXPECT_GT(heard.side[7], 0.1F);
}

TEST(ClipMixer, ClipsWhatIsTooLoud) {
  ClipMixer mixer;
  mixer.add({ClipAudio{.samples = std::vector<float>(480, 0.8F), .side = {}, .time = 0ms}});
  mixer.set_start_time(kStart);
  EXPECT_FLOAT_EQ(mixed(mixer, kStart, 0.7F).samples[7], 1);
}

}  // namespace
}  // namespace counterpoint
