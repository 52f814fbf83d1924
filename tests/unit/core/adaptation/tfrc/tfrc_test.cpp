// SPDX-License-Identifier: GPL-3.0-or-later
// Mode `tfrc`, from the packets that are sent and reported to the rate (RFC 5348, 4).
#include <gmock/gmock.h>

#include "core/adaptation/mode/mode.h"

namespace counterpoint {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;

constexpr Timestamp kStart{1000s};
/// With 28 bytes of IP and UDP headers, it has 1000.
constexpr DataSize kPacket = DataSize::bytes(972);

AdaptationContext start() {
  return {.point = OperatingPoint::from_rate(DataRate::kilobits_per_second(400), FrameRate::per_second(30),
                                             {.width = 640, .height = 360}),
          .wire = {},
          .limits = {},
          .now = kStart};
}

/// A sender of packets of 1000 bytes over a path of 100 ms, there and back, and reports each 50 ms.
class TfrcTest : public testing::Test {
 protected:
  explicit TfrcTest(const ParameterValues& values = {}) : tfrc_(find_mode("tfrc")->estimator->make(start(), values)) {}

  /// A packet each `gap`; those whose number `lost` names do not arrive.
  void run(Duration duration, Duration gap, const std::function<bool(std::int64_t)>& lost = nullptr,
           Duration round_trip = 100ms) {
    for (const Timestamp end = now_ + duration; now_ < end; now_ += 1ms) {
      tfrc_->poll({}, now_);
      if ((now_ - kStart) % gap == Duration::zero()) send(lost, round_trip);
      if ((now_ - kStart) % 50ms == Duration::zero()) report(round_trip);
    }
  }
  void send(const std::function<bool(std::int64_t)>& lost, Duration round_trip) {
    const std::int64_t number = next_++;
    tfrc_->handle_sent({.stream = StreamKind::kVideo, .sequence = number, .size = kPacket, .sent_at = now_});
    PacketFeedback packet{
        .stream = StreamKind::kVideo, .sequence = number, .size = kPacket, .sent_at = now_, .arrived_at = {}};
    packet.lost = lost && lost(number);
    if (!packet.lost) packet.arrived_at = now_ + 7s + round_trip / 2;
    waiting_.push_back(packet);
  }
  void report(Duration round_trip) {
    FeedbackReport report{.received_at = now_, .packets = {}, .round_trip_time = round_trip};
    while (!waiting_.empty() && waiting_.front().sent_at + round_trip <= now_) {
      report.packets.push_back(waiting_.front());
      waiting_.erase(waiting_.begin());
    }
    if (!report.packets.empty()) tfrc_->handle_feedback(report);
  }
  /// kbit/s
  [[nodiscard]] double rate() const { return tfrc_->estimate().rate->kilobits_per_second(); }

