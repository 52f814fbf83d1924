// SPDX-License-Identifier: GPL-3.0-or-later
// A peer that knows less than this program still gets a plain call.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/scenario/scenario.h"

namespace counterpoint {
namespace {

constexpr const char* kGood = "rate=5M,delay=30ms";
constexpr const char* kLossy = "rate=5M,delay=30ms,loss=2%";

void expect_plain_call(const Scenario::Host& host, Duration duration) {
  EXPECT_GE(host.screen().frames_per_second({2s, duration}), 29);
  EXPECT_EQ(host.headset().longest_silence({1s, duration}), 0ms);
  EXPECT_LT(host.screen().largest_skew({2s, duration}), 45ms);
}

/// A call between hosts that do not know `unknown`, on a path that loses nothing and on one that does.
void expect_calls_without(const std::vector<std::string>& unknown, const std::function<void(const Scenario&)>& check,
                          Duration longest_freeze = 1500ms) {
  Scenario clean({.a_to_b = kGood, .b_to_a = kGood, .unknown_features = unknown});
  clean.run(20s);
  check(clean);
  expect_plain_call(clean.a(), 20s);
  expect_plain_call(clean.b(), 20s);
  Scenario lossy({.a_to_b = kLossy, .b_to_a = kLossy, .unknown_features = unknown});
  lossy.run(30s);
  std::printf("with loss: %.1f frames/s, longest freeze %.0f ms, PLI %llu, NACK %llu\n",
              lossy.b().screen().frames_per_second({3s, 30s}),
              to_milliseconds(lossy.b().screen().longest_freeze({3s, 30s})),
              static_cast<unsigned long long>(lossy.b().stats().video_in.pli_count),
              static_cast<unsigned long long>(lossy.b().stats().video_in.nack_count));
  EXPECT_LT(lossy.b().screen().longest_freeze({3s, 30s}), longest_freeze);
  EXPECT_EQ(lossy.b().headset().longest_silence({1s, 30s}), 0ms);
}

TEST(Features, NoReportsOfArrival) {
  expect_calls_without({"ccfb"}, [](const Scenario& call) {
    EXPECT_FALSE(call.agreed().congestion_feedback);
    EXPECT_EQ(call.a().stats().transport.feedback_bytes_sent, 0U);
    EXPECT_GT(call.a().stats().video_remote.round_trip_time, 0.05);
  });
}

TEST(Features, NoRetransmissionStream) {
  expect_calls_without({"rtx", "ssrc-group", "apt="}, [](const Scenario& call) {
    EXPECT_FALSE(call.agreed().rtx);
    EXPECT_TRUE(call.agreed().nack);
  });
}

TEST(Features, NoRetransmissionAtAll) {
  // Each loss costs a key frame, and a key frame of many packets may be hit again.
  expect_calls_without(
      {"rtx", "ssrc-group", "apt=", "nack\r"},
      [](const Scenario& call) {
        EXPECT_FALSE(call.agreed().nack);
        EXPECT_TRUE(call.agreed().pli);
      },
      3s);
}

TEST(Features, NoReducedSizeReports) {
  expect_calls_without({"rsize"}, [](const Scenario& call) { EXPECT_FALSE(call.agreed().reduced_size_rtcp); });
}

TEST(Features, NoNamesOfStreams) {
  expect_calls_without({"a=ssrc", "extmap"}, [](const Scenario& call) {
    EXPECT_EQ(call.agreed().video.remote_ssrc, 0U);
    EXPECT_EQ(call.agreed().mid_extension_id, 0);
  });
}

TEST(Features, NoRequestForKeyFrames) {
  expect_calls_without(
      {"nack pli"}, [](const Scenario& call) { EXPECT_FALSE(call.agreed().pli); }, 5s);
}

TEST(Features, NoFeedbackAtAll) {
  const std::vector<std::string> feedback = {"rtcp-fb", "rtx", "apt=", "rsize", "a=ssrc", "extmap"};
  // Nothing can be asked for: how long a frame stands still is up to which packets get lost.
  expect_calls_without(
      feedback,
      [](const Scenario& call) {
        EXPECT_FALSE(call.agreed().nack || call.agreed().pli || call.agreed().congestion_feedback);
      },
      Duration::max());
  Scenario lossy({.a_to_b = kLossy, .b_to_a = kLossy, .unknown_features = feedback});
  lossy.run(60s);
  EXPECT_GE(lossy.b().stats().video_in.key_frames_decoded, 5U) << "the picture must come back by itself";
}

TEST(Features, OneCodecInCommon) {
  Plan plan{.a_to_b = kGood, .b_to_a = kGood, .codecs = CodecKind::kDeterministic};
  plan.resolution = {.width = 160, .height = 96};
  plan.b.can.video_codecs = {VideoCodec::kVp9};
  Scenario call(plan);
  call.run(8s);
  EXPECT_EQ(call.agreed().video_codec, VideoCodec::kVp9);
  expect_plain_call(call.a(), 8s);
  expect_plain_call(call.b(), 8s);
}

TEST(Features, PeerThatOnlyWatches) {
  Plan plan{.a_to_b = kLossy, .b_to_a = kGood};
  plan.b.camera = false;
  plan.b.audio = HostPlan::Audio::kNone;
  plan.b.can.send_video = false;
  plan.b.can.send_audio = false;
  Scenario call(plan);
  call.run(30s);
  EXPECT_FALSE(call.agreed().video.receive);
  EXPECT_TRUE(call.agreed().video.send);
  EXPECT_GE(call.b().screen().frames_per_second({2s, 30s}), 28);
  EXPECT_EQ(call.b().headset().longest_silence({1s, 30s}), 0ms);
  EXPECT_EQ(call.b().stats().video_out.packets_sent + call.b().stats().audio_out.packets_sent, 0U);
  EXPECT_GT(call.a().stats().video_remote.round_trip_time, 0.05) << "who only listens must still report";
}

TEST(Features, AudioAlone) {
  Plan plan{.a_to_b = kLossy, .b_to_a = kLossy};
  for (HostPlan* host : {&plan.a, &plan.b}) {
    host->camera = false;
    host->can.video_codecs.clear();
  }
  Scenario call(plan);
  call.run(30s);
  EXPECT_FALSE(call.agreed().video.send || call.agreed().video.receive);
  EXPECT_EQ(call.b().headset().longest_silence({1s, 30s}), 0ms);
  EXPECT_EQ(call.a().headset().longest_silence({1s, 30s}), 0ms);
  EXPECT_EQ(call.b().stats().video_in.packets_received, 0U);
  EXPECT_LT(call.b().audio_delays().back(), 150ms);
}

TEST(Features, FramesAlone) {
  Plan plan{.a_to_b = kLossy, .b_to_a = kLossy};
  for (HostPlan* host : {&plan.a, &plan.b}) {
    host->can.send_audio = false;
    host->can.receive_audio = false;
  }
  Scenario call(plan);
  call.run(30s);
  EXPECT_GE(call.b().screen().frames_per_second({2s, 30s}), 28);
  EXPECT_EQ(call.b().stats().audio_in.packets_received, 0U);
}

}  // namespace
}  // namespace counterpoint
