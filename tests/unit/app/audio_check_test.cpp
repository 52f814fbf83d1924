// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/audio_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "app/devices/audio_switch.h"
#include "app/devices/default_devices.h"
#include "media/audio/devices/sound_card_device.h"
#include "net/adapters/session_clock.h"
#include "tests/support/idle_device.h"
#include "tests/support/mute_server.h"

namespace counterpoint {
namespace {

/// Hands over a block each way whenever it is told, as a device with a thread of its own does.
class Device final : public IdleDevice {
 public:
  /// `seconds` of a microphone that hears `level`; gives what was played.
  std::vector<float> run(double seconds, float level) {
    std::vector<float> played;
    for (int i = 0; i < static_cast<int>(seconds * 100); ++i) {
      AudioBlock captured;
      captured.samples.fill(level);
      callback().handle_captured(captured);
      AudioBlock playback;
      playback.samples.fill(0);
      callback().fill_playback(playback, {});
      played.insert(played.end(), playback.samples.begin(), playback.samples.end());
    }
    return played;
  }
};

float loudest(const std::vector<float>& samples) {
  return std::abs(*std::ranges::max_element(samples, {}, [](float sample) { return std::abs(sample); }));
}

class AudioCheckTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(check_->start()); }

  Device device_;
  std::mutex mutex_;
  std::condition_variable told_;
  double level_ = 0;
  std::optional<AudioCheck> check_{std::in_place, device_,
                                   AudioCheck::Observer{.level =
                                                            [this](double level) {
                                                              const std::lock_guard lock(mutex_);
                                                              level_ = std::max(level_, level);
                                                              told_.notify_all();
                                                            },
                                                        .task = [](AudioCheck::Task) {}}};
};

TEST_F(AudioCheckTest, MeasuresTheMicrophoneAndPlaysNothing) {
  EXPECT_EQ(loudest(device_.run(1, 0.5F)), 0);
  std::unique_lock lock(mutex_);
  EXPECT_TRUE(told_.wait_for(lock, std::chrono::seconds(60), [this] { return level_ == 0.5; }));
}

TEST_F(AudioCheckTest, PlaysATestSoundOfASecondAndIsSilentAgain) {
  check_->begin(AudioCheck::Task::kTestAudio);
  const auto heard = device_.run(1, 0);
  EXPECT_NEAR(loudest(heard), 0.25, 0.01);
  int crossings = 0;
  for (std::size_t i = 1; i < heard.size(); ++i) crossings += heard[i - 1] < 0 && heard[i] >= 0 ? 1 : 0;
  EXPECT_NEAR(crossings, 440, 2);
  EXPECT_EQ(loudest(device_.run(1, 0)), 0);
}

TEST_F(AudioCheckTest, RecordsThreeSecondsAndPlaysThem) {
  check_->begin(AudioCheck::Task::kRecording);
  EXPECT_EQ(loudest(device_.run(1, 0.1F)), 0) << "nothing while one speaks: it would echo";
  EXPECT_EQ(loudest(device_.run(2, 0.2F)), 0);
  const auto heard = device_.run(3.1, 0.9F);
  EXPECT_FLOAT_EQ(heard[0], 0.1F) << "it is played as soon as it is recorded";
  EXPECT_FLOAT_EQ(heard[kAudioSampleRate - 1], 0.1F);
  EXPECT_FLOAT_EQ(heard[kAudioSampleRate], 0.2F) << "the second second";
  EXPECT_EQ(loudest(heard), 0.2F);
  EXPECT_EQ(loudest(device_.run(1, 0.9F)), 0);
}

TEST_F(AudioCheckTest, LetsGoOfTheDevice) {
  check_.reset();
  EXPECT_FALSE(device_.started());
}

/// Counts what reaches it.
class Listener final : public AudioCallback {
 public:
  void handle_captured(const AudioBlock& captured) noexcept override {
    ++captured_blocks;
    for (const float sample : captured.samples) loudest = std::max(loudest, std::abs(sample));
  }
  void fill_playback(AudioBlock&, Timestamp) noexcept override { ++played_blocks; }

