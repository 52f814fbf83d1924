// SPDX-License-Identifier: GPL-3.0-or-later
// The signs that mode `2d` reads from arrivals: queues despite jitter, the rate within frames, and what the path
// counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/adaptation/measure/packet_train_dispersion.h"
#include "core/adaptation/measure/queueing_delay.h"
#include "core/adaptation/two_dimensional/bottleneck_service_time.h"
#include "core/adaptation/two_dimensional/config.h"
#include "core/adaptation/two_dimensional/cross_traffic_share.h"
#include "core/adaptation/two_dimensional/path_queue.h"
#include "core/base/rng.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};
/// The peer's clock shows something else altogether.
constexpr Duration kClock = 777s;

double normal(Rng& rng) {
  double sum = 0;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(rng.below(1'000'000)) / 1e6;
  return sum - 6;
}

TEST(QueueingDelay, IsWhatDelaysExceedTheirLeastBy) {
  QueueingDelay delay({});
  EXPECT_FALSE(delay.now());
  for (int i = 0; i < 100; ++i) delay.add(kClock + 50ms, kStart + i * 20ms);
  EXPECT_EQ(delay.now(), 0ms);
  for (int i = 100; i < 120; ++i) delay.add(kClock + 80ms, kStart + i * 20ms);
  EXPECT_EQ(delay.now(), 30ms);
  EXPECT_EQ(delay.base(), kClock + 50ms);
  delay.rebase();
  EXPECT_EQ(delay.now(), 0ms);
}

TEST(QueueingDelay, OnePacketThatIsLateIsNoQueueAndAQueueIsSeenWithinAWindow) {
  QueueingDelay delay({});
  for (int i = 0; i < 100; ++i) delay.add(i == 99 ? 90ms : 50ms, kStart + i * 20ms);
  EXPECT_EQ(delay.now(), 0ms);
  for (int i = 100; i < 106; ++i) delay.add(90ms, kStart + i * 20ms);
  EXPECT_EQ(delay.now(), 40ms);
}

TEST(QueueingDelay, NoiseIsWhatChanceMakesAndNotAGrowingQueue) {
  Rng rng(5);
  QueueingDelay with_jitter({});
  QueueingDelay with_queue({});
  for (int i = 0; i < 1000; ++i) {
    const Timestamp now = kStart + i * 10ms;
    with_jitter.add(50ms + from_milliseconds(10 * normal(rng)), now);
    with_queue.add(50ms + i * 500us, now);  // 50 ms more each second.
  }
  EXPECT_GT(with_jitter.noise(), 2500us);
  EXPECT_LT(with_jitter.noise(), 8ms);
  EXPECT_LT(with_queue.noise(), 500us);
}

TEST(QueueingDelay, ForgetsALeastDelayThatIsLongPast) {
  QueueingDelay delay({.base_age = 10s});
  delay.add(50ms, kStart);
  for (int i = 1; i < 1000; ++i) delay.add(70ms, kStart + i * 20ms);
  EXPECT_EQ(delay.now(), 0ms) << "the route is another one";
}

/// The time by which noise raises the limits of a queue when packets arrive at `rate` with jitter.
Duration raised_by_noise(DataRate rate) {
  Rng rng(7);
  const TwoDimensionalConfig config({});
  PathQueue queue(config);
  for (int i = 0; i < 2000; ++i) {
    queue.add(kClock + 50ms + from_milliseconds(20 * std::abs(normal(rng))), kStart + i * 40ms, rate);
  }
  EXPECT_TRUE(queue.noisy());
  EXPECT_EQ(queue.high() - config.queue_high, queue.low() - config.queue_low);
  return queue.high() - config.queue_high;
}

TEST(PathQueue, NoiseRaisesTheLimitsLittleWhereAFullPacketTakesLong) {
  const TwoDimensionalConfig config({});
  const Duration little = from_seconds(config.noise_weight * to_seconds(config.much_noise));
  EXPECT_EQ(raised_by_noise(DataRate::kilobits_per_second(100)), little);
  EXPECT_EQ(raised_by_noise(DataRate::kilobits_per_second(190)), little);
  EXPECT_GT(raised_by_noise(DataRate::kilobits_per_second(1000)), little * 3 / 2);
}

PacketFeedback video(std::int64_t sequence, DataSize size, Timestamp sent_at, Timestamp arrived_at) {
  return {
      .stream = StreamKind::kVideo, .sequence = sequence, .size = size, .sent_at = sent_at, .arrived_at = arrived_at};
}

