// SPDX-License-Identifier: GPL-3.0-or-later
#include "media/audio/devices/clocked_device.h"

#include <gmock/gmock.h>

#include <vector>

#include "media/audio/beep.h"
#include "media/audio/generated_input.h"
#include "tests/support/beep_finder.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart = Timestamp(1h);

class MemoryOutput final : public AudioOutput {
 public:
  explicit MemoryOutput(std::vector<float>& samples) : samples_(samples) {}
  void write(const AudioBlock& block) override {
    samples_.insert(samples_.end(), block.samples.begin(), block.samples.end());
  }
  [[nodiscard]] Message description() const override { return "memory"; }

 private:
  std::vector<float>& samples_;
};

/// Plays what it captures, and remembers when.
class Echo final : public AudioCallback {
 public:
  void handle_captured(const AudioBlock& captured) noexcept override {
    captured_at.push_back(captured.at);
    newest = captured;
  }
  void fill_playback(AudioBlock& playback, Timestamp) noexcept override {
    playback_at.push_back(playback.at);
    playback.samples = newest.samples;
    if (stop_after == captured_at.size()) device->stop();
  }
  AudioBlock newest;
  std::vector<Timestamp> captured_at;
  std::vector<Timestamp> playback_at;
  std::size_t stop_after = 0;
  AudioDevice* device = nullptr;
};

class Clocked : public testing::Test {
 protected:
  std::vector<float> heard_;
  Echo echo_;
  ClockedDevice device_{std::make_unique<BeepInput>(), std::make_unique<MemoryOutput>(heard_)};
};

TEST_F(Clocked, CallsBackOnceForEach10MillisecondsDue) {
  EXPECT_EQ(device_.next_deadline(), kNever);
  ASSERT_TRUE(device_.start(echo_, kStart).ok());
  EXPECT_EQ(device_.next_deadline(), kStart + 10ms);
  device_.poll(kStart + 9ms);
  EXPECT_EQ(echo_.captured_at.size(), 0U);
  device_.poll(kStart + 10ms);
  device_.poll(kStart + 10ms);
  EXPECT_EQ(echo_.captured_at.size(), 1U);
  device_.poll(kStart + 45ms);
  EXPECT_THAT(echo_.captured_at, testing::ElementsAre(kStart, kStart + 10ms, kStart + 20ms, kStart + 30ms));
  EXPECT_EQ(echo_.playback_at.back(), kStart + 40ms);
  EXPECT_EQ(device_.next_deadline(), kStart + 50ms);
  EXPECT_EQ(heard_.size(), 4 * kAudioBlockSamples);
}

TEST_F(Clocked, PassesTheAudioThroughInOrder) {
  ASSERT_TRUE(device_.start(echo_, kStart).ok());
  for (Timestamp now = kStart; now <= kStart + 3s; now += 7ms) device_.poll(now);
  const auto beeps = find_beeps(heard_);
  ASSERT_EQ(beeps.size(), 3U);
  EXPECT_NEAR(to_milliseconds(beeps[2] - beeps[0]), 2000, 0.1);
}

TEST_F(Clocked, MakesUpForAShortStall) {
  ASSERT_TRUE(device_.start(echo_, kStart).ok());
  device_.poll(kStart + 150ms);
  EXPECT_EQ(echo_.captured_at.size(), 15U);
  EXPECT_EQ(device_.skipped_blocks(), 0U);
}

TEST_F(Clocked, SkipsMostOfALongStallAndStaysOnTime) {
  ASSERT_TRUE(device_.start(echo_, kStart).ok());
  device_.poll(kStart + 2500ms);
  EXPECT_EQ(echo_.captured_at.size(), 20U);
  EXPECT_EQ(device_.skipped_blocks(), 230U);
  EXPECT_EQ(echo_.captured_at.front(), kStart + 2300ms);
  for (Timestamp now = kStart + 2500ms; now <= kStart + 4100ms; now += 10ms) device_.poll(now);
  // Beeps are still at whole seconds since the start.
  const auto beeps = find_beeps(heard_);
  ASSERT_EQ(beeps.size(), 2U);
  EXPECT_NEAR(to_milliseconds(beeps[0]), 3000, 1);
  EXPECT_NEAR(to_milliseconds(beeps[1]), 4000, 1);
}

TEST_F(Clocked, WakesUpAtOnceAfterANight) {
  ASSERT_TRUE(device_.start(echo_, kStart).ok());
  device_.poll(kStart + 8h);
  EXPECT_EQ(echo_.captured_at.size(), 20U);
  EXPECT_EQ(device_.next_deadline(), kStart + 8h + 10ms);
  EXPECT_LT(heard_.size(), 60U * kAudioSampleRate);
}

TEST_F(Clocked, IsQuietOnceStopped) {
  ASSERT_TRUE(device_.start(echo_, kStart).ok());
  device_.poll(kStart + 20ms);
  device_.stop();
  device_.poll(kStart + 1s);
  EXPECT_EQ(echo_.captured_at.size(), 2U);
  EXPECT_EQ(device_.next_deadline(), kNever);
  ASSERT_TRUE(device_.start(echo_, kStart + 5s).ok());
  device_.poll(kStart + 5s + 10ms);
  EXPECT_EQ(echo_.captured_at.back(), kStart + 5s);
}

TEST_F(Clocked, MayBeStoppedFromItsCallback) {
  echo_.device = &device_;
  echo_.stop_after = 3;
  ASSERT_TRUE(device_.start(echo_, kStart).ok());
  device_.poll(kStart + 100ms);
  EXPECT_EQ(echo_.captured_at.size(), 3U);
}

TEST_F(Clocked, SaysWhatItIs) { EXPECT_EQ(device_.description(), "microphone: marks, loudspeaker: memory"); }

}  // namespace
}  // namespace counterpoint
