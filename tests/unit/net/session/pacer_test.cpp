// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/pacing/pacer.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace counterpoint {
namespace {

constexpr Timestamp kStart = Timestamp(1000s);

PacedPacket packet(StreamKind stream, std::int64_t sequence, std::size_t size = 1000) {
  return {.data = Bytes(size),
          .payload_size = DataSize::bytes(static_cast<std::int64_t>(size)),
          .stream = stream,
          .sequence = sequence};
}

/// `count` packets that are sent ahead of their time, made at kStart.
void push_ahead(Pacer& pacer, int count) {
  for (int i = 0; i < count; ++i) {
    PacedPacket piece = packet(StreamKind::kVideo, i);
    piece.ahead = 600ms;
    pacer.push(std::move(piece), kStart);
  }
}

struct OutgoingDatagram {
  StreamKind stream;
  std::int64_t sequence;
  Duration at;  // Time since kStart.
  bool operator==(const OutgoingDatagram&) const = default;
};

std::vector<OutgoingDatagram> pop_all(Pacer& pacer, Timestamp now) {
  std::vector<OutgoingDatagram> departures;
  while (const auto out = pacer.pop(now)) departures.push_back({out->stream, out->sequence, now - kStart});
  return departures;
}

// Pops at each deadline until nothing waits.
std::vector<OutgoingDatagram> drain(Pacer& pacer, Timestamp now) {
  std::vector<OutgoingDatagram> departures;
  while (pacer.next_deadline() != kNever) {
    now = std::max(now, pacer.next_deadline());
    const auto popped = pop_all(pacer, now);
    EXPECT_FALSE(popped.empty()) << "a deadline without a packet";
    if (popped.empty()) break;
    departures.insert(departures.end(), popped.begin(), popped.end());
  }
  return departures;
}

struct Drained {
  Duration took;  // Until the last pop, since kStart.
  std::size_t most_at_once = 0;
};

// Pops `count` packets that are ahead of their time, `first` after the first deadline and `others` after the others.
Drained drain_late(Pacer& pacer, std::size_t count, Duration first, Duration others) {
  Drained drained;
  Timestamp now = kStart;
  for (std::size_t left = count; left > 0;) {
    now = std::max(now, pacer.next_deadline()) + (left == count ? first : others);
    EXPECT_LE(pacer.behind(now), first + 2ms);
    const std::size_t popped = pop_all(pacer, now).size();
    drained.most_at_once = std::max(drained.most_at_once, popped);
    left -= popped;
  }
  drained.took = now - kStart;
  return drained;
}

TEST(Pacer, NothingWaitsBeforeARateIsSet) {
  Pacer pacer;
  for (int i = 0; i < 5; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart);
  EXPECT_EQ(pop_all(pacer, kStart).size(), 5U);
  EXPECT_EQ(pacer.next_deadline(), kNever);
}

TEST(Pacer, SpreadsAFrameAtTheRateTimesTheFactor) {
  Pacer pacer(Pacer::Config{.rate_factor = 2.5});
  pacer.set_rate(DataRate::kilobits_per_second(800));  // Paced at 2 Mbit/s: 4 ms a packet.
  for (int i = 0; i < 4; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart);
  const auto departures = drain(pacer, kStart);
  ASSERT_EQ(departures.size(), 4U);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(departures[static_cast<std::size_t>(i)].at, i * 4ms);
  EXPECT_EQ(pacer.queued_size(), DataSize());
}

TEST(Pacer, APacingRateReplacesRateTimesFactorForLiveVideoAlone) {
  Pacer pacer(Pacer::Config{.rate_factor = 2.5, .ahead_rate_factor = 1});
  pacer.set_rate(DataRate::kilobits_per_second(800));
  pacer.set_pacing_rate(DataRate::kilobits_per_second(4000));  // 2 ms a packet.
  for (int i = 0; i < 3; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart);
  EXPECT_EQ(drain(pacer, kStart).back().at, 4ms);
  pacer.set_pacing_rate(std::nullopt);
  for (int i = 0; i < 2; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart + 10ms);
  EXPECT_EQ(drain(pacer, kStart + 10ms).back().at, 14ms) << "2 Mbit/s again";

  Pacer stored(Pacer::Config{.rate_factor = 2.5, .ahead_rate_factor = 1});
  stored.set_rate(DataRate::kilobits_per_second(800));
  stored.set_pacing_rate(DataRate::kilobits_per_second(4000));
  push_ahead(stored, 3);
  EXPECT_EQ(drain(stored, kStart).back().at, 20ms) << "a clip's frames are not live";
}

TEST(Pacer, AudioNeverWaitsAndCostsVideoNothing) {
  Pacer pacer(Pacer::Config{.rate_factor = 2.5});
  pacer.set_rate(DataRate::kilobits_per_second(800));
  for (int i = 0; i < 10; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart);
  std::vector<OutgoingDatagram> departures = pop_all(pacer, kStart);
  pacer.push(packet(StreamKind::kAudio, 77, 100), kStart + 1ms);
  EXPECT_LE(pacer.next_deadline(), kStart + 1ms);
  EXPECT_EQ(pop_all(pacer, kStart + 1ms), (std::vector<OutgoingDatagram>{{StreamKind::kAudio, 77, 1ms}}));
  EXPECT_EQ(drain(pacer, kStart + 1ms).back().at, 36ms);
  EXPECT_EQ(pacer.delay(StreamKind::kAudio).max, Duration::zero());
}

TEST(Pacer, RetransmissionsGoBeforeVideo) {
  Pacer pacer(Pacer::Config{.rate_factor = 2.5});
  pacer.set_rate(DataRate::kilobits_per_second(800));
  for (int i = 0; i < 3; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart);
  static_cast<void>(pop_all(pacer, kStart));
  pacer.push(packet(StreamKind::kRetransmission, 9), kStart + 1ms);
  const auto departures = drain(pacer, kStart + 1ms);
  ASSERT_EQ(departures.size(), 3U);
  EXPECT_EQ(departures[0], (OutgoingDatagram{StreamKind::kRetransmission, 9, 4ms}));
  EXPECT_EQ(departures[1].sequence, 1);
  EXPECT_EQ(departures[2].sequence, 2);
}

TEST(Pacer, ALargeKeyFrameLeavesWithinTheMaximumQueueTime) {
  for (const std::int64_t kilobits : {0, 10, 50, 200}) {
    Pacer pacer;
    pacer.set_rate(DataRate::kilobits_per_second(kilobits));
    for (int i = 0; i < 3; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart);
    static_cast<void>(pop_all(pacer, kStart));
    for (int i = 3; i < 100; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart + 10ms);
    const auto departures = drain(pacer, kStart + 10ms);
    EXPECT_EQ(departures.size(), 99U);
    EXPECT_LE(departures.back().at, 210ms) << kilobits;
    EXPECT_GE(departures.back().at, 200ms) << "sent as a burst";
    std::map<Duration, int> at_once;
    for (const OutgoingDatagram& departure : departures) EXPECT_LE(++at_once[departure.at], 2);
  }
}

TEST(Pacer, APictureAheadOfItsTimeIsSpreadOverThoseBehindIt) {
  // An I frame of 5 kB and eleven of 400 bytes, 25 a second: 157 kbit/s.
  Pacer pacer;
  pacer.set_rate(DataRate::kilobits_per_second(160));
  std::vector<OutgoingDatagram> departures;
  for (int picture = 0; picture < 24; ++picture) {
    const Timestamp made = kStart + picture * 40ms;
    for (; pacer.next_deadline() < made;) {
      const Timestamp due = pacer.next_deadline();
      const auto popped = pop_all(pacer, due);
      departures.insert(departures.end(), popped.begin(), popped.end());
    }
    for (int i = 0; i < (picture % 12 == 0 ? 10 : 1); ++i) {
      PacedPacket piece = packet(StreamKind::kVideo, picture, picture % 12 == 0 ? 500 : 400);
      piece.ahead = 600ms;
      pacer.push(std::move(piece), made);
    }
  }
  ASSERT_GE(departures.size(), 40U);
  for (std::size_t i = 1; i < departures.size(); ++i) {
    EXPECT_GE(departures[i].at - departures[i - 1].at, 18ms) << i << ": 400 bytes at 1.1 times the rate";
  }
  EXPECT_LE(pacer.delay(StreamKind::kVideo).max, 300ms);
}

TEST(Pacer, WhatIsAheadOfItsTimeIsNotHurried) {
  Pacer pacer;
  pacer.set_rate(DataRate::kilobits_per_second(100));
  push_ahead(pacer, 51);
  EXPECT_EQ(pacer.queue_time(kStart + 2s), 2s) << "too much is seen by how long it waits";
  const auto departures = drain(pacer, kStart);
  ASSERT_EQ(departures.size(), 51U);
  EXPECT_NEAR(to_seconds(departures.back().at), 50 * 8.0 / (1.1 * 100), 0.01) << "kbit over kbit/s";
}

TEST(Pacer, WhatIsLiveBehindItIsHurried) {
  Pacer pacer;
  pacer.set_rate(DataRate::kilobits_per_second(100));
  push_ahead(pacer, 49);
  pacer.push(packet(StreamKind::kVideo, 49), kStart);
  EXPECT_LE(drain(pacer, kStart).back().at, 200ms);
}

TEST(Pacer, ALateWakeUpCatchesUpALittle) {
  Pacer pacer(Pacer::Config{.rate_factor = 2.5});
  pacer.set_rate(DataRate::kilobits_per_second(3200));  // 1 ms a packet.
  for (int i = 0; i < 100; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart);
  EXPECT_EQ(pop_all(pacer, kStart).size(), 1U);
  EXPECT_EQ(pop_all(pacer, kStart + 1500us).size(), 1U);
  EXPECT_EQ(pop_all(pacer, kStart + 2ms).size(), 1U);
  // 50 ms late: what 2 ms carry, and not 50 packets.
  EXPECT_EQ(pop_all(pacer, kStart + 52ms).size(), 3U);
}

TEST(Pacer, HeadersCostWhatIsAheadOfItsTimeNoRate) {
  Pacer pacer(Pacer::Config{.ahead_rate_factor = 1});
  pacer.set_rate(DataRate::kilobits_per_second(100));
  for (int i = 0; i < 11; ++i) {
    PacedPacket piece = packet(StreamKind::kVideo, i, 300);
    piece.payload_size = DataSize::bytes(250);
    piece.ahead = 600ms;
    pacer.push(std::move(piece), kStart);
  }
  EXPECT_EQ(drain(pacer, kStart).back().at, 200ms) << "ten gaps of 250 bytes";
}

TEST(Pacer, LateWakeUpsCostWhatIsAheadOfItsTimeNoRate) {
  for (const Duration late : {1ms, 5ms, 15ms}) {
    Pacer pacer;
    pacer.set_rate(DataRate::kilobits_per_second(2500));
    push_ahead(pacer, 500);
    const Drained drained = drain_late(pacer, 500, late, late);
    EXPECT_NEAR(to_seconds(drained.took), 500 * 8.0 / (1.1 * 2500), 0.03) << "kbit over kbit/s, " << to_seconds(late);
    EXPECT_LE(drained.most_at_once, 8U) << "what 20 ms carry, and one more";
  }
}

TEST(Pacer, LongDelaysOfThisComputerCostWhatIsAheadOfItsTimeNoRate) {
  for (const Duration late : {40ms, 100ms, 300ms}) {
    Pacer pacer;
    pacer.set_rate(DataRate::kilobits_per_second(2500));
    push_ahead(pacer, 500);
    const Drained drained = drain_late(pacer, 500, late, 1ms);
    EXPECT_NEAR(to_seconds(drained.took), 500 * 8.0 / (1.1 * 2500), 0.03) << to_seconds(late);
    EXPECT_LE(drained.most_at_once, 28U) << "an eighth of 300 ms at twice the rate";
  }
}

TEST(Pacer, WakeUpsThatAreAlwaysLateCostWhatIsAheadOfItsTimeNoRate) {
  for (const Duration late : {30ms, 60ms, 100ms}) {
    Pacer pacer;
    pacer.set_rate(DataRate::kilobits_per_second(2500));
    push_ahead(pacer, 2000);
    Timestamp now = kStart;
    std::size_t most_at_once = 0;
    for (std::size_t left = 2000; left > 0; now += late) {
      const std::size_t popped = pop_all(pacer, now).size();
      most_at_once = std::max(most_at_once, popped);
      left -= popped;
    }
    EXPECT_NEAR(to_seconds(now - kStart), 2000 * 8.0 / (1.1 * 2500), 0.5) << to_seconds(late);
    EXPECT_LE(static_cast<double>(most_at_once), 2 * to_seconds(late) * 1.1 * 2500 / 8) << to_seconds(late);
  }
}

TEST(Pacer, AGateThatOpensIsNoDelayOfThisComputer) {
  Pacer pacer;
  pacer.set_rate(DataRate::kilobits_per_second(800));
  push_ahead(pacer, 20);
  EXPECT_EQ(pop_all(pacer, kStart).size(), 1U);
  pacer.set_gate({.closed = true});
  EXPECT_EQ(pacer.behind(kStart + 300ms), Duration::zero());
  pacer.set_gate({});
  (void)pop_all(pacer, kStart + 300ms);
  EXPECT_EQ(pacer.behind(kStart + 300ms), Duration::zero());
}

/// A pacer at 4 Mbit/s that was not called for 300 ms, and has sent what may leave at once.
Pacer delayed_pacer() {
  Pacer pacer;
  pacer.set_rate(DataRate::kilobits_per_second(4000));
  push_ahead(pacer, 2000);
  EXPECT_EQ(pop_all(pacer, kStart).size(), 1U);
  (void)pop_all(pacer, kStart + 300ms);
  EXPECT_GT(pacer.behind(kStart + 300ms), 200ms);
  return pacer;
}

TEST(Pacer, ARetransmissionLeavesTheDelayOfWhatIsAheadOfItsTime) {
  Pacer pacer = delayed_pacer();
  const Duration before = pacer.behind(kStart + 300ms);
  pacer.push(packet(StreamKind::kRetransmission, 5000), kStart + 300ms);
  EXPECT_GE(pacer.behind(kStart + 300ms), before - 10ms);
  Timestamp now = kStart + 300ms;
  for (bool again = false; !again;) {
    now = std::max(now, pacer.next_deadline());
    for (const auto& out : pop_all(pacer, now)) again = again || out.stream == StreamKind::kRetransmission;
  }
  EXPECT_GE(pacer.behind(now), before - 20ms);
}

TEST(Pacer, WhoGivesWayMakesUpForLess) {
  Pacer pacer = delayed_pacer();
  const Duration before = pacer.behind(kStart + 300ms);
  pacer.set_rate(DataRate::kilobits_per_second(2000));
  EXPECT_LE(pacer.behind(kStart + 300ms), before / 2 + 5ms);
}

TEST(Pacer, ARateThatRisesKeepsTheDelayOfThisComputer) {
  Pacer pacer;
  DataRate rate = DataRate::kilobits_per_second(2500);
  pacer.set_rate(rate);
  push_ahead(pacer, 2000);
  Timestamp now = kStart;
  for (std::size_t left = 2000; left > 0; now += 60ms) {
    rate = rate * 1.0005;
    pacer.set_rate(rate);
    left -= pop_all(pacer, now).size();
  }
  EXPECT_NEAR(to_seconds(now - kStart), 2000 * 8.0 / (1.1 * 2500), 0.5);
}

TEST(Pacer, PicturesThatWereMadeLateAreMadeUpFor) {
  Pacer pacer;
  pacer.set_rate(DataRate::kilobits_per_second(800));  // 1.1 packets in 10 ms.
  const auto push = [&](std::int64_t sequence, Timestamp now, Duration late) {
    PacedPacket made = packet(StreamKind::kVideo, sequence);
    made.ahead = 400ms;
    made.late = late;
    pacer.push(std::move(made), now);
  };
  push(0, kStart, 0ms);
  EXPECT_EQ(pop_all(pacer, kStart).size(), 1U);
  const Timestamp late = kStart + 310ms;
  for (int i = 1; i <= 30; ++i) push(i, late, 300ms - i * 10ms);
  (void)pop_all(pacer, late);
  EXPECT_GT(pacer.behind(late), 200ms);
  EXPECT_NEAR(to_seconds(drain(pacer, late).back().at), 0.31 + 0.136 - 0.0375, 0.02)
      << "an eighth at once, the others at twice 1.1 times the rate";
  push(31, kStart + 1s, 0ms);
  (void)pop_all(pacer, kStart + 1s);
  EXPECT_EQ(pacer.behind(kStart + 1s), Duration::zero()) << "nothing waited any more";
}

TEST(Pacer, ANewRateCountsAtOnce) {
  Pacer pacer(Pacer::Config{.rate_factor = 2.5});
  pacer.set_rate(DataRate::kilobits_per_second(80));
  for (int i = 0; i < 3; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart);
  static_cast<void>(pop_all(pacer, kStart));
  EXPECT_GT(pacer.next_deadline(), kStart + 20ms);
  pacer.set_rate(DataRate::kilobits_per_second(3200));
  EXPECT_EQ(pacer.next_deadline(), kStart + 1ms);
}

TEST(Pacer, CountsDelaysAndBoundsTheQueue) {
  Pacer pacer(Pacer::Config{.rate_factor = 2.5, .max_packets = 10});
  pacer.set_rate(DataRate::kilobits_per_second(800));
  for (int i = 0; i < 12; ++i) pacer.push(packet(StreamKind::kVideo, i), kStart);
  EXPECT_EQ(pacer.dropped(), 2U);
  EXPECT_EQ(pacer.queued_packets(), 10U);
  EXPECT_EQ(pacer.queued_size(), DataSize::bytes(10'000));
  EXPECT_EQ(pacer.queue_time(kStart + 5ms), 5ms);
  const auto departures = drain(pacer, kStart);
  EXPECT_EQ(departures.front().sequence, 2);
  EXPECT_EQ(pacer.delay(StreamKind::kVideo).packets, 10U);
  EXPECT_EQ(pacer.delay(StreamKind::kVideo).max, 36ms);
  EXPECT_EQ(pacer.delay(StreamKind::kVideo).mean(), 18ms);
}

}  // namespace
}  // namespace counterpoint