  int captured_blocks = 0;
  int played_blocks = 0;
  float loudest = 0;
};

TEST(AudioSwitch, BothHalvesCallBackAndTheMicrophoneCanBeChanged) {
  auto device = AudioSwitch::open({.microphone = "none", .speaker = "none"}, false, [](const Notice&) {});
  ASSERT_TRUE(device) << device.error().message;
  Listener listener;
  const Timestamp start = session_now();
  ASSERT_TRUE((*device)->start(listener, start));
  (*device)->poll(start + 100ms);
  EXPECT_EQ(listener.captured_blocks, 10);
  EXPECT_EQ(listener.played_blocks, 10);
  EXPECT_EQ(listener.loudest, 0);
  (*device)->choose_microphone("tone:440");
  for (const Timestamp end = session_now() + 60s; session_now() < end && listener.loudest < 0.01F;) {
    (*device)->poll(session_now() + 200ms);
  }
  EXPECT_GT(listener.loudest, 0.01F);
  (*device)->stop();
  EXPECT_EQ((*device)->next_deadline(), kNever);
}

TEST(AudioSwitch, WhatCannotBeOpenedAtFirstIsAnErrorAndLaterANotice) {
  EXPECT_FALSE(AudioSwitch::open({.microphone = "tone:1", .speaker = "none"}, false, [](const Notice&) {}));
  std::mutex mutex;
  std::condition_variable told;
  std::string notice;
  auto device = AudioSwitch::open({.microphone = "none", .speaker = "none"}, false, [&](const Notice& news) {
    const std::lock_guard lock(mutex);
    notice = news.text.text();
    told.notify_all();
  });
  ASSERT_TRUE(device);
  (*device)->choose_speaker("/no/place.txt");
  std::unique_lock lock(mutex);
  EXPECT_TRUE(told.wait_for(lock, std::chrono::seconds(60), [&] { return !notice.empty(); }));
  EXPECT_NE(notice.find("/no/place.txt"), std::string::npos);
}

TEST(AudioSwitch, WhatIsMissingAtFirstMayBeWaitedFor) {
  std::mutex mutex;
  std::condition_variable told;
  std::string notice;
  auto device =
      AudioSwitch::open({.microphone = "tone:440", .speaker = "/no/place.txt"}, true, [&](const Notice& news) {
        const std::lock_guard lock(mutex);
        notice += news.text.text();
        told.notify_all();
      });
  ASSERT_TRUE(device) << device.error().message;
  Listener listener;
  const Timestamp start = session_now();
  ASSERT_TRUE((*device)->start(listener, start));
  (*device)->poll(start + 100ms);
  EXPECT_EQ(listener.played_blocks, 10) << "silence stands in";
  for (const Timestamp end = session_now() + 60s; session_now() < end && listener.loudest < 0.01F;) {
    (*device)->poll(session_now() + 200ms);
  }
  EXPECT_GT(listener.loudest, 0.01F) << "and the other half is what was asked for";
  (*device)->stop();
  std::unique_lock lock(mutex);
  EXPECT_TRUE(told.wait_for(lock, std::chrono::seconds(60), [&] { return !notice.empty(); }));
  EXPECT_NE(notice.find("/no/place.txt"), std::string::npos);
}

TEST(AudioSwitch, NobodyWaitsForASoundServerThatHangs) {
  const MuteServer server;
  EXPECT_EQ(default_microphone(), "default") << "opening it tells what is wrong";
  EXPECT_FALSE(AudioSwitch::open({.microphone = "default", .speaker = "none"}, false, [](const Notice&) {}));
  std::mutex mutex;
  std::condition_variable told;
  int notices = 0;
  auto device =
      AudioSwitch::open({.microphone = kAutomaticDevice, .speaker = "default"}, true, [&](const Notice& news) {
        const std::lock_guard lock(mutex);
        if (news.text.text().find("does not answer") != std::string::npos) ++notices;
        told.notify_all();
      });
  ASSERT_TRUE(device);
  Listener listener;
  const Timestamp start = session_now();
  ASSERT_TRUE((*device)->start(listener, start));
  (*device)->poll(start + 100ms);
  EXPECT_EQ(listener.captured_blocks, 10) << "silence stands in";
  EXPECT_EQ(listener.played_blocks, 10);
  {
    std::unique_lock lock(mutex);
    EXPECT_TRUE(told.wait_for(lock, std::chrono::seconds(60), [&] { return notices == 2; }));
  }
  (*device)->stop();
}

