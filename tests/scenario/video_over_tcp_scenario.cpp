// SPDX-License-Identifier: GPL-3.0-or-later
// Video over a TCP connection beside audio in datagrams.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/scenario/scenario.h"

namespace counterpoint {
namespace {

Plan over_tcp(const std::string& a_to_b, const std::string& b_to_a) {
  Plan plan{.a_to_b = a_to_b, .b_to_a = b_to_a};
  plan.a.can.video_tcp_port = 1;
  plan.b.can.video_tcp_port = 1;
  return plan;
}

TEST(VideoOverTcp, OnAGoodPathIsACallLikeAnyOther) {
  Scenario call(over_tcp("rate=5M,delay=30ms", "rate=5M,delay=30ms"));
  call.run(20s);
  EXPECT_TRUE(call.agreed().video_over_tcp);
  for (const Scenario::Host* host : {&call.a(), &call.b()}) {
    EXPECT_GE(host->screen().frames_per_second({2s, 20s}), 29);
    EXPECT_EQ(host->headset().longest_silence({1s, 20s}), 0ms);
    EXPECT_LT(host->screen().largest_skew({2s, 20s}), 45ms);
    EXPECT_NE(host->log().find("video goes over TCP"), std::string::npos);
  }
}

TEST(VideoOverTcp, WithRealCodecsIsTheSameForTheSameSeed) {
  std::string logs[2];
  for (std::string& log : logs) {
    Plan plan = over_tcp("rate=2M,delay=30ms,loss=1%", "delay=20ms");
    plan.codecs = CodecKind::kDeterministic;
    Scenario call(plan);
    call.run(5s);
    EXPECT_GE(call.b().screen().frames_per_second({2s, 5s}), 20);
    log = call.a().log() + call.b().log();
  }
  EXPECT_EQ(logs[0], logs[1]);
}

TEST(VideoOverTcp, NoPictureIsLostAndNoneIsAskedForAgain) {
  Scenario call(over_tcp("rate=5M,delay=15ms,loss=2%", "rate=5M,delay=15ms,loss=2%"));
  call.run(30s);
  std::printf("with loss: %.1f frames/s, longest freeze %.0f ms\n", call.b().screen().frames_per_second({3s, 30s}),
              to_milliseconds(call.b().screen().longest_freeze({3s, 30s})));
  EXPECT_GE(call.b().screen().frames_per_second({3s, 30s}), 27);
  EXPECT_EQ(call.b().stats().video_in.packets_lost, 0);
  EXPECT_EQ(call.b().stats().video_in.nack_count, 0U);
  EXPECT_EQ(call.b().stats().video_in.pli_count, 0U);
  EXPECT_EQ(call.b().headset().longest_silence({1s, 30s}), 0ms);
}

TEST(VideoOverTcp, WhatThePathDoesNotCarryIsNotEncodedRatherThanLate) {
  // Twice what the path carries: the queue is TCP's to fill, but no more than a moment of video waits with the sender.
  Plan plan = over_tcp("rate=500k,delay=30ms,queue=100ms", "rate=5M,delay=30ms");
  Scenario call(plan);
  call.run(30s);
  const Scenario::Host& b = call.b();
  std::printf("twice too much: %.1f frames/s, captured to shown %.0f ms, at most %.0f\n",
              b.screen().frames_per_second({5s, 30s}), to_milliseconds(b.screen().delay({5s, 30s}, 0.5)),
              to_milliseconds(b.screen().delay({5s, 30s}, 1)));
  EXPECT_GE(b.screen().frames_per_second({5s, 30s}), 8);
  EXPECT_LT(b.screen().delay({5s, 30s}, 1), 1s);
  EXPECT_EQ(b.stats().video_in.packets_lost, 0);
  EXPECT_GT(call.a().stats().video_out.frames_dropped, 200U);
}

TEST(VideoOverTcp, APeerThatDoesNotKnowItGetsDatagrams) {
  Plan plan = over_tcp("rate=5M,delay=30ms", "rate=5M,delay=30ms");
  plan.unknown_features = {"video-transport"};
  Scenario call(plan);
  call.run(10s);
  EXPECT_FALSE(call.agreed().video_over_tcp);
  EXPECT_GE(call.b().screen().frames_per_second({2s, 10s}), 29);
}

TEST(VideoOverTcp, WithOneself) {
  Plan plan = over_tcp("rate=3M,delay=40ms,loss=0.2%", "");
  plan.self_call = true;
  Scenario call(plan);
  call.run(20s);
  EXPECT_GE(call.a().screen().frames_per_second({2s, 20s}), 27);
  EXPECT_EQ(call.a().stats().video_in.packets_lost, 0);
}

}  // namespace
}  // namespace counterpoint
