// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/base/rng.h"
#include "core/model/audio_format.h"
#include "media/audio/audio_file_input.h"
#include "media/audio/beep.h"
#include "media/audio/devices/audio_device_factory.h"
#include "media/audio/generated_input.h"
#include "media/audio/test_voice.h"
#include "media/audio/wav_file_output.h"
#include "media/capture/marks.h"
#include "tests/support/beep_finder.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

std::vector<float> take(AudioInput& input, Duration duration, std::size_t block = kAudioBlockSamples) {
  std::vector<float> samples(static_cast<std::size_t>(to_seconds(duration) * kAudioSampleRate));
  const std::span<float> all(samples);
  for (std::size_t i = 0; i < samples.size(); i += block) input.read(all.subspan(i, std::min(block, all.size() - i)));
  return samples;
}

double rms(std::span<const float> samples) {
  double sum = 0;
  for (const float sample : samples) sum += static_cast<double>(sample) * sample;
  return std::sqrt(sum / static_cast<double>(samples.size()));
}

/// Amplitude of the sine of `frequency` in `samples`.
double amplitude_at(std::span<const float> samples, double frequency) {
  double in_phase = 0;
  double quadrature = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double angle = 2 * std::numbers::pi * frequency * static_cast<double>(i) / kAudioSampleRate;
    in_phase += samples[i] * std::cos(angle);
    quadrature += samples[i] * std::sin(angle);
  }
  return 2 * std::hypot(in_phase, quadrature) / static_cast<double>(samples.size());
}

TEST(Tone, HasItsPitchAndNoGapHoweverItIsRead) {
  ToneInput tone(440, 0.25);
  const auto samples = take(tone, 1s, 333);
  EXPECT_NEAR(amplitude_at(samples, 440), 0.25, 0.001);
  EXPECT_NEAR(rms(samples), 0.25 / std::numbers::sqrt2, 0.001);  // All of it is the tone.
}

TEST(Silence, IsSilent) {
  SilenceInput silence;
  std::vector<float> samples(100, 1.0F);
  silence.read(samples);
  EXPECT_THAT(samples, testing::Each(0.0F));
}

TEST(TestVoice, IsAlwaysTheSameAndDiffersBySeed) {
  TestVoice one;
  TestVoice same;
  TestVoice other(2);
  const auto samples = take(one, 3s);
  EXPECT_EQ(samples, take(same, 3s, 77));
  EXPECT_NE(samples, take(other, 3s));
}

TEST(TestVoice, SpeaksAtASpeakersLevelWithPauses) {
  TestVoice voice;
  const auto samples = take(voice, 30s);
  for (const float sample : samples) ASSERT_LT(std::abs(sample), 1.0F);
  int loud = 0;
  int silent = 0;
  const std::span<const float> all(samples);
  std::vector<float> speech;
  for (std::size_t i = 0; i + 960 <= all.size(); i += 960) {
    const auto part = all.subspan(i, 960);
    if (rms(part) > 0.02) {
      ++loud;
      speech.insert(speech.end(), part.begin(), part.end());
    }
    if (rms(part) < 0.001) ++silent;
  }
  EXPECT_GT(loud, 1500 * 4 / 10);
  EXPECT_GT(silent, 1500 / 20);
  EXPECT_NEAR(20 * std::log10(rms(speech)), -20, 4);
}

TEST(TestVoice, HasTheSpectrumOfSpeech) {
  TestVoice voice;
  const auto samples = take(voice, 10s);
  double low = 0;   // The first formants.
  double high = 0;  // Voices have little there.
  for (double frequency = 300; frequency < 900; frequency += 10) low += std::pow(amplitude_at(samples, frequency), 2);
  for (double frequency = 6000; frequency < 6600; frequency += 10)
    high += std::pow(amplitude_at(samples, frequency), 2);
  EXPECT_GT(10 * std::log10(low / high), 20);
}

TEST(TestVoice, IsVoicedAtASpeakersPitch) {
  TestVoice voice;
  const auto samples = take(voice, 10s);
  int voiced = 0;
  for (std::size_t start = 0; start + 4000 < samples.size(); start += 4800) {
    double energy = 0;
    for (std::size_t i = 0; i < 2000; ++i) energy += samples[start + i] * samples[start + i];
    if (energy < 2) continue;
    double best = 0;
    for (std::size_t lag = 300; lag < 600; ++lag) {  // 80 to 160 Hz.
      double sum = 0;
      double shifted = 1e-9;
      for (std::size_t i = 0; i < 2000; ++i) {
        sum += samples[start + i] * samples[start + i + lag];
        shifted += samples[start + i + lag] * samples[start + i + lag];
      }
      best = std::max(best, sum / std::sqrt(energy * shifted));
    }
    if (best > 0.8) ++voiced;
  }
  EXPECT_GT(voiced, 30);
}

TEST(Beep, StartsEachSecondFromZero) {
  BeepInput beep;
  const auto samples = take(beep, 3500ms);
  const auto found = find_beeps(samples);
  ASSERT_EQ(found.size(), 4U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(to_milliseconds(found[i]), 1000.0 * static_cast<double>(i), 1);
    EXPECT_TRUE(flash_is_due(static_cast<int>(i) * kFlashInterval, 33ms));
  }
  EXPECT_EQ(kBeepInterval, kFlashInterval);
}

