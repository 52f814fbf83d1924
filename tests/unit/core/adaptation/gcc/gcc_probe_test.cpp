// SPDX-License-Identifier: GPL-3.0-or-later
// When mode `gcc` probes, and what a probe tells.
#include <gtest/gtest.h>

#include "core/adaptation/gcc/application_limit.h"
#include "core/adaptation/gcc/probe_controller.h"
#include "core/adaptation/measure/probe_cluster.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

DataRate kbit(std::int64_t rate) { return DataRate::kilobits_per_second(rate); }

/// Eight packets of 1000 bytes are 15 ms of 4 Mbit/s, one each 2 ms.
class Cluster : public testing::Test {
 protected:
  void send(Duration gap = 2ms) {
    for (std::int64_t i = 0; i < 8; ++i) {
      EXPECT_TRUE(cluster_.is_sending()) << i;
      cluster_.handle_sent({.stream = StreamKind::kVideo, .sequence = i, .size = {}, .sent_at = kStart + i * gap},
                           DataSize::bytes(1000));
    }
    EXPECT_FALSE(cluster_.is_sending());
  }
  bool arrive(std::int64_t sequence, Duration gap, StreamKind stream = StreamKind::kVideo) {
    return cluster_.handle_arrival(
        {.stream = stream, .sequence = sequence, .arrived_at = kStart + 7s + sequence * gap});
  }
  void arrive_all(Duration gap) {
    for (std::int64_t i = 0; i < 8; ++i) EXPECT_TRUE(arrive(i, gap));
  }

  ProbeCluster cluster_{kbit(4000)};
};

TEST_F(Cluster, AFullPathTellsItsOwnRateLessALittle) {
  send();
  arrive_all(8ms);  // 1 Mbit/s.
  ASSERT_TRUE(cluster_.rate());
  EXPECT_EQ(*cluster_.rate(), kbit(950));
}

TEST_F(Cluster, APathThatIsFasterTellsTheRateOfTheCluster) {
  send();
  arrive_all(2ms);
  ASSERT_TRUE(cluster_.rate());
  EXPECT_EQ(*cluster_.rate(), kbit(4000));
}

TEST_F(Cluster, FourFifthsOfThePacketsHaveToArrive) {
  send();
  for (std::int64_t i = 0; i < 6; ++i) EXPECT_TRUE(arrive(i, 8ms));
  EXPECT_FALSE(cluster_.rate());
  EXPECT_FALSE(arrive(6, 8ms, StreamKind::kAudio)) << "another stream";
  EXPECT_TRUE(arrive(6, 8ms));
  EXPECT_TRUE(cluster_.rate());
}

TEST_F(Cluster, PacketsThatArriveAsOneTellNothing) {
  send();
  arrive_all(900us);
  EXPECT_FALSE(cluster_.rate());
}

TEST_F(Cluster, PacketsThatLeftTooSlowlyTellNothing) {
  send(5ms);
  arrive_all(5ms);
  EXPECT_FALSE(cluster_.rate());
}

TEST(ProbeCluster, HasFivePacketsHoweverLowItsRate) {
  ProbeCluster cluster(kbit(100));
  for (std::int64_t i = 0; i < 5; ++i) {
    EXPECT_TRUE(cluster.is_sending());
    cluster.handle_sent({.sequence = i, .size = {}, .sent_at = kStart}, DataSize::bytes(1000));
  }
  EXPECT_FALSE(cluster.is_sending());
}

class Controller : public testing::Test {
 protected:
  ProbeController controller_{GccConfig({}), kbit(3000)};
};

TEST_F(Controller, BeginsWithThreeAndSixTimesTheRateAndGoesOnWhileThatIsReached) {
  controller_.start(kbit(300), kStart);
  EXPECT_EQ(controller_.next(), kbit(900));
  EXPECT_EQ(controller_.next(), kbit(1800));
  EXPECT_FALSE(controller_.next());
  controller_.update(kbit(900), {}, kStart + 100ms);
  EXPECT_FALSE(controller_.next()) << "less than 0.7 of 1800";
  controller_.update(kbit(1300), {}, kStart + 110ms);
  EXPECT_EQ(controller_.next(), kbit(2600));
  controller_.update(kbit(2500), {}, kStart + 200ms);
  EXPECT_EQ(controller_.next(), kbit(3000)) << "no more than is of use";
  controller_.update(kbit(2900), {}, kStart + 300ms);
  EXPECT_FALSE(controller_.next());
}

TEST_F(Controller, AResultIsAwaitedForASecond) {
  controller_.start(kbit(300), kStart);
  while (controller_.next()) {
  }
  controller_.update(kbit(1300), {}, kStart + 1001ms);
  EXPECT_FALSE(controller_.next());
}

TEST_F(Controller, WhileMuchIsUnusedItProbesTwiceTheRateEachFiveSeconds) {
  controller_.update(kbit(500), kStart, kStart + 4900ms);
  EXPECT_FALSE(controller_.next());
  controller_.update(kbit(500), kStart, kStart + 5s);
  EXPECT_EQ(controller_.next(), kbit(1000));
  controller_.update(kbit(500), kStart, kStart + 9s);
  EXPECT_FALSE(controller_.next());
  controller_.update(kbit(500), kStart, kStart + 10s);
  EXPECT_EQ(controller_.next(), kbit(1000));
}

TEST_F(Controller, AfterASuddenFallInAnApplicationLimitItProbesForTheRateBefore) {
  controller_.update(kbit(2000), kStart, kStart);
  controller_.update(kbit(1000), kStart, kStart + 1s);
  controller_.handle_recovery(kStart + 2s);
  EXPECT_EQ(controller_.next(), kbit(1700));
  controller_.handle_recovery(kStart + 3s);
  EXPECT_FALSE(controller_.next()) << "once in five seconds";
}

TEST_F(Controller, WithoutAnApplicationLimitAFallIsNoReasonToProbe) {
  controller_.update(kbit(2000), {}, kStart);
  controller_.update(kbit(1000), {}, kStart + 1s);
  controller_.handle_recovery(kStart + 2s);
  EXPECT_FALSE(controller_.next());
}

TEST(ProbeController, ProbesNothingWhenItShallNot) {
  ProbeController controller(GccConfig({{"probing", 0}}), kbit(3000));
  controller.start(kbit(300), kStart);
  EXPECT_FALSE(controller.next());
}

TEST(ApplicationLimit, BeginsWhenHalfOfTheRateIsUnusedAndEndsWithMore) {
  ApplicationLimit limit;
  limit.set_rate(kbit(1000));
  Timestamp now = kStart;
  const auto run = [&](Duration duration, std::int64_t bytes) {
    for (const Timestamp end = now + duration; now < end; now += 10ms) limit.handle_sent(DataSize::bytes(bytes), now);
  };
  run(5s, 1000);  // 800 kbit/s.
  EXPECT_FALSE(limit.since());
  run(5s, 375);  // 300 kbit/s.
  ASSERT_TRUE(limit.since());
  EXPECT_GT(*limit.since(), kStart + 5s);
  run(2s, 1000);
  EXPECT_FALSE(limit.since());
}

}  // namespace
}  // namespace counterpoint
