// SPDX-License-Identifier: GPL-3.0-or-later
// A call in virtual time is fast, and repeats exactly.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/scenario/scenario.h"
#include "tests/support/timing.h"

namespace counterpoint {
namespace {

constexpr const char* kRough = "rate=3M,delay=30ms,jitter=20ms,loss=3%,reorder=1%,duplicate=1%";

std::string logs_of(const Plan& plan, Duration duration) {
  Scenario call(plan);
  call.run(duration);
  return call.a().log() + (plan.self_call ? "" : call.b().log());
}

/// The same plan twice gives the same bytes; another seed does not.
void expect_repeatable(Plan plan, Duration duration) {
  const std::string first = logs_of(plan, duration);
  EXPECT_GT(first.size(), 1000U);
  EXPECT_EQ(first, logs_of(plan, duration));
  plan.seed += 1;
  const std::string other = logs_of(plan, duration);
  // The plan itself, with its seed, stands in the first line.
  EXPECT_NE(first.substr(first.find('\n')), other.substr(other.find('\n')));
}

TEST(VirtualTime, MinuteOfCallTakesSeconds) {
  Scenario call({.a_to_b = kRough, .self_call = true});
  call.run(60s);
  std::printf("a self-call of 60 s took %.2f s\n", to_seconds(call.wall_time()));
  EXPECT_GT(call.a().screen().shown().size(), 1500U);
  // It takes less than 2 s.
  EXPECT_LT(to_seconds(call.wall_time()), time_limit(30));
}

TEST(VirtualTime, SelfCallIsTheSameForTheSameSeed) { expect_repeatable({.a_to_b = kRough, .self_call = true}, 20s); }

TEST(VirtualTime, CallOfTwoHostsIsTheSameForTheSameSeed) {
  expect_repeatable({.a_to_b = kRough, .b_to_a = "delay=20ms,loss=2%"}, 20s);
}

TEST(VirtualTime, CallWithRealCodecsIsTheSameForTheSameSeed) {
  for (const VideoCodec codec : {VideoCodec::kVp8, VideoCodec::kVp9}) {
    SCOPED_TRACE(to_string(codec));
    Plan plan{.a_to_b = kRough, .codecs = CodecKind::kDeterministic, .codec = codec, .self_call = true};
    plan.a.audio = HostPlan::Audio::kVoice;
    plan.a.can.video_codecs = {codec};
    expect_repeatable(plan, 5s);
  }
}

}  // namespace
}  // namespace counterpoint
