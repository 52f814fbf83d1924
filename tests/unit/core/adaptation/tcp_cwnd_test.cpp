// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/adaptation/jacobs1998/send_buffer_law.h"
#include "core/adaptation/mode/mode.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

/// The paper's clip: R, of which 8 s are b_max.
constexpr DataRate kClip = DataRate::kilobits_per_second(100);
constexpr DataSize kWhole = DataSize::bytes(100'000);
constexpr SendBufferLaw kPaper{.a0 = 0.005, .a1 = 0.1, .desired = DataSize::bytes(25'000)};

TEST(SendBufferLaw, AFullBufferLowersTheRateByThreeHundredthsOfR) {
  // Eq. (14): -0.005 (8 R - 2 R) = -3 R / 100; "the change in the rate would be -3 kbps".
  EXPECT_EQ(kPaper.change(kWhole, kWhole), DataRate() - kClip * 0.03);
}

TEST(SendBufferLaw, ABufferThatGrowsByATenthLowersTheRateByEightHundredthsOfR) {
  // Eq. (15): -0.1 (8 R / 10) = -8 R / 100; "a decrease in the rate by 8 kbps".
  constexpr DataSize kTenthLess = DataSize::bytes(15'000);
  EXPECT_EQ(kPaper.change(kPaper.desired, kTenthLess), DataRate() - kClip * 0.08);
}

TEST(SendBufferLaw, AnEmptyBufferRaisesTheRate) { EXPECT_EQ(kPaper.change(DataSize(), DataSize()), kClip * 0.01); }

TEST(SendBufferLaw, SettlesTheBufferWhereItShouldBeAtTheRateThatLeavesIt) {
  // Eq. (12), a second a step: 250 kbit/s go in at first, 200 go out.
  const DataRate out = DataRate::kilobits_per_second(200);
  const SendBufferLaw law{.a0 = 0.005, .a1 = 0.1, .desired = DataSize::bytes(62'500)};
  DataRate rate = DataRate::kilobits_per_second(250);
  DataSize before;
  double least = 250;
  for (int second = 0; second < 200; ++second) {
    const DataSize buffer = std::max(DataSize(), before + rate * 1s - out * 1s);
    rate = rate + law.change(buffer, before);
    before = buffer;
    least = std::min(least, rate.kilobits_per_second());
  }
  // It is as damped as the paper says: its own figure shows one overshoot.
  EXPECT_GT(least, 185);
  EXPECT_NEAR(rate.kilobits_per_second(), 200, 1);
  EXPECT_NEAR(static_cast<double>(before.bytes()), 62'500, 1'000);
}

class TcpCwndTest : public testing::Test {
 protected:
  static AdaptationContext start() {
    return {.point = OperatingPoint::from_rate(DataRate::kilobits_per_second(300), FrameRate::per_second(30),
                                               {.width = 640, .height = 360}),
            .wire = {},
            .limits = {.min_video_rate = DataRate::kilobits_per_second(100),
                       .max_video_rate = DataRate::kilobits_per_second(1500)},
            .now = kStart};
  }
  /// `waiting`: how much media waits to be sent, in time of the present rate.
  void run(Duration duration, Duration waiting) {
    const Timestamp end = now_ + duration;
    for (; now_ < end; now_ = estimator_->next_deadline()) {
      estimator_->poll({.queued = *estimator_->estimate().rate * waiting, .queue_time = waiting}, now_);
    }
  }
  [[nodiscard]] double rate() const { return estimator_->estimate().rate->kilobits_per_second(); }

  Timestamp now_ = kStart;
  std::unique_ptr<Estimator> estimator_ = find_mode("tcp-cwnd")->estimator->make(start(), {});
};

TEST_F(TcpCwndTest, ThereIsNoLimitOfItsOwnToWhatWaitsInACall) {
  EXPECT_FALSE(estimator_->estimate().send_buffer);
  const auto stored = find_mode("tcp-cwnd")->estimator->make(start(), {{"clip_rate", 250}, {"b_max", 8}});
  EXPECT_EQ(stored->estimate().send_buffer, DataSize::bytes(250'000));
}

TEST_F(TcpCwndTest, TheRateRisesWhileNothingWaitsAndFallsWhileTooMuchDoes) {
  const double before = rate();
  run(2s, 0ms);
  const double risen = rate();
  EXPECT_GT(risen, before);
  run(2s, 100ms);
  EXPECT_LT(rate(), risen);
  EXPECT_EQ(estimator_->estimate().verdict, PathEstimate::Verdict::kCongestion);
  EXPECT_FALSE(estimator_->estimate().cause.empty());
  EXPECT_FALSE(estimator_->estimate().evidence.empty());
}

TEST_F(TcpCwndTest, ARateAtItsLimitDoesNotWindUp) {
  run(60s, 0ms);
  const double most = rate();
  run(1s, 100ms);
  EXPECT_LT(rate(), 0.9 * most);
}

TEST_F(TcpCwndTest, VideoLeavesAsFarAsTheWindowHasRoom) {
  const DataSize room = *estimator_->estimate().budget;
  EXPECT_GE(room, *estimator_->estimate().window);
  estimator_->handle_sent({StreamKind::kVideo, 1, DataSize::bytes(1000), now_});
  estimator_->handle_sent({StreamKind::kAudio, 1, DataSize::bytes(80), now_});
  EXPECT_EQ(estimator_->estimate().budget, room - DataSize::bytes(1080));
}

}  // namespace
}  // namespace counterpoint
