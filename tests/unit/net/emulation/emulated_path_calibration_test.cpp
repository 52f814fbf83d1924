// SPDX-License-Identifier: GPL-3.0-or-later
// An emulated path's promises, measured from outside: rates within 1 %, delays to the microsecond.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "net/emulation/capacity_trace.h"
#include "net/emulation/cross_traffic.h"
#include "net/emulation/emulated_network.h"
#include "net/emulation/emulated_path.h"

namespace counterpoint {
namespace {

constexpr Timestamp kStart{1000s};

struct Packet {
  Duration sent{};
  std::int64_t bytes = 0;
  FlowNumber flow = 0;
};

struct Carried {
  Packet packet;
  Duration arrived{};
  Duration queued{};
};

/// Sends `packets`, which are in order of time, and gives what arrives, in order of arrival.
std::vector<Carried> carry(EmulatedPath& path, const std::vector<Packet>& packets) {
  std::vector<Carried> carried;
  const auto take = [&](Timestamp now) {
    while (const auto arrival = path.receive_packet(now)) {
      const std::size_t index = static_cast<std::size_t>(arrival->packet.data[0]) << 16 |
                                static_cast<std::size_t>(arrival->packet.data[1]) << 8 | arrival->packet.data[2];
      carried.push_back(
          {.packet = packets[index], .arrived = arrival->arrived_at - kStart, .queued = arrival->packet.queued});
    }
  };
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const Bytes index = {static_cast<std::uint8_t>(i >> 16), static_cast<std::uint8_t>(i >> 8),
                         static_cast<std::uint8_t>(i)};
    const Packet& packet = packets[i];
    path.send({.data = index, .wire_size = DataSize::bytes(packet.bytes), .flow = packet.flow}, kStart + packet.sent);
    take(kStart + packet.sent);
  }
  take(kStart + std::chrono::hours(2));
  return carried;
}

std::vector<Carried> carry(const std::string& path, const std::vector<Packet>& packets) {
  EmulatedPath emulated(parse_path_config(path).value());
  return carry(emulated, packets);
}

/// Packets of `sizes` in turn at `rate` until `end`.
std::vector<Packet> constant(double rate, const std::vector<std::int64_t>& sizes, Duration end, FlowNumber flow = 0) {
  std::vector<Packet> packets;
  double seconds = 0;
  for (std::size_t i = 0; from_seconds(seconds) < end; ++i) {
    packets.push_back({.sent = from_seconds(seconds), .bytes = sizes[i % sizes.size()], .flow = flow});
    seconds += static_cast<double>(packets.back().bytes) * 8 / rate;
  }
  return packets;
}

std::vector<Packet> merged(std::vector<Packet> a, const std::vector<Packet>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::stable_sort(a, {}, &Packet::sent);
  return a;
}

/// Bits that arrived in [from, to).
double bits(const std::vector<Carried>& carried, Duration from, Duration to) {
  double sum = 0;
  for (const Carried& one : carried) {
    if (one.arrived >= from && one.arrived < to) sum += 8.0 * static_cast<double>(one.packet.bytes);
  }
  return sum;
}

constexpr std::array<const char*, 10> kQueues = {"1p",   "2p",  "10p",  "1B",    "1500B",
                                                 "30kB", "1ns", "10ms", "300ms", "unlimited"};

TEST(PathCalibration, DeliversTheLesserOfOfferAndCapacity) {
  const std::vector<std::vector<std::int64_t>> sizes = {{64}, {1000}, {1500}};
  for (const char* queue : kQueues) {
    for (const auto& size : sizes) {
      for (const double load : {0.1, 0.5, 0.9, 0.99, 1.0, 1.01, 1.3, 3.0, 20.0}) {
        const auto carried =
            carry(std::string("rate=500k,delay=30ms,queue=") + queue, constant(load * 500e3, size, 20s));
        EXPECT_NEAR(bits(carried, 30ms, 20'030ms) / 20, 500e3 * std::min(load, 1.0), 5e3)
            << queue << ", " << size[0] << " B, load " << load;
      }
    }
  }
}

TEST(PathCalibration, DeliversTheCapacityWhateverTheMixOfSizes) {
  // A shorter queue runs empty while a large packet is awaited, as it must.
  for (const char* queue : {"10p", "30kB", "50ms", "300ms", "unlimited"}) {
    for (const double load : {1.1, 2.0, 10.0}) {
      const auto carried =
          carry(std::string("rate=2M,queue=") + queue, constant(load * 2e6, {1500, 60, 60, 1200, 300, 900}, 20s));
      EXPECT_NEAR(bits(carried, 0s, 20s) / 20, 2e6, 2e4) << queue << ", load " << load;
    }
  }
}

TEST(PathCalibration, RatesFromModemToFibre) {
  for (const double rate : {9600.0, 64e3, 1e6, 100e6, 10e9}) {
    const Duration end = from_seconds(12'000 / rate * 2000);
    const auto carried =
        carry("queue=5p,rate=" + std::to_string(static_cast<std::int64_t>(rate)), constant(rate * 1.5, {1500}, end));
    EXPECT_NEAR(bits(carried, 0s, end) / to_seconds(end), rate, rate / 100);
  }
}

// A first-in first-out queue by hand: each packet is served after the one before, and not before it comes.
TEST(PathCalibration, DelayIsQueuePlusSerialisationPlusPropagationToTheMicrosecond) {
  for (const double load : {0.3, 0.9, 1.0, 1.2}) {
    Rng rng(5);
    std::vector<Packet> packets;
    for (Duration at{}; at < 60s;) {
      packets.push_back({.sent = at, .bytes = 60 + static_cast<std::int64_t>(rng.below(1441))});
      at += from_seconds(-std::log(1 - rng.uniform()) * 780 * 8 / (load * 1.7e6));
    }
    const auto carried = carry("rate=1700k,delay=37ms,queue=unlimited", packets);
    ASSERT_EQ(carried.size(), packets.size());
    double free_at = 0;
    for (const Carried& one : carried) {
      const double sent = to_seconds(one.packet.sent);
      const double begun = std::max(free_at, sent);
      free_at = begun + static_cast<double>(one.packet.bytes) * 8 / 1.7e6;
      ASSERT_NEAR(to_seconds(one.queued), begun - sent, 1e-6);
      ASSERT_NEAR(to_seconds(one.arrived), free_at + 0.037, 1e-6);
    }
  }
}

TEST(PathCalibration, RoundingDoesNotAddUp) {
  // 333 1/3 ns a packet, a million of them back to back.
  constexpr int kBatch = 9000;
  for (const char* limit : {"rate=1536M", "packet_rate=3M"}) {
    EmulatedPath path(parse_path_config(std::string("queue=unlimited,") + limit).value());
    Duration last{};
    int count = 0;
    const auto send_batch = [&path](Timestamp now) {
      for (int i = 0; i < kBatch; ++i) path.send({.data = {}, .wire_size = DataSize::bytes(64)}, now);
    };
    send_batch(kStart);
    for (Timestamp now = kStart; now < kStart + 333ms; now += 3ms) {
      send_batch(now);  // One more than is served meanwhile: the server never rests.
      while (const auto arrival = path.receive_packet(now)) {
        last = arrival->arrived_at - kStart;
        ++count;
      }
    }
    EXPECT_EQ(count, 990'000) << limit;
    EXPECT_NEAR(static_cast<double>(last.count()), 330e6, 2) << limit;
  }
}

TEST(PathCalibration, PacketRateServesSoManyWhateverTheirSize) {
  for (const char* queue : {"1p", "10p", "300ms", "30kB"}) {
    for (const std::int64_t size : {60, 200, 1500}) {
      for (const double offered : {20.0, 49.0, 51.0, 100.0, 500.0}) {
        const auto carried = carry(std::string("packet_rate=50,delay=10ms,queue=") + queue,
                                   constant(offered * static_cast<double>(size) * 8, {size}, 60s));
        const double arrived = bits(carried, 10ms, 60'010ms) / static_cast<double>(size) / 8 / 60;
        EXPECT_NEAR(arrived, std::min(offered, 50.0), 0.5) << queue << ", " << size << " B, " << offered;
      }
    }
  }
}

TEST(PathCalibration, ServiceIsTheLongerOfBothLimits) {
  // 100 packets/s and 400 kbit/s meet at 500 bytes.
  for (const std::int64_t size : {100, 400, 500, 600, 1500}) {
    const auto carried = carry("rate=400k,packet_rate=100", constant(2e6, {size}, 30s));
    const double expected = std::min(100.0, 400e3 / 8 / static_cast<double>(size));
    EXPECT_NEAR(bits(carried, 0s, 30s) / static_cast<double>(size) / 8 / 30, expected, expected / 100) << size;
  }
}

TEST(PathCalibration, TheQueueHoldsWhatItsLimitSays) {
  struct Limit {
    const char* queue;
    Duration longest;  // Longest wait with packets of 1000 bytes at 1 Mbit/s: 8 ms each, one being served.
  };
  for (const Limit& limit : {Limit{"1p", 8ms}, Limit{"7p", 56ms}, Limit{"5kB", 40ms}, Limit{"5999B", 40ms},
                             Limit{"40ms", 40ms}, Limit{"300ms", 296ms}}) {
    const auto carried = carry(std::string("rate=1M,queue=") + limit.queue, constant(2e6, {1000}, 20s));
    const Duration longest = std::ranges::max_element(carried, {}, &Carried::queued)->queued;
    EXPECT_LE(longest, limit.longest) << limit.queue;
    EXPECT_GT(longest, limit.longest - 8ms) << limit.queue;
  }
}

TEST(PathCalibration, ADropTailQueueDropsTheNewest) {
  std::vector<Packet> burst;
  for (int i = 0; i < 20; ++i) burst.push_back({.sent = i * 1us, .bytes = 1000});
  const auto carried = carry("rate=1M,queue=4p", burst);
  ASSERT_EQ(carried.size(), 5U);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(carried[static_cast<std::size_t>(i)].packet.sent, i * 1us);
}

// RFC 8868, 4.5.3 (random packet delay variation): truncated Gaussian, no reordering.
TEST(PathCalibration, JitterIsATruncatedGaussian) {
  constexpr std::size_t kCount = 200'000;
  std::vector<Packet> packets;
  for (std::size_t i = 0; i < kCount; ++i) packets.push_back({.sent = i * 100ms, .bytes = 100});
  EmulatedPath path(parse_path_config("delay=60ms,jitter=30ms").value());
  std::array<double, 6> within{};  // The share within 5, 10, ... 30 ms.
  double sum = 0;
  std::vector<Packet> batch;
  for (std::size_t i = 0; i < kCount; ++i) {
    path.send({.data = {0, 0, 0}, .wire_size = DataSize::bytes(100)}, kStart + packets[i].sent);
    const auto arrival = path.receive_packet(kStart + packets[i].sent + 99ms);
    ASSERT_TRUE(arrival);
    const double deviation = to_milliseconds(arrival->arrived_at - kStart - packets[i].sent) - 60;
    ASSERT_LE(std::abs(deviation), 30);
    sum += deviation;
    for (std::size_t k = 0; k < within.size(); ++k) {
      if (std::abs(deviation) <= 5.0 * static_cast<double>(k + 1)) within[k] += 1.0 / kCount;
    }
  }
  EXPECT_NEAR(sum / kCount, 0, 0.1);
  for (std::size_t k = 0; k < within.size(); ++k) {
    const double deviations = 0.5 * static_cast<double>(k + 1);
    EXPECT_NEAR(within[k], std::erf(deviations / std::sqrt(2)) / std::erf(3 / std::sqrt(2)), 0.005) << deviations;
  }
}

TEST(PathCalibration, JitterNeitherReordersNorChangesTheRate) {
  const auto carried = carry("rate=1M,delay=60ms,jitter=30ms,queue=100ms", constant(1.5e6, {500}, 60s));
  EXPECT_TRUE(std::ranges::is_sorted(carried, {}, [](const Carried& one) { return one.packet.sent; }));
  EXPECT_NEAR(bits(carried, 60ms, 60'060ms) / 60, 1e6, 1e4);
}

TEST(PathCalibration, SchedulesChangeTheRateOnTime) {
  // RFC 8867, 5.1: 1, 2.5, 0.6 and 1 Mbit/s.
  const auto carried = carry("rate=1M,delay=50ms,queue=300ms,at=40s:rate=2.5M,at=60s:rate=600k,at=80s:rate=1M",
                             constant(3e6, {1200}, 100s));
  const std::vector<std::pair<Duration, double>> phases = {{0s, 1e6}, {40s, 2.5e6}, {60s, 0.6e6}, {80s, 1e6}};
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const Duration end = i + 1 < phases.size() ? phases[i + 1].first : Duration(100s);
    const double seconds = to_seconds(end - phases[i].first);
    EXPECT_NEAR(bits(carried, phases[i].first + 50ms, end + 50ms) / seconds, phases[i].second, phases[i].second / 100);
    // Already in its first second.
    EXPECT_NEAR(bits(carried, phases[i].first + 50ms, phases[i].first + 1050ms), phases[i].second,
                std::max(phases[i].second / 100, 1200.0 * 8));
  }
}

TEST(PathCalibration, SchedulesChangeEverythingElseOnTime) {
  const auto carried =
      carry("delay=10ms,at=10s:packet_rate=20,at=20s:packet_rate=unlimited+delay=30ms,at=30s:loss=100%",
            constant(80e3, {100}, 40s));
  std::array<int, 4> count{};
  for (const Carried& one : carried) {
    ++count[static_cast<std::size_t>(one.packet.sent / 10s)];
    if (one.packet.sent < 10s) {
      ASSERT_EQ(one.arrived - one.packet.sent, 10ms);
    }
    if (one.packet.sent > 21s) {
      ASSERT_EQ(one.arrived - one.packet.sent, 30ms);
    }
  }
  EXPECT_NEAR(count[0], 1000, 1);
  EXPECT_NEAR(count[1], 206, 2);  // 20 a second, and 300 ms of queue at the end.
  EXPECT_GE(count[2], 999);
  EXPECT_EQ(count[3], 0);
}

TEST(PathCalibration, RecordedCapacityIsCarried) {
  std::string mahimahi;
  std::vector<int> packets_each_second(30);
  Rng rng(11);
  for (int second = 0; second < 30; ++second) {
    std::vector<int> times(20 + rng.below(150));
    for (int& time : times) time = second * 1000 + 1 + static_cast<int>(rng.below(1000));
    std::ranges::sort(times);
    for (const int time : times) mahimahi += std::to_string(time) + "\n";
    packets_each_second[static_cast<std::size_t>(second)] = static_cast<int>(times.size());
  }
  mahimahi += "30000\n";
  ++packets_each_second.back();
  PathConfig config;
  config.opportunities = std::get<DeliveryTrace>(parse_capacity_trace(mahimahi).value());
  config.queue = PacketCount{10};
  EmulatedPath path(config);
  const auto carried = carry(path, constant(8e6, {1500}, 60s));
  double expected = 0;
  for (std::size_t second = 0; second < 60; ++second) {
    const double in_second = packets_each_second[second % 30] * 12e3;
    // An opportunity at the end of a second counts for it.
    EXPECT_EQ(bits(carried, second * 1s + 1ns, second * 1s + 1s + 1ns), in_second) << second;
    expected += in_second;
  }
  EXPECT_EQ(bits(carried, 0s, 60s + 1ns), expected);
}

TEST(PathCalibration, FlowsShareOneQueueInOrderOfArrival) {
  const auto packets = merged(constant(0.9e6, {1000}, 60s, 0), constant(0.6e6, {250}, 60s, 1));
  const auto carried = carry("rate=1M,delay=20ms,queue=unlimited", packets);
  EXPECT_TRUE(std::ranges::is_sorted(carried, {}, [](const Carried& one) { return one.packet.sent; }));
  std::array<double, 2> carried_bits{};
  for (const Carried& one : carried) {
    if (one.arrived < 60s) carried_bits[one.packet.flow] += 8.0 * static_cast<double>(one.packet.bytes);
  }
  EXPECT_NEAR(carried_bits[0] + carried_bits[1], 60e6, 0.6e6);
  EXPECT_NEAR(carried_bits[0] / carried_bits[1], 1.5, 0.015) << "as they were offered";
}

TEST(PathCalibration, CrossTrafficTakesWhatItOffers) {
  for (const bool on_off : {false, true}) {
    EmulatedNetwork network({parse_path_config("rate=2M,delay=20ms,queue=100ms").value()});
    const FlowNumber media = network.add_flow({.links = {0}});
    const FlowNumber cross = network.add_flow({.links = {0}, .access_delay = 5ms});
    CrossTraffic traffic({.rate = DataRate::kilobits_per_second(800),
                          .packet_size = DataSize::bytes(500),
                          .on = on_off ? 2s : 0s,
                          .off = on_off ? 2s : 0s},
                         1, kStart);
    std::array<double, 2> carried{};
    double while_off = 0;
    Timestamp next_media = kStart;
    for (Timestamp now = kStart; now < kStart + 60s;
         now = std::min({next_media, traffic.next_deadline(), network.next_deadline()})) {
      while (const auto arrival = network.receive(now)) {
        const auto size = static_cast<double>(arrival->packet.wire_size.bits());
        carried[arrival->packet.flow] += size;
        const Duration phase = (arrival->arrived_at - kStart) % 4s;
        if (arrival->packet.flow == media && phase > 2700ms) while_off += size;
      }
      while (const auto size = traffic.poll(now)) network.send({.data = {}, .wire_size = *size, .flow = cross}, now);
      if (now >= next_media) {
        network.send({.data = {}, .wire_size = DataSize::bytes(1000), .flow = media}, now);
        next_media += 5ms;  // 1.6 Mbit/s: together more than there is while both send.
      }
    }
    if (on_off) {
      EXPECT_NEAR(while_off / (15 * 1.3), 1.6e6, 1.6e4) << "alone, media gets through whole";
      EXPECT_LT(carried[cross] / 60, 0.4e6 * 1.01);
    } else {
      EXPECT_NEAR((carried[media] + carried[cross]) / 60, 2e6, 2e4);
    }
  }
}

TEST(PathCalibration, TwoLinksInARowCarryTheLesserRate) {
  EmulatedNetwork network({parse_path_config("rate=3M,delay=10ms,queue=50ms").value(),
                           parse_path_config("rate=2M,delay=20ms,queue=50ms").value()});
  const FlowNumber both = network.add_flow({.links = {0, 1}, .access_delay = 3ms});
  const FlowNumber first = network.add_flow({.links = {0}});
  const FlowNumber second = network.add_flow({.links = {1}});
  std::array<double, 3> carried{};
  for (Timestamp now = kStart; now < kStart + 60s; now += 1ms) {
    while (const auto arrival = network.receive(now)) {
      carried[arrival->packet.flow] += static_cast<double>(arrival->packet.wire_size.bits());
    }
    // 4 Mbit/s over both, 1 Mbit/s over each alone.
    network.send({.data = {}, .wire_size = DataSize::bytes(500), .flow = both}, now);
    network.send({.data = {}, .wire_size = DataSize::bytes(125), .flow = first}, now);
    network.send({.data = {}, .wire_size = DataSize::bytes(125), .flow = second}, now);
  }
  EXPECT_NEAR((carried[both] + carried[second]) / 60, 2e6, 2e4) << "the second link is full";
  EXPECT_GT(carried[first] / 60, 0.3e6);
  EXPECT_LE(carried[first] / 60, 1.01e6);
}

TEST(PathCalibration, WhatHappensDoesNotDependOnWhenItIsAsked) {
  const std::string text = "rate=700k,delay=11ms,queue=45ms,jitter=4ms,loss=2%,burst=3,at=3s:rate=1.3M,at=6s:rate=300k";
  const auto packets = constant(900e3, {1200, 80, 700}, 10s);
  const auto often = carry(text, packets);
  EmulatedPath once(parse_path_config(text).value());
  for (const Packet& packet : packets) {
    once.send({.data = {}, .wire_size = DataSize::bytes(packet.bytes)}, kStart + packet.sent);
  }
  std::size_t count = 0;
  while (const auto arrival = once.receive_packet(kStart + 100s)) {
    ASSERT_LT(count, often.size());
    EXPECT_EQ(arrival->arrived_at - kStart, often[count].arrived);
    EXPECT_EQ(arrival->packet.queued, often[count].queued);
    ++count;
  }
  EXPECT_EQ(count, often.size());
}

}  // namespace
}  // namespace counterpoint
