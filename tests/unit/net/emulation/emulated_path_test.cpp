// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/emulation/emulated_path.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart = Timestamp(1000s);

PathConfig path(std::string_view text) { return parse_path_config(text).value(); }

Bytes numbered(std::uint32_t number, std::size_t size) {
  ByteWriter writer(size);
  writer.u32(number);
  writer.zeros(size - 4);
  return writer.take();
}

struct Arrival {
  std::uint32_t number;
  Duration at;  // Time since kStart.
  bool operator==(const Arrival&) const = default;
};

std::vector<Arrival> take_all(EmulatedPath& emulated, Timestamp now) {
  std::vector<Arrival> arrivals;
  while (const auto datagram = emulated.receive(now)) {
    ByteReader reader(datagram->data);
    arrivals.push_back({reader.u32(), datagram->arrived_at - kStart});
  }
  return arrivals;
}

// `count` datagrams of `size`, one each `interval`, and all that arrives of them.
std::vector<Arrival> run(EmulatedPath& emulated, std::uint32_t count, std::size_t size, Duration interval) {
  std::vector<Arrival> arrivals;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Timestamp now = kStart + i * interval;
    emulated.send(numbered(i, size), now);
    std::ranges::copy(take_all(emulated, now), std::back_inserter(arrivals));
  }
  std::ranges::copy(take_all(emulated, kStart + count * interval + 1000s), std::back_inserter(arrivals));
  return arrivals;
}

TEST(EmulatedPath, PerfectPathDeliversAtOnce) {
  EmulatedPath emulated(path(""));
  emulated.send(numbered(7, 100), kStart);
  EXPECT_LE(emulated.next_deadline(), kStart);
  EXPECT_EQ(take_all(emulated, kStart), (std::vector<Arrival>{{7, 0ms}}));
  EXPECT_EQ(emulated.next_deadline(), kNever);
}

TEST(EmulatedPath, DelayIsQueuePlusSerialisationPlusPropagation) {
  // 972 bytes and 28 of headers at 1 Mbit/s take 8 ms.
  EmulatedPath emulated(path("rate=1M,delay=50ms"));
  for (std::uint32_t i = 0; i < 3; ++i) emulated.send(numbered(i, 972), kStart);
  EXPECT_EQ(take_all(emulated, kStart + 1s), (std::vector<Arrival>{{0, 58ms}, {1, 66ms}, {2, 74ms}}));
}

TEST(EmulatedPath, PacketRateCountsPacketsWhateverTheirSize) {
  EmulatedPath emulated(path("packet_rate=50"));
  for (std::uint32_t i = 0; i < 3; ++i) emulated.send(numbered(i, 100 + 500 * i), kStart);
  EXPECT_EQ(take_all(emulated, kStart + 1s), (std::vector<Arrival>{{0, 20ms}, {1, 40ms}, {2, 60ms}}));
}

TEST(EmulatedPath, ServiceTakesTheLongerOfBothRates) {
  EmulatedPath emulated(path("rate=1M,packet_rate=200"));  // 5 ms a packet, or 8 us an byte.
  emulated.send(numbered(0, 72), kStart);
  emulated.send(numbered(1, 1222), kStart);
  EXPECT_EQ(take_all(emulated, kStart + 1s), (std::vector<Arrival>{{0, 5ms}, {1, 15ms}}));
}

TEST(EmulatedPath, DeadlineIsWhenSomethingHappens) {
  EmulatedPath emulated(path("rate=1M,delay=50ms"));
  emulated.send(numbered(0, 972), kStart);
  EXPECT_EQ(emulated.next_deadline(), kStart + 8ms);
  EXPECT_TRUE(take_all(emulated, kStart + 8ms).empty());
  EXPECT_EQ(emulated.next_deadline(), kStart + 58ms);
  EXPECT_TRUE(take_all(emulated, kStart + 58ms - 1ns).empty());
  EXPECT_EQ(take_all(emulated, kStart + 58ms).size(), 1U);
}