TEST(PacketTrainDispersion, TellTheBottlenecksRateFromFramesThatDoNotFillIt) {
  // Frames of four packets, 30 a second: 1 Mbit/s, that leave at 3 Mbit/s and come in at 2.
  PacketTrainDispersion trains({});
  std::int64_t sequence = 0;
  for (int frame = 0; frame < 20; ++frame) {
    const Timestamp at = kStart + frame * 33ms;
    for (int i = 0; i < 4; ++i) {
      trains.add(video(sequence++, DataSize::bytes(1000), at + i * 2667us, at + kClock + i * 4ms));
    }
  }
  ASSERT_TRUE(trains.arrival_rate());
  EXPECT_NEAR(trains.arrival_rate()->kilobits_per_second(), 2000, 20);
  EXPECT_EQ(trains.spread_rate(), trains.arrival_rate());
}

TEST(PacketTrainDispersion, ComeAsTheyLeftWhereThePathIsFasterThanTheyAre) {
  PacketTrainDispersion trains({});
  for (int i = 0; i < 80; ++i) {
    const Timestamp sent_at = kStart + (i / 4) * 33ms + (i % 4) * 4ms;
    trains.add(video(i, DataSize::bytes(1000), sent_at, sent_at + kClock));
  }
  EXPECT_TRUE(trains.arrival_rate());
  EXPECT_FALSE(trains.spread_rate());
}

TEST(PacketTrainDispersion, SayNothingOfSinglePackets) {
  PacketTrainDispersion trains({});
  for (int i = 0; i < 100; ++i) {
    trains.add(video(i, DataSize::bytes(600), kStart + i * 33ms, kStart + kClock + i * 33ms));
  }
  EXPECT_FALSE(trains.arrival_rate());
}

/// Audio and video in turn through a server that takes `time` for a packet of a size.
template <typename Time>
BottleneckServiceTime busy_server(const Time& time, Duration gap, int packets = 200) {
  BottleneckServiceTime times({});
  Timestamp free_at = kStart;
  for (int i = 0; i < packets; ++i) {
    const bool audio = i % 3 == 0;
    const DataSize size = DataSize::bytes(audio ? 100 : 1100);
    const Timestamp sent_at = kStart + i * gap;
    free_at = std::max(free_at, sent_at) + time(size);
    times.add({.stream = audio ? StreamKind::kAudio : StreamKind::kVideo,
               .sequence = i,
               .size = size,
               .sent_at = sent_at,
               .arrived_at = free_at + kClock},
              kClock);
  }
  return times;
}

TEST(BottleneckServiceTime, TellAPathThatCountsPacketsFromOneThatCountsBytes) {
  const BottleneckServiceTime packets = busy_server([](DataSize) { return Duration(10ms); }, 9ms);
  ASSERT_TRUE(packets.packet_rate());
  EXPECT_NEAR(packets.packet_rate()->per_second(), 100, 1);
  const BottleneckServiceTime bytes =
      busy_server([](DataSize size) { return size / DataRate::kilobits_per_second(800); }, 6ms);
  EXPECT_TRUE(bytes.known());
  EXPECT_FALSE(bytes.packet_rate());
  EXPECT_TRUE(bytes.counts_bytes());
  EXPECT_FALSE(packets.counts_bytes());
  const auto known_after = [](int count) {
    return busy_server([](DataSize) { return Duration(10ms); }, 1ms, count).known();
  };
  EXPECT_FALSE(known_after(45)) << "the first two of 15 small ones waited for nothing";
  EXPECT_TRUE(known_after(60));
  const BottleneckServiceTime idle = busy_server([](DataSize) { return Duration(10ms); }, 30ms);
  EXPECT_FALSE(idle.known()) << "nothing waits";
  EXPECT_FALSE(idle.counts_bytes());
}

TEST(BottleneckServiceTime, PacketsOfOthersInBetweenDoNotMislead) {
  Rng rng(3);
  const BottleneckServiceTime shared = busy_server(
      [&rng](DataSize size) {
        return (size + DataSize::bytes(rng.chance(0.5) ? 1500 : 0)) / DataRate::kilobits_per_second(1600);
      },
      5ms);
  EXPECT_TRUE(shared.known());
  EXPECT_FALSE(shared.packet_rate());
}