/// The sound cards that were opened, and all that the test does with them.
struct Cards {
  std::mutex mutex;
  std::condition_variable changed;
  int opened = 0;
  bool ends = false;                  ///< Each ends as soon as it is started.
  bool hangs = false;                 ///< Each waits in stop() for as long as this is true.
  int stopping = 0;                   ///< They wait in stop().
  AudioCallback* callback = nullptr;  ///< The latest start gave it.
  bool sounds = false;                ///< The latest one has given a block.
  bool lost = false;                  ///< The latest one has ended since.

  void set(const std::function<void()>& change) {
    const std::lock_guard lock(mutex);
    change();
    changed.notify_all();
  }
};

/// A sound card that gives a block only when a test does it in its place.
class CardDouble final : public SoundCardDevice {
 public:
  explicit CardDouble(Cards& cards) : cards_(cards) {
    cards_.set([&] { ++cards_.opened; });
  }
  Result<void> start(AudioCallback& callback, Timestamp) override {
    cards_.set([&] {
      cards_.callback = &callback;
      cards_.sounds = cards_.lost = false;
    });
    return {};
  }
  void stop() override {
    std::unique_lock lock(cards_.mutex);
    ++cards_.stopping;
    cards_.changed.notify_all();
    cards_.changed.wait(lock, [&] { return !cards_.hangs; });
    --cards_.stopping;
  }
  void poll(Timestamp) override {}
  Timestamp next_deadline() const override { return kNever; }
  Message description() const override { return message("microphone: %1, loudspeaker: %2", "a card", "a card"); }
  AudioDeviceStats stats() const override { return {}; }
  bool lost() const override {
    const std::lock_guard lock(cards_.mutex);
    return cards_.callback != nullptr && (cards_.ends || cards_.lost);
  }
  bool sounding() const override {
    const std::lock_guard lock(cards_.mutex);
    return cards_.sounds;
  }

 private:
  Cards& cards_;
};

/// A switch whose microphone is a card; time passes for it as the test has it, and for its thread as it does.
class CardSwitchTest : public testing::Test {
 protected:
  void begin() {
    auto opened = AudioSwitch::open(
        {.microphone = "card", .speaker = "none"}, false,
        [this](const Notice& news) { cards_.set([&] { told_.push_back(news.text.text()); }); },
        [this](const AudioDeviceConfig& config) -> Result<std::unique_ptr<AudioDevice>> {
          if (config.microphone != "card") return open_audio_device(config, session_now);
          return std::unique_ptr<AudioDevice>(std::make_unique<CardDouble>(cards_));
        });
    ASSERT_TRUE(opened) << opened.error().message;
    device_ = std::move(*opened);
    ASSERT_TRUE(device_->start(listener_, now_));
  }
  void TearDown() override {
    cards_.set([this] { cards_.hangs = false; });
    device_->stop();
  }

  /// The callback goes on, a block each 10 ms, until `done`, which is asked with the mutex of the cards held.
  void expect_blocks_until(const std::function<bool()>& done) {
    const Timestamp deadline = session_now() + 60s;
    for (bool ended = false; !ended;) {
      ASSERT_LT(session_now(), deadline);
      now_ += 10ms;
      device_->poll(now_);
      ASSERT_EQ(listener_.captured_blocks, ++blocks_);
      ASSERT_EQ(listener_.played_blocks, blocks_);
      std::unique_lock lock(cards_.mutex);
      ended = cards_.changed.wait_for(lock, 1ms, done);
    }
  }
  /// The card gives a block; true if it is heard.
  [[nodiscard]] bool card_gives_block() {
    AudioCallback* callback = nullptr;
    cards_.set([&] {
      callback = cards_.callback;
      cards_.sounds = true;
    });
    const int before = listener_.captured_blocks;
    callback->handle_captured({});
    return listener_.captured_blocks > before;
  }
  /// Returns once a block of the card is heard.
  void expect_handed_over() {
    const Timestamp deadline = session_now() + 60s;
    while (!card_gives_block()) ASSERT_LT(session_now(), deadline);
  }