  std::unique_ptr<Estimator> tfrc_;
  Timestamp now_ = kStart;
  std::int64_t next_ = 0;
  std::vector<PacketFeedback> waiting_;
};

TEST_F(TfrcTest, BeginsAtTheOperatingPointAndDoublesUpToTwiceWhatArrives) {
  EXPECT_EQ(*tfrc_->estimate().rate, plane_position(start().point, {}).bit_rate);
  run(99ms, 8ms);
  const double before = rate();
  run(52ms, 8ms);
  EXPECT_THAT(rate(), DoubleNear(2 * before, 1)) << "the first report";
  run(3s, 8ms);  // 1 Mbit/s.
  EXPECT_THAT(rate(), DoubleNear(2000, 170));
  EXPECT_EQ(tfrc_->estimate().verdict, PathEstimate::Verdict::kHeadroom);
}

TEST_F(TfrcTest, AfterTheFirstLossTheRateIsWhatArrived) {
  run(3s, 8ms);
  run(1s, 8ms, [first = next_](std::int64_t number) { return number == first; });
  EXPECT_THAT(rate(), DoubleNear(1000, 80));
}

TEST_F(TfrcTest, ALossInAHundredPacketsIsWhatTheEquationSays) {
  // p is 0.01, s 1000 bytes, R 0.1 s and t_RTO 0.4 s.
  run(30s, 4ms, [](std::int64_t number) { return number % 100 == 99; });
  const double seconds = 0.1 * 0.08165 + 0.4 * 3 * 0.061237 * 0.01 * 1.0032;
  EXPECT_THAT(rate(), DoubleNear(8 / seconds, 5));
  EXPECT_THAT(tfrc_->estimate().cause.text(), HasSubstr("a loss in 100 packets"));
}

TEST_F(TfrcTest, LossesWithinARoundTripAreOneEvent) {
  // Three in each hundred, 80 ms apart at most.
  run(30s, 4ms, [](std::int64_t number) { return number % 100 >= 80 && number % 10 == 0; });
  const double seconds = 0.1 * 0.08165 + 0.4 * 3 * 0.061237 * 0.01 * 1.0032;
  EXPECT_THAT(rate(), DoubleNear(8 / seconds, 5));
}

TEST_F(TfrcTest, AMarkCountsAsALoss) {
  run(3s, 8ms);
  send(nullptr, 100ms);
  waiting_.back().ecn = Ecn::kCe;
  run(1s, 8ms);
  EXPECT_THAT(rate(), DoubleNear(1000, 80));
}

TEST_F(TfrcTest, ALongTimeWithoutLossLetsItGrowAgain) {
  run(20s, 4ms, [](std::int64_t number) { return number % 100 == 99; });
  const double before = rate();
  run(20s, 4ms);
  EXPECT_GT(rate(), 2 * before);
}

TEST_F(TfrcTest, SilenceHalvesTheRateAgainAndAgain) {
  run(3s, 8ms);
  const double before = rate();
  for (int i = 0; i < 3; ++i) {
    now_ = tfrc_->next_deadline();
    tfrc_->handle_sent({.stream = StreamKind::kVideo, .sequence = next_++, .size = kPacket, .sent_at = now_ - 1ms});
    tfrc_->poll({}, now_);
  }
  EXPECT_THAT(rate(), DoubleNear(before / 8, 1));
  EXPECT_THAT(tfrc_->estimate().cause.text(), HasSubstr("no report"));
}

TEST_F(TfrcTest, SilenceAfterLossesGoesToHalfOfTheLesserOfArrivalsAndEquation) {
  run(30s, 4ms, [](std::int64_t number) { return number % 100 == 99; });
  const double before = rate();
  tfrc_->handle_sent({.stream = StreamKind::kVideo, .sequence = next_++, .size = kPacket, .sent_at = now_});
  tfrc_->poll({}, tfrc_->next_deadline());
  EXPECT_THAT(rate(), DoubleNear(before / 2, 5));
}

TEST_F(TfrcTest, WhoSendsNothingIsNotPunishedForSilence) {
  run(3s, 8ms);
  run(300ms, 1h);  // The last reports come.
  const double before = rate();
  tfrc_->poll({}, tfrc_->next_deadline());
  EXPECT_EQ(rate(), before);
}

TEST_F(TfrcTest, MediaThatUseLittleKeepWhatTheyHadUntilALossHalvesIt) {
  run(3s, 4ms);
  const double before = rate();
  run(3s, 20ms);  // A fifth.
  EXPECT_THAT(rate(), DoubleNear(before, 0.05 * before));
  run(1s, 20ms, [first = next_](std::int64_t number) { return number == first; });
  EXPECT_LE(rate(), 0.6 * before);
}

TEST_F(TfrcTest, ASegmentInSixtyFourSecondsIsTheLeast) {
  run(3s, 4ms);
  run(3s, 4ms, [](std::int64_t) { return true; });
  for (int i = 0; i < 100; ++i) {
    now_ = tfrc_->next_deadline();
    tfrc_->handle_sent({.stream = StreamKind::kVideo, .sequence = next_++, .size = kPacket, .sent_at = now_ - 1ms});
    tfrc_->poll({}, now_);
  }
  EXPECT_THAT(rate(), DoubleNear(8.0 / 64, 0.001));
}

class TfrcPreventsOscillation : public TfrcTest {
 protected:
  TfrcPreventsOscillation() : TfrcTest({{"oscillation_prevention", 1}}) {}
};

TEST_F(TfrcPreventsOscillation, LessIsSentWhileTheRoundTripIsAboveItsMean) {
  run(30s, 4ms, [](std::int64_t number) { return number % 100 == 99; });
  const double before = rate();
  run(200ms, 4ms, nullptr, 150ms);
  EXPECT_LT(rate(), 0.9 * before);
}

}  // namespace
}  // namespace counterpoint
