// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/devices/audio_check.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <vector>

#include "app/devices/audio_switch.h"
#include "app/devices/default_devices.h"
#include "net/adapters/session_clock.h"
#include "tests/support/idle_device.h"
#include "tests/support/test_folder.h"

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

/// A sound server that takes connections and never answers, for as long as this object lives.
class MuteServer {
 public:
  MuteServer() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path_.copy(address.sun_path, sizeof(address.sun_path) - 1);
    const bool listens = ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
                         ::listen(socket_, SOMAXCONN) == 0;
    EXPECT_TRUE(listens);
    setenv("PULSE_SERVER", ("unix:" + path_).c_str(), 1);
  }
  ~MuteServer() {
    unsetenv("PULSE_SERVER");
    ::close(socket_);
  }
  MuteServer(const MuteServer&) = delete;
  MuteServer& operator=(const MuteServer&) = delete;

 private:
  TestFolder folder_;
  std::string path_ = folder_.path() / "native";
  int socket_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
};

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

}  // namespace
}  // namespace counterpoint
