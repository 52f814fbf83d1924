// SPDX-License-Identifier: GPL-3.0-or-later
// Mode 2d and what a path does to packets of a queue that is not high: congestion marks, and early drops.
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <utility>

#include "core/adaptation/mode/mode.h"

namespace counterpoint {
namespace {

constexpr Duration kReport = 50ms;
constexpr Duration kGap = 5ms;
constexpr Duration kOneWay = 25ms;
constexpr DataSize kHeaders = DataSize::bytes(28);
constexpr Ecn kCapable = Ecn::kEct1;

/// A call whose peer reports each 50 ms of packets that come each 5 ms, as large as the rate wants them.
class MarkedCall {
 public:
  MarkedCall() {
    start_.point = OperatingPoint::from_rate(DataRate::kilobits_per_second(900), FrameRate::per_second(30),
                                             {.width = 640, .height = 360});
    start_.limits.max_video_rate = DataRate::kilobits_per_second(1000);
    start_.now = now_;
    estimator_ = find_mode("2d")->estimator->make(start_, {});
  }

  /// `queue` in front of each packet; `ecn` of the packet with that number, nothing if it is dropped.
  void run(Duration time, Duration queue, const std::function<std::optional<Ecn>(int)>& ecn) {
    for (const Timestamp end = now_ + time; now_ < end;) {
      FeedbackReport report{.received_at = now_ + kReport + kOneWay * 2, .packets = {}, .round_trip_time = kOneWay * 2};
      for (Duration at{}; at < kReport; at += kGap, ++packets_) {
        const std::optional<Ecn> mark = ecn(packets_);
        PacketFeedback packet{.sequence = packets_,
                              .size = rate() * kGap - kHeaders,
                              .sent_at = now_ + at,
                              .ecn = mark.value_or(Ecn::kNotEct),
                              .lost = !mark};
        if (mark) packet.arrived_at = packet.sent_at + kOneWay + queue;
        estimator_->handle_sent({.sequence = packet.sequence, .size = packet.size, .sent_at = packet.sent_at});
        report.packets.push_back(packet);
      }
      now_ += kReport;
      estimator_->handle_feedback(report);
    }
  }
  /// Nothing is heard.
  void stay_silent(Duration time) {
    for (const Timestamp end = now_ + time; now_ < end; now_ += kReport) {
      estimator_->handle_sent({.sequence = packets_++, .size = rate() * kGap, .sent_at = now_});
      estimator_->poll({}, now_);
    }
  }
  [[nodiscard]] const PathEstimate& estimate() const { return estimator_->estimate(); }
  [[nodiscard]] DataRate rate() const { return estimate().rate.value_or(DataRate::kilobits_per_second(900)); }