  Cards cards_;
  Listener listener_;
  std::vector<std::string> told_;
  const Timestamp start_ = session_now();
  Timestamp now_ = start_;
  int blocks_ = 0;
  std::unique_ptr<AudioSwitch> device_;
};

TEST_F(CardSwitchTest, SilenceGoesOnForACardThatEndsAtOnceAndIsTriedEverMoreRarely) {
  cards_.ends = true;
  begin();
  expect_blocks_until([this] { return cards_.opened == 3; });
  EXPECT_GE(session_now() - start_, 1500ms) << "after 0.5 s, and again after 1 s";
  EXPECT_EQ(told_.size(), 1U) << "once is enough";
}

TEST_F(CardSwitchTest, ACardThatEndsAfterABlockIsTriedEverMoreRarely) {
  begin();
  for (int round = 1; round <= 3; ++round) {
    {
      std::unique_lock lock(cards_.mutex);
      ASSERT_TRUE(cards_.changed.wait_for(lock, std::chrono::seconds(60), [&] {
        return cards_.opened == round && cards_.callback != nullptr && !cards_.lost;
      }));
    }
    if (round == 3) break;
    expect_handed_over();
    cards_.set([this] { cards_.lost = true; });
  }
  EXPECT_GE(session_now() - start_, 1500ms) << "after 0.5 s, and again after 1 s";
}

TEST_F(CardSwitchTest, SilenceGoesOnForACardThatNeverGivesABlock) {
  begin();
  expect_blocks_until([this] { return session_now() - start_ > 1s; });
  EXPECT_EQ(cards_.opened, 1);
  cards_.set([this] { cards_.lost = true; });  // A real card is lost after 3 s.
  expect_blocks_until([this] { return cards_.opened == 2; });
}

TEST_F(CardSwitchTest, ACardIsHeardAloneFromItsFirstBlockOnUntilItIsLost) {
  begin();
  expect_blocks_until([this] { return cards_.callback != nullptr; });
  expect_handed_over();
  const int heard = listener_.captured_blocks;
  device_->poll(now_ + 1s);
  EXPECT_EQ(listener_.captured_blocks, heard) << "silence does not mix with it";
  cards_.set([this] { cards_.lost = true; });
  {
    std::unique_lock lock(cards_.mutex);
    ASSERT_TRUE(
        cards_.changed.wait_for(lock, std::chrono::seconds(60), [this] { return cards_.opened == 2 && !cards_.lost; }));
  }
  device_->poll(session_now() + 100ms);
  EXPECT_GT(listener_.captured_blocks, heard) << "silence stands in again";
  expect_handed_over();
}

TEST_F(CardSwitchTest, NobodyWaitsForALostCardThatHangs) {
  begin();
  expect_handed_over();
  cards_.set([this] { cards_.hangs = cards_.lost = true; });
  {
    std::unique_lock lock(cards_.mutex);
    ASSERT_TRUE(cards_.changed.wait_for(lock, std::chrono::seconds(60), [this] { return cards_.stopping == 1; }));
  }
  const int before = listener_.captured_blocks;
  cards_.callback->handle_captured({});
  EXPECT_EQ(listener_.captured_blocks, before) << "it is heard no more";
  device_->poll(session_now() + 100ms);
  EXPECT_GT(listener_.captured_blocks, before);
  EXPECT_EQ(cards_.stopping, 1) << "it hangs still";
  cards_.set([this] { cards_.hangs = false; });
}

}  // namespace
}  // namespace counterpoint