/// Audio and frames of three packets over 2 Mbit/s beside cross traffic of random packets, which all begin with a queue
/// of `queue`; the path itself takes no time. `video` is what a frame's packets are large.
CrossTrafficShare call_beside(DataRate cross_traffic, DataSize video, Duration queue, std::uint64_t seed) {
  struct Arriving {
    Timestamp at{};
    DataSize size;
    bool ours = false;
  };
  constexpr DataRate kCapacity = DataRate::kilobits_per_second(2000);
  constexpr DataSize kOthers = DataSize::bytes(1200);
  Rng rng(seed);
  std::vector<Arriving> packets;
  for (Duration at{}; at < 2s; at += 20ms) packets.push_back({kStart + at, DataSize::bytes(132), true});
  for (Duration at = 3ms; at < 2s; at += 33ms) {
    for (int i = 0; i < 3; ++i) packets.push_back({kStart + at + i * 4ms, video, true});
  }
  const double mean_gap = cross_traffic > DataRate() ? 2 * to_seconds(kOthers / cross_traffic) : 10;
  for (double at = mean_gap * rng.uniform(); at < 2; at += mean_gap * rng.uniform()) {
    packets.push_back({kStart + from_seconds(at), kOthers, false});
  }
  std::ranges::sort(packets, {}, &Arriving::at);
  CrossTrafficShare share{TwoDimensionalConfig({})};
  Timestamp free_at = kStart + queue;
  for (const Arriving& packet : packets) {
    free_at = std::max(free_at, packet.at) + packet.size / kCapacity;
    if (!packet.ours) continue;
    share.add({.size = packet.size, .sent_at = packet.at, .arrived_at = free_at + kClock}, packet.size, kClock);
  }
  return share;
}

TEST(CrossTrafficShare, IsNothingWhereTheQueueIsOurOwnWhateverWeSend) {
  for (const DataSize video : {DataSize::bytes(400), DataSize::bytes(900), DataSize::bytes(2500)}) {
    const CrossTrafficShare alone = call_beside({}, video, 2s, 1);
    ASSERT_TRUE(alone.fit());
    EXPECT_NEAR(alone.fit()->share, 0, 0.01) << video.bytes();
    EXPECT_TRUE(alone.is_low());
    EXPECT_FALSE(alone.is_high() || alone.is_most());
  }
}

TEST(CrossTrafficShare, IsNothingOnAPathOfOurOwnThatCountsPackets) {
  CrossTrafficShare by_packets{TwoDimensionalConfig({})};
  CrossTrafficShare by_bytes{TwoDimensionalConfig({})};
  for (int i = 0; i < 100; ++i) {
    const PacketFeedback packet{.size = DataSize::bytes(i % 3 == 0 ? 132 : 900),
                                .sent_at = kStart + i * 9ms + (i % 3) * 2ms,
                                .arrived_at = kStart + i * 10ms + kClock + 100ms};
    by_packets.add(packet, kPacketWeight, kClock);
    by_bytes.add(packet, packet.size, kClock);
  }
  ASSERT_TRUE(by_packets.fit());
  EXPECT_NEAR(by_packets.fit()->share, 0, 0.01);
  EXPECT_TRUE(by_packets.is_low());
  EXPECT_TRUE(by_bytes.is_high()) << "sizes do not explain when they arrive";
}

TEST(CrossTrafficShare, IsTheShareOfTheCapacityThatOthersUse) {
  for (const double others : {0.5, 0.75, 0.9}) {
    double sum = 0;
    int most = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto beside = call_beside(DataRate::kilobits_per_second(2000) * others, DataSize::bytes(400), 1s, seed);
      ASSERT_TRUE(beside.fit());
      sum += beside.fit()->share;
      EXPECT_TRUE(beside.is_high()) << others << ", seed " << seed;
      most += beside.is_most() ? 1 : 0;
      EXPECT_FALSE(beside.is_low()) << others << ", seed " << seed;
    }
    EXPECT_NEAR(sum / 20, others, 0.05);
    if (others == 0.5) {
      EXPECT_LE(most, 2);
    } else {
      EXPECT_GE(most, others > 0.8 ? 19 : 10) << others;
    }
  }
}

TEST(CrossTrafficShare, IsNotToldWhereNothingWaits) {
  const CrossTrafficShare idle = call_beside({}, DataSize::bytes(200), 0s, 1);
  EXPECT_FALSE(idle.fit());
  EXPECT_FALSE(idle.is_low());
  EXPECT_FALSE(idle.is_high() || idle.is_most());
}

}  // namespace
}  // namespace counterpoint
