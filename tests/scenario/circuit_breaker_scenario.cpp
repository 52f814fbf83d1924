// SPDX-License-Identifier: GPL-3.0-or-later
// RFC 8083's demands on every call, adapting or not: video on a path that plainly fails stops, and audio goes on.
#include <gmock/gmock.h>

#include "tests/scenario/scenario.h"

namespace counterpoint {
namespace {

using testing::HasSubstr;

TEST(CircuitBreakerScenario, FixedVideoFarAboveThePathStopsWithinSecondsAndSoundGoesOn) {
  Plan plan{
      .a_to_b = "rate=50k,delay=30ms,queue=300ms", .b_to_a = "delay=30ms", .rate = DataRate::kilobits_per_second(2000)};
  plan.b.camera = false;
  Scenario call(plan);
  call.run(12s);
  EXPECT_THAT(call.a().log(), HasSubstr("video stopped"));
  // Four reports in a row that show congestion, or five that tell of no packet at all; the first comes within 2 s.
  const auto sent = [&](std::size_t second) { return call.a().each_second()[second].video_out.packets_sent; };
  EXPECT_GT(sent(2), 300U);
  EXPECT_EQ(sent(8), sent(10)) << "video is stopped";
  EXPECT_EQ(call.b().headset().longest_silence({9s, 11s}), 0ms);
}

TEST(CircuitBreakerScenario, VideoComesBackWhenThePathHasRecovered) {
  Plan plan{.a_to_b = "rate=50k,delay=30ms,queue=300ms,at=8s:rate=5M",
            .b_to_a = "delay=30ms",
            .rate = DataRate::kilobits_per_second(2000)};
  plan.b.camera = false;
  Scenario call(plan);
  call.run(30s);
  EXPECT_THAT(call.a().log(), HasSubstr("video is tried again"));
  EXPECT_GT(call.b().screen().frames_per_second({20s, 29s}), 27);
}

}  // namespace
}  // namespace counterpoint
