// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adaptation/nee1997/loss_and_latency.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace counterpoint {
namespace {

using Verdict = PathEstimate::Verdict;
constexpr Timestamp kStart{1000s};

/// An estimator that hears of each second as a whole.
class Seconds {
 public:
  explicit Seconds(const ParameterValues& values = {}) : estimator_(kLossAndLatency.make({.now = kStart}, values)) {}

  /// A second with `lost` packets, each of its own datagram; nothing: one without feedback.
  Verdict second(int lost, std::optional<Duration> round_trip, bool together = false) {
    for (int i = 0; i < 50; ++i) estimator_->handle_sent({.sent_at = now_ + i * 20ms});
    if (round_trip) {
      FeedbackReport report{.received_at = now_ + 900ms, .packets = {}, .round_trip_time = round_trip};
      for (int i = 0; i < lost; ++i) {
        report.packets.push_back({.sequence = i, .sent_at = now_ + (together ? 0 : i) * 20ms, .lost = true});
      }
      estimator_->handle_feedback(report);
    }
    now_ += 1s;
    EXPECT_EQ(estimator_->next_deadline(), now_);
    estimator_->poll({}, now_);
    return estimator_->estimate().verdict;
  }
  [[nodiscard]] const PathEstimate& estimate() const { return estimator_->estimate(); }

 private:
  std::unique_ptr<Estimator> estimator_;
  Timestamp now_ = kStart;
};

TEST(LossAndLatency, MoreThanTwoLostPacketsAreCongestion) {
  Seconds path;
  EXPECT_EQ(path.second(2, 80ms), Verdict::kClear);
  EXPECT_EQ(path.second(3, 80ms), Verdict::kCongestion);
  EXPECT_EQ(path.estimate().cause, "packets are lost");
  EXPECT_EQ(path.estimate().evidence, "3 packets lost in 1.0 s, round trip 80 ms after 80 ms");
  EXPECT_EQ(path.estimate().verdict_count, 2U);
}

TEST(LossAndLatency, PacketsThatSharedADatagramAreLostOnce) {
  Seconds path;
  EXPECT_EQ(path.second(5, 80ms, true), Verdict::kClear);
}

TEST(LossAndLatency, ARoundTripAboveOneAndAHalfOfTheMeanOfFiveIsCongestion) {
  Seconds path;
  for (const Duration round_trip : {900ms, 80ms, 80ms, 80ms, 80ms, 80ms}) path.second(0, round_trip);
  // The mean of the last five is 80 ms: the 900 ms before them are forgotten.
  EXPECT_NE(path.second(0, 120ms), Verdict::kCongestion);
  // Now it is (4 x 80 + 120) / 5 = 88 ms, and 1.5 times that 132 ms.
  EXPECT_NE(path.second(0, 131ms), Verdict::kCongestion);
  // (3 x 80 + 120 + 131) / 5 = 98.2 ms; 147.3 ms.
  EXPECT_EQ(path.second(0, 148ms), Verdict::kCongestion);
  EXPECT_EQ(path.estimate().cause, "the round trip grows");
}

TEST(LossAndLatency, AFewMillisecondsAreNoQueue) {
  Seconds path;
  path.second(0, 1ms);
  EXPECT_EQ(path.second(0, 9ms), Verdict::kClear);
  Seconds strict({{"latency_margin", 0}});
  strict.second(0, 1ms);
  EXPECT_EQ(strict.second(0, 9ms), Verdict::kCongestion);
}

TEST(LossAndLatency, FourCleanReportsInARowAreRelief) {
  Seconds path;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(path.second(0, 80ms), Verdict::kClear);
    EXPECT_EQ(path.second(0, 80ms), Verdict::kHeadroom);
  }
  for (int i = 0; i < 3; ++i) path.second(0, 80ms);
  EXPECT_EQ(path.second(4, 80ms), Verdict::kCongestion);
  EXPECT_EQ(path.second(0, 80ms), Verdict::kClear);
}

TEST(LossAndLatency, SilenceIsCongestionFromTheSecondSecondOn) {
  Seconds path;
  path.second(0, 80ms);
  EXPECT_EQ(path.second(0, std::nullopt), Verdict::kClear);
  EXPECT_EQ(path.estimate().verdict_count, 1U);
  EXPECT_EQ(path.second(0, std::nullopt), Verdict::kCongestion);
  EXPECT_EQ(path.second(0, std::nullopt), Verdict::kCongestion);
  EXPECT_EQ(path.estimate().verdict_count, 3U);
  EXPECT_EQ(path.second(0, 80ms), Verdict::kClear);
}

}  // namespace
}  // namespace counterpoint
