// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/processing/voice_processor.h"

#include <gmock/gmock.h>

#include <ostream>
#include <string>

#include "tests/support/room_conversation.h"

namespace counterpoint {
namespace {

struct NamedRoom {
  std::string name;
  SimulatedRoom room;
};

void PrintTo(const NamedRoom& room, std::ostream* out) { *out << room.name; }

class LinearRoom : public testing::TestWithParam<NamedRoom> {};

TEST_P(LinearRoom, IsFullDuplex) {
  const EchoOutcome outcome = converse(GetParam().room);
  EXPECT_GE(outcome.late_db, 38);
  EXPECT_GE(outcome.early_db, 20);
  EXPECT_GE(outcome.near_db, -3);
  RecordProperty("figures", std::to_string(outcome.late_db) + " " + std::to_string(outcome.near_db));
}

INSTANTIATE_TEST_SUITE_P(Echo, LinearRoom,
                         testing::Values(NamedRoom{"Usual", {.seed = 2}}, NamedRoom{"OtherVoices", {.seed = 1}},
                                         NamedRoom{"WithoutLatency", {.latency = 0, .seed = 1}},
                                         NamedRoom{"Late", {.latency = 0.25, .seed = 3}},
                                         NamedRoom{"Reverberant", {.tail = 0.5, .seed = 4}},
                                         NamedRoom{"TwoClocks", {.drift = 2e-4, .seed = 5}},
                                         NamedRoom{"TwoClocksAndJitter", {.drift = 2e-4, .jitter = 50e-6, .seed = 6}}),
                         [](const auto& room) { return room.param.name; });

class DistortingRoom : public testing::TestWithParam<NamedRoom> {};

TEST_P(DistortingRoom, IsFullDuplex) {
  const EchoOutcome outcome = converse(GetParam().room);
  EXPECT_GE(outcome.late_db, 27);
  EXPECT_GE(outcome.early_db, 20);
  EXPECT_GE(outcome.near_db, -4.5);
  RecordProperty("figures", std::to_string(outcome.late_db) + " " + std::to_string(outcome.near_db));
}

INSTANTIATE_TEST_SUITE_P(Echo, DistortingRoom,
                         testing::Values(NamedRoom{"Usual", {.distortion = 0.5, .latency = 0.12, .seed = 11}},
                                         NamedRoom{"Late", {.distortion = 0.5, .latency = 0.25, .seed = 12}},
                                         NamedRoom{"Reverberant", {.tail = 0.5, .distortion = 0.5, .seed = 13}}),
                         [](const auto& room) { return room.param.name; });

class JumpingRoom : public testing::TestWithParam<NamedRoom> {};

TEST_P(JumpingRoom, IsMendedWithin1500Milliseconds) { EXPECT_GE(converse(GetParam().room).mended_db, 20); }

INSTANTIATE_TEST_SUITE_P(
    Echo, JumpingRoom,
    testing::Values(NamedRoom{"Later", {.hidden_jump = 0.06, .jump_at = 20, .seed = 21}},
                    NamedRoom{"Earlier", {.latency = 0.09, .hidden_jump = -0.06, .jump_at = 20, .seed = 22}},
                    NamedRoom{"Distorting", {.distortion = 0.5, .hidden_jump = 0.06, .jump_at = 20, .seed = 23}},
                    NamedRoom{"Reverberant", {.tail = 0.5, .hidden_jump = 0.06, .jump_at = 20, .seed = 24}}),
    [](const auto& room) { return room.param.name; });

TEST(VoiceProcessor, LowersStationaryNoiseAndNotSpeech) {
  const Signal noise = noise_signal(1, 12, -45);
  Signal voice = voice_signal(2, 12);
  bring_to(voice, -25);
  Signal both = noise;
  for (std::size_t i = 3UL * kAudioSampleRate; i < both.size(); ++i) both[i] += voice[i];
  VoiceProcessor processor({.control_gain = false});
  const Signal heard = SimulatedRoom().run(processor, Signal(), both);
  EXPECT_LE(level_db(part(heard, 1, 3)), level_db(part(noise, 1, 3)) - 12);
  EXPECT_GE(level_db(part(heard, 4, 12)), level_db(part(voice, 4, 12)) - 1);
  VoiceProcessor off({.suppress_noise = false, .control_gain = false});
  const Signal left = SimulatedRoom().run(off, Signal(), both);
  EXPECT_NEAR(level_db(part(left, 1, 3)), level_db(part(noise, 1, 3)), 1.5);
}

class Loudness : public testing::TestWithParam<int> {};

TEST_P(Loudness, ComesToMinus20WithinFiveSecondsAndNeverClips) {
  Signal voice = voice_signal(3, 12);
  bring_to(voice, GetParam());
  for (float& sample : voice) sample = std::clamp(sample, -1.0F, 1.0F);
  VoiceProcessor processor({});
  const Signal heard = SimulatedRoom().run(processor, Signal(), voice);
  EXPECT_NEAR(level_db(part(heard, 5, 12)), -20, 3);
  for (const float sample : heard) ASSERT_LT(std::abs(sample), 1);
}

INSTANTIATE_TEST_SUITE_P(Voice, Loudness, testing::Values(-45, -35, -25, -15, -5));

TEST(VoiceProcessor, AddsAtMostTenMilliseconds) {
  Signal voice = voice_signal(4, 6);
  VoiceProcessor processor({.control_gain = false});
  const Signal heard = SimulatedRoom().run(processor, Signal(), voice);
  double highest = 0;
  std::size_t delay = 0;
  for (std::size_t lag = 0; lag < 2000; ++lag) {
    double sum = 0;
    for (std::size_t i = lag; i < heard.size(); ++i) sum += static_cast<double>(heard[i]) * voice[i - lag];
    if (sum <= highest) continue;
    highest = sum;
    delay = lag;
  }
  EXPECT_GT(highest, 0);
  EXPECT_LE(audio_duration(delay), 10ms);
}

TEST(VoiceProcessor, StampsWhatItDelayed) {
  VoiceProcessor processor({});
  AudioBlock block{.at = Timestamp(100ms), .live = true};
  processor.capture(block);
  EXPECT_EQ(block.at, Timestamp(95ms));
}

TEST(VoiceProcessor, LeavesWhatIsNotLiveAsItIs) {
  VoiceProcessor processor({});
  AudioBlock block{.at = Timestamp(100ms)};
  block.samples.fill(0.5F);
  processor.capture(block);
  EXPECT_EQ(block.at, Timestamp(100ms));
  EXPECT_THAT(block.samples, testing::Each(0.5F));
}

/// Gives the level of the echo that is left of a loudspeaker that has a clock of its own.
double left_of_echo(VoiceProcessor& processor, double start) {
  Signal far = voice_signal(5, 12);
  bring_to(far, -20);
  const SimulatedRoom room{.latency = 0.045, .drift = 2e-4, .start = start, .seed = 31};
  const Signal heard = room.run(processor, far, room.echo(far));
  return level_db(part(heard, 4, 12));
}

TEST(VoiceProcessor, TakesAnotherLoudspeakerAsIfItWereTheFirst) {
  VoiceProcessor fresh({.control_gain = false});
  VoiceProcessor used({.control_gain = false});
  Signal far = voice_signal(6, 20);
  bring_to(far, -20);
  const SimulatedRoom room{.seed = 30};
  (void)room.run(used, far, room.echo(far));
  used.play({.at = Timestamp(1020s)});  // Silence stands in until the next one is open.
  EXPECT_LT(left_of_echo(used, 1020.5), left_of_echo(fresh, 1020.5) + 3);
}

}  // namespace
}  // namespace counterpoint
