// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "core/adaptation/mode/mode.h"
#include "core/adaptation/rfc8298/queue_delay.h"
#include "core/adaptation/rfc8298/rate_adjustment.h"

namespace counterpoint {
namespace {

using testing::AllOf;
using testing::DoubleNear;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;

constexpr Timestamp kStart{1000s};
constexpr Duration kBase = -3s;  ///< The path's delay, between two clocks.

class ScreamQueue : public testing::Test {
 protected:
  ScreamQueueDelay queue{{}};
  Timestamp now = kStart;

  /// A report each 50 ms.
  void hear(Duration qdelay, double ref_wnd_ratio = 0.01) {
    queue.update(kBase + qdelay, now, 100ms, ref_wnd_ratio, now);
    now += 50ms;
  }
  void hear(Duration qdelay, int reports) {
    for (int i = 0; i < reports; ++i) hear(qdelay);
  }
};

TEST_F(ScreamQueue, AverageRisesByAQuarterAndFallsAtOnce) {
  hear(0ms);
  hear(40ms);
  EXPECT_EQ(queue.qdelay(), 40ms);
  EXPECT_EQ(queue.qdelay_avg(), 10ms);
  queue.update(kBase + 80ms, now, 100ms, 0.01, now - 30ms);
  EXPECT_EQ(queue.qdelay_avg(), 10ms) << "only 20 ms after the last one";
  hear(40ms);
  EXPECT_EQ(queue.qdelay_avg(), 17500us);
  hear(2ms);
  EXPECT_EQ(queue.qdelay_avg(), 2ms);
}

TEST_F(ScreamQueue, SteadinessFallsWithTheQueue) {
  hear(0ms, 0.02);
  EXPECT_EQ(queue.steadiness(), 1);
  // (31.25 - 6.25) / 25 is 1; at most 1.5 times the threshold count, which is 0.1 (1 - 0.02 / 0.1); and a 64th of that.
  hear(31250us, 0.02);
  EXPECT_THAT(queue.steadiness(), DoubleNear(1 - 1.5 / 64, 1e-9));
  hear(100ms, 300);
  EXPECT_THAT(queue.steadiness(), DoubleNear(-0.5, 0.02)) << "one and a half thresholds";
}

TEST_F(ScreamQueue, TargetFollowsAQueueThatStandsAndGoesBack) {
  hear(0ms);
  EXPECT_EQ(queue.qdelay_target(), 60ms);
  hear(120ms, 200);
  EXPECT_THAT(to_milliseconds(queue.qdelay_target()), DoubleNear(120, 0.1));
  for (int i = 0; i < 10; ++i) queue.end_round_trip(i == 0);
  hear(120ms);
  EXPECT_THAT(to_milliseconds(queue.qdelay_target()), DoubleNear(1.5 * 120, 0.1)) << "losses go on";
  hear(600ms, 300);
  EXPECT_EQ(queue.qdelay_target(), 400ms);
  hear(0ms, 60);
  EXPECT_EQ(queue.qdelay_target(), 60ms) << "3 s of the last 10 were without a queue";
}

TEST_F(ScreamQueue, TargetDoesNotFollowOurOwnQueueAfterALossOfCapacity) {
  hear(10ms, 200);
  for (int i = 0; i < 30; ++i) {
    hear(300ms);
    queue.end_round_trip(true);
    EXPECT_LE(queue.qdelay_target(), i < 4 ? 140ms : 60ms) << i;
  }
}

TEST(ScreamRateAdjustment, CountsWhatIsLeftInTheSenderWhenTheNextFrameComes) {
  ScreamRateAdjustment adjustment(40ms, kStart);
  const auto pass_frame = [&](Duration least) {
    for (const Duration more : {30ms, 20ms, 10ms, 0ms}) adjustment.look(least + more, adjustment.next_look());
  };
  for (int i = 0; i < 10; ++i) pass_frame(0ms);
  EXPECT_EQ(adjustment.factor(), 0);
  pass_frame(50ms);
  EXPECT_EQ(adjustment.factor(), 0) << "in the first frame's time after it the queue was short";
  pass_frame(50ms);
  EXPECT_THAT(adjustment.factor(), DoubleNear(1.0 / 16, 1e-9)) << "40 ms above a quarter of a frame's time";
  for (int i = 0; i < 20; ++i) pass_frame(50ms);
  EXPECT_EQ(adjustment.factor(), 0.5);
  for (int i = 0; i < 40; ++i) pass_frame(0ms);
  EXPECT_EQ(adjustment.factor(), 0);
}

/// A sender whose path takes 100 ms there and back.
class Sender {
 public:
  explicit Sender(const ParameterValues& values = {})
      : scream(find_mode("scream")->estimator->make(
            {.point = OperatingPoint::from_rate(DataRate::kilobits_per_second(400), FrameRate::per_second(30),
                                                {.width = 640, .height = 360}),
             .wire = {},
             .limits = {.min_video_rate = DataRate::kilobits_per_second(100),
                        .max_video_rate = DataRate::kilobits_per_second(1500)},
             .now = kStart},
            values)) {}

  [[nodiscard]] double rate() const { return scream->estimate().rate->kilobits_per_second(); }

  PacketFeedback send(Timestamp at) {
    // With headers, it has 1000 bytes.
    const PacketFeedback packet{
        .stream = StreamKind::kVideo, .sequence = next_++, .size = DataSize::bytes(972), .sent_at = at};
    scream->handle_sent({.stream = packet.stream, .sequence = packet.sequence, .size = packet.size, .sent_at = at});
    return packet;
  }
  /// Packets of 50 ms, and the report on them 100 ms later.
  void pass(Duration queue = 0ms, bool one_is_lost = false, int packets = 10) {
    std::vector<PacketFeedback> told;
    for (int i = 0; i < packets; ++i) {
      told.push_back(send(now + (10 - packets + i) * 5ms));
      told.back().lost = one_is_lost && i == 4;
      if (!told.back().lost) told.back().arrived_at = told.back().sent_at + 7s + queue;
    }
    now += 50ms;
    scream->handle_feedback({.received_at = now + 95ms, .packets = told, .round_trip_time = 100ms});
  }

