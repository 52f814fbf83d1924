// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <vector>

#include "core/model/audio_format.h"
#include "media/audio/audio_file_input.h"
#include "media/audio/generated_input.h"
#include "media/audio/wav_file_output.h"
#include "tests/unit/media/media_test_tools.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

std::vector<float> tone(std::size_t samples) {
  std::vector<float> block(samples);
  ToneInput(440).read(block);
  return block;
}

/// Whole blocks.
void write(WavFileOutput& file, const std::vector<float>& samples) {
  for (auto from = samples.begin(); from != samples.end(); from += kAudioBlockSamples) {
    AudioBlock block;
    std::copy_n(from, kAudioBlockSamples, block.samples.begin());
    file.write(block);
  }
}

/// Upward zero crossings: the audio's frequency, if it lasts a second.
int crossings(std::span<const float> samples) {
  int count = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) count += samples[i - 1] < 0 && samples[i] >= 0 ? 1 : 0;
  return count;
}

class WavFile : public testing::Test {
 protected:
  void expect_load_error(const std::string& name, ErrorKind kind) {
    const auto loaded = load_audio_file(folder_ / name);
    ASSERT_FALSE(loaded.ok()) << name;
    EXPECT_EQ(loaded.error().kind, kind) << loaded.error().message;
    EXPECT_THAT(loaded.error().message.text(), HasSubstr(name));
  }
  TemporaryFolder folder_;
};

TEST_F(WavFile, ComesBackAsItWasWritten) {
  const auto samples = tone(10 * kAudioBlockSamples);
  {
    auto file = WavFileOutput::create(folder_ / "out.wav");
    ASSERT_TRUE(file.ok());
    write(**file, samples);
  }
  const auto loaded = load_audio_file(folder_ / "out.wav");
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_THAT(loaded.value(), testing::Pointwise(testing::FloatNear(1e-4F), samples));
}

TEST_F(WavFile, BecomesStereoOnceStereoComes) {
  {
    auto file = WavFileOutput::create(folder_ / "out.wav");
    ASSERT_TRUE(file.ok());
    write(**file, std::vector<float>(std::size_t{2} * kAudioSampleRate, 0.5F));
    AudioBlock block;
    block.samples.fill(0.25F);
    block.side.fill(0.125F);
    (*file)->write(block);
    write(**file, std::vector<float>(kAudioBlockSamples, -0.5F));
  }
  ASSERT_TRUE(ffmpeg("-i " + (folder_ / "out.wav") + " -f s16le -c:a pcm_s16le " + (folder_ / "out.raw")));
  const std::string raw = read_file(folder_ / "out.raw");
  ASSERT_EQ(raw.size(), (2 * kAudioSampleRate + 2 * kAudioBlockSamples) * 4);
  const auto sample = [&](std::size_t frame, std::size_t channel) {
    const std::size_t at = 4 * frame + 2 * channel;
    const int value = static_cast<unsigned char>(raw[at]) | static_cast<signed char>(raw[at + 1]) * 256;
    return value / 32767.0;
  };
  const std::size_t stereo_from = 2 * kAudioSampleRate;
  for (std::size_t channel = 0; channel < 2; ++channel) {
    EXPECT_NEAR(sample(0, channel), 0.5, 1e-3);
    EXPECT_NEAR(sample(stereo_from - 1, channel), 0.5, 1e-3);
    EXPECT_NEAR(sample(stereo_from, channel), channel == 0 ? 0.375 : 0.125, 1e-3);
    EXPECT_NEAR(sample(stereo_from + kAudioBlockSamples, channel), -0.5, 1e-3) << "what is mono is in both";
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.wav.stereo"));
}

TEST_F(WavFile, IsForItsOwnerAlone) {
  ASSERT_TRUE(WavFileOutput::create(folder_ / "out.wav").ok());
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(folder_ / "out.wav").permissions(), perms::owner_read | perms::owner_write);
}

TEST_F(WavFile, ClipsWhatIsTooLoud) {
  {
    auto file = WavFileOutput::create(folder_ / "loud.wav");
    ASSERT_TRUE(file.ok());
    AudioBlock block;
    block.samples[0] = 3;
    block.samples[1] = -3;
    (*file)->write(block);
  }
  const auto loaded = load_audio_file(folder_ / "loud.wav");
  ASSERT_TRUE(loaded.ok());
  EXPECT_NEAR(loaded.value()[0], 1, 1e-3);
  EXPECT_NEAR(loaded.value()[1], -1, 1e-3);
}

