// SPDX-License-Identifier: GPL-3.0-or-later
// Probes of mode 2d at the start: how fast they leave, and what their arrivals tell.
#include "core/adaptation/two_dimensional/upward_probe.h"

#include <gtest/gtest.h>

#include "core/adaptation/mode/mode.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
constexpr DataSize kPacket = DataSize::bytes(1200);

DataRate kbit(std::int64_t rate) { return DataRate::kilobits_per_second(rate); }

class Probe : public testing::Test {
 protected:
  /// Sends the train that is wanted and lets it arrive at `path`; gives how many packets it had.
  int run(DataRate path) {
    int packets = 0;
    Timestamp sent_at = kStart;
    Timestamp arrived_at = kStart + 20ms;
    while (const std::optional<DataRate> pacing = probe_.pacing_rate()) {
      probe_.handle_sent({.stream = StreamKind::kRetransmission, .sequence = sequence_, .size = {}, .sent_at = sent_at},
                         kPacket);
      arrived_at = std::max(arrived_at + kPacket / path, sent_at + 20ms);
      probe_.handle_arrival({.stream = StreamKind::kRetransmission, .sequence = sequence_++, .arrived_at = arrived_at});
      sent_at += kPacket / *pacing;
      ++packets;
    }
    return packets;
  }
  [[nodiscard]] std::optional<DataRate> result(Duration after = 50ms) {
    return probe_.take_result(50ms, kStart + after);
  }

  UpwardProbe probe_{TwoDimensionalConfig({})};
  std::int64_t sequence_ = 0;
};

TEST_F(Probe, ATrainThatArrivesAsItLeftTellsItsRateAndAllowsAFasterOne) {
  probe_.begin(kbit(300), kbit(4000), kStart);
  EXPECT_EQ(probe_.pacing_rate(), kbit(2400));
  EXPECT_FALSE(probe_.may_go_on());
  EXPECT_EQ(run(kbit(20'000)), 5);
  const std::optional<DataRate> carried = result();
  ASSERT_TRUE(carried);
  EXPECT_NEAR(carried->kilobits_per_second(), 2400, 5);
  EXPECT_FALSE(result()) << "once for each";
  EXPECT_TRUE(probe_.may_go_on());
}

TEST_F(Probe, AFullPathTellsALittleLessThanItsRateAndEndsTheProbes) {
  probe_.begin(kbit(300), kbit(4000), kStart);
  run(kbit(500));
  const std::optional<DataRate> carried = result();
  ASSERT_TRUE(carried);
  EXPECT_NEAR(carried->kilobits_per_second(), 0.95 * 500, 5);
  EXPECT_FALSE(probe_.may_go_on());
}

TEST_F(Probe, ATrainIsShortAndNoFasterThanIsOfUse) {
  probe_.begin(kbit(3000), kbit(4000), kStart);
  EXPECT_EQ(probe_.pacing_rate(), kbit(4000));
  EXPECT_GE(probe_.size(), kbit(4000) * 15ms);
  EXPECT_EQ(run(kbit(20'000)), 7) << "15 ms of 4 Mbit/s";
  EXPECT_GE(probe_.size(), kbit(4000) * 15ms) << "it is in flight";
  EXPECT_TRUE(result());
  EXPECT_EQ(probe_.size(), DataSize());
}

TEST_F(Probe, ATrainThatWasLostIsGivenUp) {
  probe_.begin(kbit(300), kbit(4000), kStart);
  EXPECT_FALSE(result(500ms));
  EXPECT_FALSE(probe_.may_go_on());
  EXPECT_FALSE(result(601ms));
  EXPECT_TRUE(probe_.may_go_on());
}

/// An estimator on a path of 20 Mbit/s and a round trip of 40 ms, with reports each 50 ms.
class ProbingCall : public testing::Test {
 protected:
  ProbingCall() {
    start_.point = OperatingPoint::from_rate(kbit(300), FrameRate::per_second(30), {.width = 640, .height = 360});
    start_.limits.max_video_rate = kbit(2500);
    start_.now = kStart;
    estimator_ = find_mode("2d")->estimator->make(start_, {});
  }
  [[nodiscard]] const PathEstimate& estimate() const { return estimator_->estimate(); }
  void send(StreamKind stream, Timestamp at) {
    estimator_->handle_sent({.stream = stream, .sequence = sequence_, .size = kPacket, .sent_at = at});
    report_.packets.push_back(
        {.stream = stream, .sequence = sequence_++, .size = kPacket, .sent_at = at, .arrived_at = at + 20ms});
  }
  void report(Timestamp at) {
    report_.received_at = at;
    report_.round_trip_time = 40ms;
    estimator_->handle_feedback(std::exchange(report_, {}));
  }

  AdaptationContext start_;
  std::unique_ptr<Estimator> estimator_;
  FeedbackReport report_;
  std::int64_t sequence_ = 0;
};

TEST_F(ProbingCall, AFastPathIsKnownAfterTheFirstReport) {
  send(StreamKind::kVideo, kStart);
  EXPECT_TRUE(estimate().padding);
  ASSERT_TRUE(estimate().pacing_rate);
  for (Timestamp at = kStart; estimate().padding;)
    send(StreamKind::kRetransmission, at += kPacket / *estimate().pacing_rate);
  report(kStart + 50ms);
  ASSERT_TRUE(estimate().rate);
  EXPECT_GE(*estimate().rate, kbit(2500));
  send(StreamKind::kVideo, kStart + 50ms);
  EXPECT_FALSE(estimate().padding) << "there is nothing more to find";
}

TEST_F(ProbingCall, FramesDoNotWaitForTheReportOfAProbe) {
  send(StreamKind::kVideo, kStart);
  for (Timestamp at = kStart; estimate().padding;)
    send(StreamKind::kRetransmission, at += kPacket / *estimate().pacing_rate);
  const auto in_flight = static_cast<std::int64_t>(report_.packets.size()) - 1;
  report_.packets.resize(1);
  report(kStart + 41ms);
  ASSERT_TRUE(estimate().window);
  EXPECT_GE(*estimate().window, kPacket * (in_flight + 2));
}

TEST_F(ProbingCall, AudioAloneIsNoProbe) {
  send(StreamKind::kAudio, kStart);
  EXPECT_FALSE(estimate().padding);
}

}  // namespace
}  // namespace counterpoint