// delivered = min(offered, capacity), whatever limits the queue.
TEST(EmulatedPath, DeliversWhatIsOfferedUpToTheCapacity) {
  for (const char* queue : {"1p", "10p", "1ms", "300ms", "1B", "30kB", "unlimited"}) {
    for (const double load : {0.5, 0.95, 1.0, 1.05, 2.0, 5.0}) {
      EmulatedPath emulated(path(std::string("rate=1M,delay=20ms,queue=") + queue));
      const Duration interval = from_seconds(0.008 / load);  // A packet is served in 8 ms.
      const auto count = static_cast<std::uint32_t>(20'000ms / interval);
      const Timestamp end = kStart + 20s + 20ms;
      std::size_t delivered = 0;
      for (std::uint32_t i = 0; i < count; ++i) emulated.send(numbered(i, 972), kStart + i * interval);
      delivered = take_all(emulated, end).size();
      EXPECT_NEAR(static_cast<double>(delivered), 2500 * std::min(load, 1.0), 25) << queue << " at load " << load;
    }
  }
}

TEST(EmulatedPath, DropsTheTailBeyondTheLimit) {
  const auto delivered = [](const char* queue) {
    EmulatedPath emulated(path(std::string("rate=1M,queue=") + queue));
    for (std::uint32_t i = 0; i < 100; ++i) emulated.send(numbered(i, 972), kStart);
    const auto arrivals = take_all(emulated, kStart + 10s);
    EXPECT_EQ(emulated.counters().queue_dropped, 100 - arrivals.size());
    for (std::uint32_t i = 0; i < arrivals.size(); ++i) EXPECT_EQ(arrivals[i].number, i);
    return arrivals.size();
  };
  // One is being served; the others wait.
  EXPECT_EQ(delivered("1p"), 2U);
  EXPECT_EQ(delivered("10p"), 11U);
  EXPECT_EQ(delivered("10kB"), 11U);
  EXPECT_EQ(delivered("80ms"), 11U);
  EXPECT_EQ(delivered("1ns"), 2U);
  EXPECT_EQ(delivered("unlimited"), 100U);
}

TEST(EmulatedPath, RateChangesInTheMiddleOfAPacket) {
  // 8 ms at 1 Mbit/s; half of it is served when the rate doubles.
  EmulatedPath faster(path("rate=1M,at=4ms:rate=2M"));
  faster.send(numbered(0, 972), kStart);
  EXPECT_EQ(take_all(faster, kStart + 1s), (std::vector<Arrival>{{0, 6ms}}));
  EmulatedPath slower(path("rate=1M,at=4ms:rate=500k"));
  slower.send(numbered(0, 972), kStart);
  EXPECT_EQ(take_all(slower, kStart + 1s), (std::vector<Arrival>{{0, 12ms}}));
  EmulatedPath packets(path("packet_rate=100,at=5ms:packet_rate=50"));
  packets.send(numbered(0, 972), kStart);
  EXPECT_EQ(take_all(packets, kStart + 1s), (std::vector<Arrival>{{0, 15ms}}));
}

TEST(EmulatedPath, AnOutageEndsOnTime) {
  EmulatedPath emulated(path("rate=1M,at=4ms:rate=0,at=1s:rate=1M"));
  emulated.send(numbered(0, 972), kStart);
  EXPECT_TRUE(take_all(emulated, kStart + 500ms).empty());
  EXPECT_EQ(emulated.next_deadline(), kStart + 1s);
  EXPECT_EQ(take_all(emulated, kStart + 2s), (std::vector<Arrival>{{0, 1004ms}}));
}

TEST(EmulatedPath, AShorterDelayOvertakesNobody) {
  EmulatedPath emulated(path("delay=100ms,at=10ms:delay=20ms"));
  for (std::uint32_t i = 0; i < 3; ++i) emulated.send(numbered(i, 100), kStart + i * 50ms);
  EXPECT_EQ(take_all(emulated, kStart + 1s), (std::vector<Arrival>{{0, 100ms}, {1, 100ms}, {2, 120ms}}));
}

TEST(EmulatedPath, LosesTheShareThatIsAskedFor) {
  for (const char* burst : {"0", "1", "5"}) {
    for (const double loss : {0.01, 0.1, 0.5, 0.9}) {
      EmulatedPath emulated(path("burst=" + std::string(burst) + ",loss=" + std::to_string(loss)));
      const auto arrivals = run(emulated, 40'000, 100, 1ms);
      EXPECT_NEAR(1 - static_cast<double>(arrivals.size()) / 40'000, loss, 0.03) << burst << " " << loss;
      EXPECT_EQ(emulated.counters().lost, 40'000 - arrivals.size());
    }
  }
  EmulatedPath all(path("loss=100%"));
  EXPECT_TRUE(run(all, 100, 100, 1ms).empty());
}

TEST(EmulatedPath, BurstsHaveTheMeanLengthThatIsAskedFor) {
  EmulatedPath emulated(path("loss=10%,burst=5"));
  const auto arrivals = run(emulated, 50'000, 100, 1ms);
  std::size_t bursts = 0;
  for (std::size_t i = 1; i < arrivals.size(); ++i) bursts += arrivals[i].number != arrivals[i - 1].number + 1 ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(emulated.counters().lost) / static_cast<double>(bursts), 5, 0.5);
}

TEST(EmulatedPath, JitterIsBoundedAndNeverReorders) {
  EmulatedPath emulated(path("delay=100ms,jitter=30ms"));
  const auto arrivals = run(emulated, 20'000, 100, 100ms);  // Far apart: the order alone limits nothing.
  ASSERT_EQ(arrivals.size(), 20'000U);
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < arrivals.size(); ++i) {
    ASSERT_EQ(arrivals[i].number, i);
    const double deviation = to_milliseconds(arrivals[i].at - i * 100ms - 100ms);
    ASSERT_LE(std::abs(deviation), 30);
    sum += deviation;
    squares += deviation * deviation;
  }
  EXPECT_NEAR(sum / 20'000, 0, 0.5);
  EXPECT_NEAR(std::sqrt(squares / 20'000), 10, 0.5);
  EmulatedPath dense(path("delay=100ms,jitter=30ms"));
  const auto close = run(dense, 5000, 100, 1ms);
  EXPECT_TRUE(std::ranges::is_sorted(close, {}, &Arrival::number));
}

TEST(EmulatedPath, ReordersTheShareThatIsAskedFor) {
  EmulatedPath emulated(path("delay=10ms,reorder=10%,reorder_delay=5ms"));
  const auto arrivals = run(emulated, 20'000, 100, 2ms);
  ASSERT_EQ(arrivals.size(), 20'000U);
  std::size_t late = 0;
  for (const Arrival& arrival : arrivals) {
    const Duration delay = arrival.at - arrival.number * 2ms;
    EXPECT_TRUE(delay == 10ms || delay == 15ms);
    late += delay == 15ms ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(late) / 20'000, 0.1, 0.01);
  EXPECT_EQ(emulated.counters().reordered, late);
  EXPECT_FALSE(std::ranges::is_sorted(arrivals, {}, &Arrival::number));
  EXPECT_TRUE(std::ranges::is_sorted(arrivals, {}, &Arrival::at));
}

TEST(EmulatedPath, DuplicatesTheShareThatIsAskedFor) {
  EmulatedPath emulated(path("duplicate=10%"));
  const auto arrivals = run(emulated, 20'000, 100, 1ms);
  EXPECT_NEAR(static_cast<double>(arrivals.size()), 22'000, 200);
  EXPECT_EQ(emulated.counters().delivered, 20'000U);
  EXPECT_EQ(emulated.counters().duplicated, arrivals.size() - 20'000);
}

TEST(EmulatedPath, SameSeedSameOutcomeHoweverOftenItIsAsked) {
  const char* text = "rate=1M,delay=20ms,jitter=10ms,loss=5%,reorder=5%,duplicate=5%,queue=20ms,at=1s:rate=500k";
  EmulatedPath often(path(text));
  const auto first = run(often, 2000, 500, 3ms);
  EmulatedPath once(path(text));
  for (std::uint32_t i = 0; i < 2000; ++i) once.send(numbered(i, 500), kStart + i * 3ms);
  EXPECT_EQ(take_all(once, kStart + 1000s), first);
  EmulatedPath other(path(std::string(text) + ",seed=2"));
  EXPECT_NE(run(other, 2000, 500, 3ms), first);
}

TEST(EmulatedPath, AccountsForEveryDatagram) {
  EmulatedPath emulated(path("rate=1M,loss=5%,queue=5p,duplicate=5%"));
  for (std::uint32_t i = 0; i < 1000; ++i) emulated.send(numbered(i, 500), kStart + i * 2ms);
  take_all(emulated, kStart + 100s);
  const PathCounters& counters = emulated.counters();
  EXPECT_EQ(counters.sent, 1000U);
  EXPECT_GT(counters.queue_dropped, 0U);
  EXPECT_EQ(counters.delivered + counters.queue_dropped + counters.lost, 1000U);
  EXPECT_EQ(counters.delivered_size, DataSize::bytes(500) * static_cast<std::int64_t>(counters.delivered));
}

TEST(EmulatedPath, EachDisciplineAccountsForEveryDatagramAndDependsOnTheSeedAlone) {
  for (const char* aqm : {"codel", "fq_codel", "pie", "dualpi2"}) {
    const PathConfig config = path(std::string("rate=1M,policer=1.8M/20kB,queue=200ms,aqm=") + aqm);
    EmulatedPath often(config);
    const auto arrivals = run(often, 3000, 500, 2ms);
    const PathCounters& counters = often.counters();
    EXPECT_GT(counters.policed, 0U) << aqm;
    EXPECT_GT(counters.queue_dropped, 0U) << aqm;
    EXPECT_EQ(counters.delivered + counters.queue_dropped + counters.policed, 3000U) << aqm;
    EXPECT_TRUE(std::ranges::is_sorted(arrivals, {}, &Arrival::number)) << aqm;
    EmulatedPath once(config);
    for (std::uint32_t i = 0; i < 3000; ++i) once.send(numbered(i, 500), kStart + i * 2ms);
    EXPECT_EQ(take_all(once, kStart + 1000s), arrivals) << aqm;
  }
}

TEST(EmulatedPath, MemoryIsBoundedWithoutAQueueLimit) {
  EmulatedPath small(path("rate=0,queue=unlimited"));
  for (std::uint32_t i = 0; i < 70'000; ++i) small.send(numbered(i, 4), kStart);
  EXPECT_EQ(small.counters().overflowed, 70'000U - EmulatedPath::kMaxHeldPackets);
  EmulatedPath large(path("delay=60s"));
  for (std::uint32_t i = 0; i < 2000; ++i) large.send(numbered(i, 50'000), kStart);
  EXPECT_EQ(large.counters().overflowed, 2000U - 1280U);  // 64 MB of 50 kB each.
}

TEST(EmulatedPath, TimeThatGoesBackwardsStandsStill) {
  EmulatedPath emulated(path("rate=1M"));
  emulated.send(numbered(0, 972), kStart);
  emulated.send(numbered(1, 972), kStart - 500s);
  EXPECT_EQ(take_all(emulated, kStart + 1s), (std::vector<Arrival>{{0, 8ms}, {1, 16ms}}));
}

}  // namespace
}  // namespace counterpoint
