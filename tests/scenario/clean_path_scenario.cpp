// SPDX-License-Identifier: GPL-3.0-or-later
// A call over a path without faults.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenario/scenario.h"

namespace counterpoint {
namespace {

constexpr Duration kSeen = 45ms;  // ITU-R BT.1359: audio that is early by this much is noticed.

/// Delay of each beep after its flash; those without a partner within 300 ms are left out.
std::vector<Duration> skews(const std::vector<Duration>& flashes, const std::vector<Duration>& beeps) {
  std::vector<Duration> result;
  for (const Duration flash : flashes) {
    for (const Duration beep : beeps) {
      if (std::chrono::abs(beep - flash) < 300ms) result.push_back(beep - flash);
    }
  }
  return result;
}

void expect_perfect(const Scenario::Host& host, Duration duration) {
  const Span settled{.from = 2s, .to = duration};
  EXPECT_GE(host.screen().frames_per_second(settled), 29.5);
  EXPECT_LT(host.screen().longest_freeze(settled), 60ms);
  EXPECT_EQ(host.stats().video_in.freeze_count, 0U);
  EXPECT_EQ(host.stats().video_in.packets_lost, 0);
  EXPECT_EQ(host.stats().video_in.pli_count, 0U);
  EXPECT_EQ(host.stats().audio_in.concealed_samples, 0U);
  EXPECT_EQ(host.stats().audio_in.packets_lost, 0);
  EXPECT_EQ(host.stats().audio_in.packets_discarded, 0U);
  EXPECT_LE(host.headset().longest_silence({.from = 500ms, .to = duration}), 0ms);
  EXPECT_LT(host.screen().largest_skew(settled), kSeen);
  EXPECT_EQ(host.stats().transport.malformed_packets, 0U);
}

TEST(CleanPath, LocalNetworkAddsNextToNothing) {
  Scenario call({.a_to_b = "delay=1ms", .b_to_a = "delay=1ms"});
  call.run(60s);
  for (const Scenario::Host* host : {&call.a(), &call.b()}) {
    expect_perfect(*host, 60s);
    std::printf("capture to display %.1f ms, mouth to ear %.1f ms, skew at most %.1f ms\n",
                to_milliseconds(host->screen().delay({2s, 60s}, 0.95)), to_milliseconds(host->audio_delays().back()),
                to_milliseconds(host->screen().largest_skew({2s, 60s})));
    EXPECT_LT(host->screen().delay({2s, 60s}, 0.95), 60ms);
    EXPECT_LT(host->audio_delays().back(), 80ms);
  }
}

TEST(CleanPath, LongPathAddsItsOwnDelayAlone) {
  Scenario call({.a_to_b = "rate=20M,delay=100ms", .b_to_a = "rate=20M,delay=150ms"});
  call.run(30s);
  expect_perfect(call.a(), 30s);
  expect_perfect(call.b(), 30s);
  EXPECT_LT(call.b().screen().delay({2s, 30s}, 0.95), 160ms);
  EXPECT_LT(call.b().audio_delays().back(), 180ms);
  EXPECT_NEAR(call.a().stats().video_remote.round_trip_time, 0.25, 0.01);
}

TEST(CleanPath, RealFramesAndSpeechArrive) {
  for (const VideoCodec codec : {VideoCodec::kVp8, VideoCodec::kVp9}) {
    SCOPED_TRACE(to_string(codec));
    Plan plan{.a_to_b = "rate=20M,delay=20ms",
              .b_to_a = "rate=20M,delay=20ms",
              .codecs = CodecKind::kDeterministic,
              .resolution = {.width = 160, .height = 96}};
    plan.a.can.video_codecs = {codec};
    plan.b.audio = HostPlan::Audio::kVoice;
    Scenario call(plan);
    call.run(10s);
    EXPECT_EQ(call.agreed().video_codec, codec);
    expect_perfect(call.b(), 10s);
    EXPECT_GE(call.a().screen().frames_per_second({2s, 10s}), 29.5);
    EXPECT_LT(call.a().headset().longest_silence({1s, 10s}), 1s);  // Speech has pauses.
    // Every frame is read back, in order, none twice.
    const auto& shown = call.b().screen().shown();
    for (std::size_t i = 1; i < shown.size(); ++i) {
      ASSERT_TRUE(shown[i].number && shown[i - 1].number);
      ASSERT_GT(*shown[i].number, *shown[i - 1].number);
    }
  }
}

/// Flash and beep leave together; they must arrive together at eye and ear.
void expect_lip_sync(const std::string& path, std::int64_t kilobits_per_second) {
  SCOPED_TRACE(path);
  Plan plan{.a_to_b = path,
            .b_to_a = "delay=20ms",
            .codecs = CodecKind::kDeterministic,
            .rate = DataRate::kilobits_per_second(kilobits_per_second),
            .resolution = {.width = 320, .height = 192}};
  plan.a.audio = HostPlan::Audio::kMarks;
  plan.b.camera = false;
  Scenario call(plan);
  call.run(25s);
  std::vector<Duration> measured = skews(call.b().screen().flashes(), call.b().headset().beeps());
  ASSERT_GE(measured.size(), 20U);
  // The first seconds are for getting together. A flash or a beep that the path lost is seen or heard late: one of ten.
  measured.erase(measured.begin(), measured.end() - 15);
  std::ranges::sort(measured);
  const Duration least = measured[1];
  const Duration most = measured[measured.size() - 2];
  std::printf("sound after picture on \"%s\": %.1f to %.1f ms\n", path.c_str(), to_milliseconds(least),
              to_milliseconds(most));
  EXPECT_GT(least, -kSeen);
  EXPECT_LT(most, kSeen);
}

TEST(LipSync, HoldsOnAFastPath) { expect_lip_sync("delay=20ms", 500); }

TEST(LipSync, HoldsWhenTheRateOfThePathDelaysVideo) { expect_lip_sync("rate=700k,delay=20ms,queue=1s", 500); }

TEST(LipSync, HoldsWhenJitterDelaysBoth) { expect_lip_sync("rate=5M,delay=50ms,jitter=60ms,loss=1%", 500); }

}  // namespace
}  // namespace counterpoint