  std::unique_ptr<Estimator> scream;
  Timestamp now = kStart;

 private:
  std::int64_t next_ = 0;
};

TEST(Scream, GoesOnAtTheRateWithWhichItBegins) {
  Sender sender;
  const double before = sender.rate();
  EXPECT_THAT(before, DoubleNear(467.2, 0.5)) << "400 of video, 60 packets and 50 of sound";
  EXPECT_FALSE(sender.scream->estimate().window) << "nothing is known of the path";
  sender.pass(0ms, false, 1);
  // 467.2 x 1.2 in 100 ms are 7 kB, of which a full packet is 17 %: the rate is 7 % less.
  EXPECT_THAT(sender.rate(), DoubleNear(0.93 * before, 0.01 * before));
}

TEST(Scream, RateIsWindowOverRoundTripAndAMargin) {
  for (const double margin : {1.2, 1.8}) {
    // The window cannot shrink below 20 kB, 17 packets.
    Sender sender({{"margin", margin}, {"smallest_window", 20'000}});
    for (int i = 0; i < 40; ++i) sender.pass(0ms, true);
    EXPECT_THAT(sender.rate(), DoubleNear(8 * 20 / 0.1 / margin, 40));
  }
}

TEST(Scream, AllowsMoreInFlightWhileTheQueueIsSteady) {
  Sender sender({{"smallest_window", 20'000}});
  for (int i = 0; i < 5; ++i) sender.pass(0ms, true);
  // Those that were sent are acknowledged: the gate sees the window alone, three times 20 kB and some growth.
  EXPECT_THAT(static_cast<double>(sender.scream->estimate().window->bytes()), DoubleNear(60'000, 3000));
  sender.send(sender.now);
  const DataSize with_one = *sender.scream->estimate().window;
  sender.send(sender.now);
  EXPECT_EQ(with_one - *sender.scream->estimate().window, DataSize::bytes(28))
      << "headers that the gate does not count";
  for (int i = 0; i < 200; ++i) sender.pass(200ms, true);
  EXPECT_THAT(static_cast<double>(sender.scream->estimate().window->bytes()), DoubleNear(30'000, 3000));
}

TEST(Scream, AQueueAndALossLowerTheRateAndSayWhy) {
  Sender sender;
  for (int i = 0; i < 40; ++i) sender.pass();
  const double free = sender.rate();
  EXPECT_GT(free, 1000);
  EXPECT_THAT(sender.scream->estimate().cause.text(), HasSubstr("no sign"));
  sender.pass(0ms, true);
  EXPECT_THAT(sender.rate() / free, AllOf(Ge(0.68), Le(0.8))) << "0.7, and the growth of what arrived";
  EXPECT_THAT(sender.scream->estimate().cause.text(), HasSubstr("lost"));
  for (int i = 0; i < 4; ++i) sender.pass(100ms);
  EXPECT_THAT(sender.scream->estimate().cause.text(), HasSubstr("queue"));
  EXPECT_EQ(sender.scream->estimate().verdict, PathEstimate::Verdict::kCongestion);
}

TEST(Scream, ALossThatAReportWithoutArrivalsTellsOfCountsAtTheNext) {
  Sender sender({{"smallest_window", 500}});
  for (int i = 0; i < 40; ++i) sender.pass();
  const double free = sender.rate();
  PacketFeedback lost = sender.send(sender.now);
  lost.lost = true;
  sender.scream->handle_feedback({.received_at = sender.now + 90ms, .packets = {lost}, .round_trip_time = {}});
  EXPECT_EQ(sender.rate(), free);
  sender.pass();
  EXPECT_THAT(sender.rate() / free, AllOf(Ge(0.68), Le(0.8))) << "0.7, and the growth of what arrived";
}

TEST(Scream, InSilenceTheWindowFallsAndHoldsNothingBack) {
  Sender sender;
  for (int i = 0; i < 40; ++i) sender.pass();
  const double before = sender.rate();
  sender.send(sender.now + 100ms);
  const Timestamp deadline = sender.now + 600ms;
  sender.scream->poll({}, deadline - 1ms);
  EXPECT_EQ(sender.rate(), before);
  sender.scream->poll({}, deadline);
  EXPECT_THAT(sender.rate(), DoubleNear(0.7 * before, 0.05 * before));
  sender.send(deadline + 1ms);
  EXPECT_FALSE(sender.scream->estimate().window);
  EXPECT_THAT(sender.scream->estimate().cause.text(), HasSubstr("no report"));
  for (int i = 1; i < 12; ++i) sender.scream->poll({}, deadline + i * 500ms);
  EXPECT_THAT(sender.rate(), DoubleNear(8 * 3 / 0.1 / 1.2 * 0.8, 0.5)) << "the smallest window";
  sender.pass();
  EXPECT_TRUE(sender.scream->estimate().window);
}

TEST(Scream, FramesThatWaitInTheSenderLowerTheRate) {
  Sender sender;
  for (int i = 0; i < 10; ++i) sender.pass();
  const double before = sender.rate();
  for (int i = 0; i < 400; ++i) {
    sender.scream->poll({.queued = DataSize::bytes(20'000), .queue_time = 100ms}, sender.scream->next_deadline());
  }
  EXPECT_LT(sender.rate(), before * 1.2 / 1.6);
}

}  // namespace
}  // namespace counterpoint