TEST(Beep, IsFoundThoughQuietLateAndInNoise) {
  BeepInput beep;
  const auto clean = take(beep, 3s);
  Rng rng(5);
  std::vector<float> noisy(1234, 0.0F);
  for (const float sample : clean) noisy.push_back(0.2F * sample + static_cast<float>(0.005 * rng.gaussian()));
  const auto found = find_beeps(noisy);
  ASSERT_EQ(found.size(), 3U);
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(to_milliseconds(found[i]), 1000.0 * static_cast<double>(i) + 1234 / 48.0, 1);
  }
}

TEST(Beep, IsNotFoundInSpeechNoiseOrSilence) {
  TestVoice voice;
  EXPECT_THAT(find_beeps(take(voice, 20s)), testing::IsEmpty());
  Rng rng(5);
  std::vector<float> noise(96'000);
  for (float& sample : noise) sample = static_cast<float>(0.1 * rng.gaussian());
  EXPECT_THAT(find_beeps(noise), testing::IsEmpty());
  EXPECT_THAT(find_beeps(std::vector<float>(96'000)), testing::IsEmpty());
  EXPECT_THAT(find_beeps({}), testing::IsEmpty());
}

TEST(Beep, IsFoundAfterOpusAt16Kilobits) {
  const TemporaryFolder folder;
  {
    BeepInput beep;
    auto file = WavFileOutput::create(folder / "beeps.wav");
    ASSERT_TRUE(file.ok());
    for (int i = 0; i < 400; ++i) {
      AudioBlock block;
      beep.read(block.samples);
      (*file)->write(block);
    }
  }
  ASSERT_TRUE(
      ffmpeg("-i " + (folder / "beeps.wav") + " -c:a libopus -application voip -b:a 16k " + (folder / "beeps.opus")));
  const auto decoded = load_audio_file(folder / "beeps.opus");
  ASSERT_TRUE(decoded.ok()) << decoded.error().message;
  const auto found = find_beeps(decoded.value());
  ASSERT_EQ(found.size(), 4U);
  for (std::size_t i = 1; i < found.size(); ++i) EXPECT_NEAR(to_milliseconds(found[i] - found[i - 1]), 1000, 2);
}

Timestamp no_clock() { return {}; }

TEST(AudioDeviceFactory, OpensGeneratedSourcesWithoutHardware) {
  for (const std::string name : {"voice", "tone:440", "tone:1000.5", "marks", "silence", "none"}) {
    const auto device = open_audio_device({.microphone = name, .speaker = "none"}, no_clock);
    ASSERT_TRUE(device.ok()) << device.error().message;
    EXPECT_THAT((*device).get()->description().text(), testing::HasSubstr("loudspeaker: none"));
  }
}

TEST(AudioDeviceFactory, SaysWhatIsWrongWithAName) {
  const TemporaryFolder folder;
  write_file(folder / "notes.wav", "not a sound");
  struct Case {
    AudioDeviceConfig config;
    ErrorKind kind;
    std::string mentions;
  };
  const std::vector<Case> cases = {
      {{.microphone = "tone:", .speaker = "none"}, ErrorKind::kInvalidArgument, "tone:"},
      {{.microphone = "tone:loud", .speaker = "none"}, ErrorKind::kInvalidArgument, "tone:loud"},
      {{.microphone = "tone:-5", .speaker = "none"}, ErrorKind::kInvalidArgument, "tone:-5"},
      {{.microphone = "tone:nan", .speaker = "none"}, ErrorKind::kInvalidArgument, "tone:nan"},
      {{.microphone = folder / "missing.wav", .speaker = "none"}, ErrorKind::kUnavailable, "missing.wav"},
      {{.microphone = folder / "notes.wav", .speaker = "none"}, ErrorKind::kMalformed, "notes.wav"},
      {{.microphone = folder / "", .speaker = "none"}, ErrorKind::kInvalidArgument, "folder"},
      {{.microphone = "none", .speaker = folder / "a/b.wav"}, ErrorKind::kUnavailable, "b.wav"},
      {{.microphone = "none", .speaker = "/dev/null"}, ErrorKind::kInvalidArgument, "/dev/null"},
  };
  for (const Case& c : cases) {
    const auto device = open_audio_device(c.config, no_clock);
    ASSERT_FALSE(device.ok()) << c.mentions;
    EXPECT_EQ(device.error().kind, c.kind) << device.error().message;
    EXPECT_THAT(device.error().message.text(), testing::HasSubstr(c.mentions));
    EXPECT_THAT(device.error().message.text(), testing::HasSubstr(";"));
  }
}

TEST(AudioDeviceFactory, ListsTheGeneratedSourcesEverywhere) {
  std::vector<std::string> names;
  for (const DeviceInfo& device : list_devices()) names.push_back(device.name);
  EXPECT_THAT(names, testing::IsSupersetOf({"test-card", "voice", "marks", "silence"}));
}

}  // namespace
}  // namespace counterpoint