 private:
  AdaptationContext start_;
  Timestamp now_{1000s};
  int packets_ = 0;
  std::unique_ptr<Estimator> estimator_;
};

Ecn unmarked(int) { return kCapable; }
std::function<Ecn(int)> each_marked(int packets) {
  return [packets](int number) { return number % packets == 0 ? Ecn::kCe : kCapable; };
}

TEST(MarkResponse, MediaAreEcnCapable) {
  MarkedCall call;
  EXPECT_EQ(call.estimate().ecn, Ecn::kEct1);
  call.run(20s, 0ms, unmarked);
  EXPECT_EQ(call.estimate().ecn, Ecn::kEct1);
  const DataRate rate = call.estimate().rate.value();
  EXPECT_GE(call.estimate().pacing_rate.value_or(rate * 1.5), rate * 1.5)
      << "without a mark frames need not leave evenly";
}

TEST(MarkResponse, AFewMarksTakeALittleAndManyTakeMuch) {
  std::vector<double> left;
  for (const int packets : {20, 4, 1}) {
    MarkedCall call;
    call.run(5s, 0ms, unmarked);
    const DataRate before = call.rate();
    // Half a second: five times what the rate takes to show in reports.
    call.run(500ms, 0ms, each_marked(packets));
    left.push_back(call.rate() / before);
  }
  EXPECT_GT(left[0], 0.94);
  EXPECT_LT(left[1], left[0]);
  EXPECT_LT(left[2], left[1] - 0.05);
  EXPECT_LT(left[2], 0.9);
}

TEST(MarkResponse, TheRateDoesNotGrowBetweenMarksOfOnesOwn) {
  MarkedCall call;
  call.run(2s, 0ms, unmarked);
  call.run(500ms, 0ms, each_marked(2));
  const DataRate marked = call.rate();
  call.run(kReport, 0ms, unmarked);
  EXPECT_LE(call.rate(), marked);
  EXPECT_EQ(call.estimate().pacing_rate, call.rate()) << "the bursts of frames would be marked";
  call.run(2s, 0ms, unmarked);
  EXPECT_GT(call.rate(), marked);
}

// TCP over such a path would keep a window of 2/p packets of 1500 bytes: 10 of them, each 90 ms.
TEST(MarkResponse, MarksThatDoNotEndDoNotStarveTheCall) {
  MarkedCall call;
  call.run(2s, 0ms, unmarked);
  call.run(60s, 0ms, each_marked(5));
  EXPECT_GT(call.rate().kilobits_per_second(), 600);
  MarkedCall all;
  all.run(2s, 0ms, unmarked);
  all.run(60s, 0ms, each_marked(1));
  EXPECT_LT(all.rate().kilobits_per_second(), 500);
}

TEST(MarkResponse, AMarkWhereAQueueStandsIsAClassicOneAndEmptiesIt) {
  for (const bool marked : {false, true}) {
    MarkedCall call;
    call.run(5s, 0ms, unmarked);
    const DataRate before = call.rate();
    call.run(300ms, 10ms, marked ? each_marked(30) : unmarked);
    // Less than the high limit, so that nobody gives way to the queue alone.
    EXPECT_EQ(call.rate() < before * 0.96, marked) << call.rate() / before;
  }
}

TEST(MarkResponse, APathThatErasesEcnIsNotAskedToTellIt) {
  MarkedCall call;
  const DataRate before = call.rate();
  call.run(2s, 0ms, [](int) { return Ecn::kNotEct; });
  EXPECT_EQ(call.estimate().ecn, Ecn::kEct1) << "a short time may be chance";
  call.run(3s, 0ms, [](int) { return Ecn::kNotEct; });
  EXPECT_EQ(call.estimate().ecn, Ecn::kNotEct);
  EXPECT_GE(call.rate(), before);
}

TEST(MarkResponse, APathThatDropsWhatIsEcnCapableGetsOtherPackets) {
  MarkedCall dropped;
  dropped.stay_silent(3s);
  EXPECT_EQ(dropped.estimate().ecn, Ecn::kNotEct);
  MarkedCall carried;
  carried.run(1s, 0ms, unmarked);
  carried.stay_silent(3s);
  EXPECT_EQ(carried.estimate().ecn, Ecn::kEct1) << "another reason";
}

std::function<std::optional<Ecn>(int)> dropped_once() {
  return
      [dropped = false](int) mutable { return std::exchange(dropped, true) ? std::optional(kCapable) : std::nullopt; };
}

constexpr Duration kShortQueue = 7ms;  // It is above the low limit, and not half-way to the high one.

TEST(EarlyDrop, ShowsThatThePathIsFull) {
  MarkedCall call;
  call.run(5s, 0ms, unmarked);
  call.run(kReport * 4, kShortQueue, unmarked);
  EXPECT_EQ(call.estimate().verdict, PathEstimate::Verdict::kClear);
  const DataRate before = call.rate();
  call.run(kReport, kShortQueue, dropped_once());
  EXPECT_EQ(call.estimate().verdict, PathEstimate::Verdict::kCongestion);
  EXPECT_LT(call.rate(), before);
}

TEST(EarlyDrop, LowersTheLimitOfTheQueueForSomeTime) {
  constexpr Duration queue = 10ms;  // The limits are 4 and 13 ms.
  for (const bool dropped : {false, true}) {
    MarkedCall call;
    call.run(5s, 0ms, unmarked);
    call.run(kReport * 4, kShortQueue, unmarked);
    if (dropped) call.run(kReport, kShortQueue, dropped_once());
    call.run(3s, 0ms, unmarked);
    call.run(kReport * 4, queue, unmarked);
    EXPECT_EQ(call.estimate().verdict == PathEstimate::Verdict::kCongestion, dropped);
    call.run(25s, 0ms, unmarked);
    call.run(kReport * 4, queue, unmarked);
    EXPECT_EQ(call.estimate().verdict, PathEstimate::Verdict::kClear) << "that was long ago";
  }
}

TEST(EarlyDrop, IsNotSeenOnAPathThatLosesPacketsWithoutAQueue) {
  MarkedCall call;
  call.run(5s, 0ms, unmarked);
  call.run(kReport, 0ms, dropped_once());
  call.run(5s, 0ms, unmarked);
  call.run(kReport * 4, kShortQueue, unmarked);
  call.run(kReport, kShortQueue, dropped_once());
  EXPECT_EQ(call.estimate().verdict, PathEstimate::Verdict::kClear);
}

}  // namespace
}  // namespace counterpoint