TEST_F(WavFile, PlaysThoughTheProgramThatWroteItWasKilled) {
  auto file = WavFileOutput::create(folder_ / "killed.wav");
  ASSERT_TRUE(file.ok());
  for (int second = 0; second < 3; ++second) write(**file, tone(kAudioSampleRate));
  write(**file, tone(kAudioSampleRate / 2));
  // The file as it is now, before the writer ends in order.
  write_file(folder_ / "copy.wav", read_file(folder_ / "killed.wav"));
  ASSERT_TRUE(ffmpeg("-i " + (folder_ / "copy.wav") + " -f null -"));
  const std::string header = read_file(folder_ / "copy.wav").substr(0, 44);
  const auto length = [&](std::size_t at) {
    std::size_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | static_cast<unsigned char>(header[at + i]);
    return value;
  };
  EXPECT_EQ(length(40), 3U * kAudioSampleRate * 2);
  EXPECT_EQ(length(4), 36 + 3U * kAudioSampleRate * 2);
}

TEST_F(WavFile, EmptyIsStillAWavFile) {
  ASSERT_TRUE(WavFileOutput::create(folder_ / "empty.wav").ok());
  EXPECT_EQ(read_file(folder_ / "empty.wav").size(), 44U);
  expect_load_error("empty.wav", ErrorKind::kMalformed);
}

TEST_F(WavFile, SaysWhenTheDiskIsFull) {
  auto file = WavFileOutput::create("/dev/full");
  ASSERT_FALSE(file.ok());
  EXPECT_EQ(file.error().kind, ErrorKind::kUnavailable);
  EXPECT_THAT(file.error().message.text(), HasSubstr("disk full"));
  const auto missing = WavFileOutput::create(folder_ / "no/such/folder.wav");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().kind, ErrorKind::kUnavailable);
}

TEST_F(WavFile, EveryUsualFormatBecomes48KilohertzMono) {
  const std::vector<std::string> formats = {"16.wav -c:a pcm_s16le -ar 8000 -ac 1",
                                            "24.wav -c:a pcm_s24le -ar 44100 -ac 2",
                                            "32.wav -c:a pcm_s32le -ar 96000 -ac 6",
                                            "float.wav -c:a pcm_f32le -ar 22050 -ac 2",
                                            "sound.flac -ar 44100 -ac 2",
                                            "sound.opus -c:a libopus -ar 48000 -ac 1",
                                            "sound.mp3 -c:a libmp3lame -ar 44100 -ac 2"};
  for (const std::string& format : formats) {
    SCOPED_TRACE(format);
    const std::string name = format.substr(0, format.find(' '));
    ASSERT_TRUE(
        ffmpeg("-f lavfi -i \"sine=frequency=440:duration=1\" " + format.substr(name.size()) + " " + (folder_ / name)));
    const auto loaded = load_audio_file(folder_ / name);
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_NEAR(static_cast<double>(loaded->size()), kAudioSampleRate, kAudioSampleRate * 0.06);
    EXPECT_NEAR(crossings(loaded.value()), 440, 6);
  }
}

TEST_F(WavFile, LoopsWithoutAGap) {
  AudioFileInput input({0.1F, 0.2F, 0.3F}, "three");
  std::vector<float> block(7);
  input.read(block);
  EXPECT_THAT(block, testing::ElementsAre(0.1F, 0.2F, 0.3F, 0.1F, 0.2F, 0.3F, 0.1F));
  input.read(std::span(block).first(1));
  EXPECT_EQ(block[0], 0.2F);
}

TEST_F(WavFile, KeepsTenMinutesOfALongerFile) {
  ASSERT_TRUE(ffmpeg("-f lavfi -i anullsrc=r=8000:cl=mono -t 660 -c:a pcm_s16le " + (folder_ / "long.wav")));
  const auto loaded = load_audio_file(folder_ / "long.wav");
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->size(), 600U * kAudioSampleRate);
}

TEST_F(WavFile, PlaysWhatIsThereOfATruncatedFile) {
  ASSERT_TRUE(ffmpeg("-f lavfi -i sine=duration=2 -ar 48000 " + (folder_ / "whole.wav")));
  const std::string data = read_file(folder_ / "whole.wav");
  write_file(folder_ / "half.wav", data.substr(0, data.size() / 2));
  const auto loaded = load_audio_file(folder_ / "half.wav");
  ASSERT_TRUE(loaded.ok()) << loaded.error().message;
  EXPECT_NEAR(static_cast<double>(loaded->size()), kAudioSampleRate, 2000);
}

TEST_F(WavFile, RefusesWhatHasNoAudio) {
  write_file(folder_ / "notes.txt", "These are a few lines of text,\nnot sound.\n");
  write_file(folder_ / "nothing.wav", "");
  write_file(folder_ / "header.wav", "RIFF\x10\x00\x00\x00WAVEfmt ");
  ASSERT_TRUE(ffmpeg("-f lavfi -i testsrc2=duration=0.2 -c:v ffv1 " + (folder_ / "silent.mkv")));
  std::filesystem::create_directory(folder_ / "folder");
  for (const std::string name : {"notes.txt", "nothing.wav", "header.wav", "silent.mkv"}) {
    expect_load_error(name, ErrorKind::kMalformed);
  }
  expect_load_error("folder", ErrorKind::kInvalidArgument);
  expect_load_error("missing.wav", ErrorKind::kUnavailable);
}

}  // namespace
}  // namespace counterpoint
